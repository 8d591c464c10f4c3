#!/bin/sh
# Side by side with fio: bench.sh BUILD [ROUNDS]. The jobs of samples/quick.fio run in turn, fio then
# collect, on the same files; printed are the ratios pair by pair and what analyze says of them. It never
# fails by a figure: those that were seen stand in doc/performance.md.
set -eu

build=$(cd "$1" && pwd)
rounds=${2:-5}
samples=$(cd "$(dirname "$0")/../../samples" && pwd)
dir=$build/bench
command -v fio >/dev/null || {
	echo 'bench: fio is not installed' >&2
	exit 2
}

mkdir -p "$dir"
cd "$dir"
rm -f pairs ./*.fio
# A file for each section, so that the two runs of a pair follow each other within seconds.
awk -v dir="$dir" '
	/^\[global/ { common = 1; text = text $0 "\n"; next }
	/^\[/ { common = 0; name = $0; gsub(/[][]/, "", name); printf "%s%s\n", text, $0 >(dir "/" name ".fio"); next }
	common { text = text $0 "\n" }
	!common && name { print >(dir "/" name ".fio") }' "$samples/quick.fio"
# fio lays the files out; collect then finds them and reads the same blocks.
fio --create_only=1 "$samples/quick.fio" >/dev/null

with_fio() { # job file, round
	# Terse version 3: 3 job, 8 read IOPS, 88 and 89 CPU percent in user and kernel mode.
	fio --output-format=terse --terse-version=3 "$1" | awk -F';' -v r="$2" \
		'$1 == 3 { print r, $3, "fio", $8, ($88 + $89) / 100 / $8 * 1e9 }' >>pairs
}

with_collect() {
	"$build/bin/collect" run --quiet "$1" | awk -F, -v r="$2" '
		$2 == "" || $6 != "" || $8 != "" { next }
		{ sub(/.*\//, "", $2); test = $2 }
		$4 == "read.iops" { iops = $10 }
		$4 == "read.ios" { ios = $10 }
		$4 == "cpu.user" || $4 == "cpu.system" { cpu += $10 }
		END { print r, test, "collect", iops, cpu / ios * 1e9 }' >>pairs
}

round=1
while [ "$round" -le "$rounds" ]; do
	printf 'round %s of %s\n' "$round" "$rounds" >&2
	for job in ./*.fio; do
		# Who goes first changes, so that neither always meets the warmer disk.
		if [ $((round % 2)) -eq 1 ]; then
			with_fio "$job" "$round"
			with_collect "$job" "$round"
		else
			with_collect "$job" "$round"
			with_fio "$job" "$round"
		fi
	done
	round=$((round + 1))
done

# As records of two commits, so that analyze tells what the difference is and how sure that is.
awk '
	BEGIN { print "commit,test,run,metric,unit,start,end,low,high,value" }
	{
		row = $3 "," $2 "," $1 ","
		print row "read.iops,iops,,,,," $4
		print row "read.ios,1,,,,,1000000"
		print row "cpu.user,s,,,,," $5 / 1000
		print row "cpu.system,s,,,,,0"
		print row "meta.complete,1,,,,,1"
	}' pairs >records.csv
printf '%-28s %s\n' 'collect / fio, read IOPS' 'pair by pair'
awk '
	{ value[$1, $2, $3] = $4; test[$2]; if ($1 > rounds) rounds = $1 }
	END {
		for (t in test) {
			printf "%-28s", t
			for (r = 1; r <= rounds; r++)
				printf " %.3f", value[r, t, "collect"] / value[r, t, "fio"]
			printf "\n"
		}
	}' pairs | sort
printf '\n'
"$build/bin/analyze" compare --base fio --exit-zero records.csv | "$build/bin/render" mail
