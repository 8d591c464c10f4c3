#!/bin/sh
# Real outputs of fio against what they say: corpus.sh BUILD FOLDER. FOLDER holds the files that
# tests/corpus/fio.tsv names. Each is imported alone; then the outputs that hold all forms of one run are
# taken apart, and documents are cut short. tests/corpus/compare.awk judges, one line a disagreement. The job
# files in its folder jobs are those of tests/corpus/jobs.tsv.
set -u

top=$(cd "$(dirname "$0")/.." && pwd)
if [ $# -ne 2 ] || [ ! -d "$2" ]; then
	echo 'corpus.sh BUILD FOLDER' >&2
	exit 2
fi
build=$1 folder=$2
case $build in /*) ;; *) build=$top/$build ;; esac
collect=$build/bin/collect
tables=$top/tests/corpus
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# One file's outcome: a mark with what it is called, the records, a mark with the exit status, the messages.
import() { # name, file, option
	printf '\001%s\n' "$1"
	# shellcheck disable=SC2086 # no option is no word
	timeout 20 "$collect" import $3 "$2" 2>"$work/err" </dev/null
	printf '\n\002%s\n' $?
	[ ! -s "$work/err" ] || cat "$work/err"
}

all_files() {
	tab=$(printf '\t')
	# shellcheck disable=SC2034 # the columns between are not needed here
	while IFS=$tab read -r file verdict form tests reason option; do
		case $file in '#'* | file) continue ;; esac
		import "$file" "$folder/$file" "$option"
	done <"$tables/fio.tsv"
}

# The forms of one run: JSON between braces that stand alone, terse lines, and all else is normal text.
all_forms() {
	for file in "$folder"/built/*/mixed-normal-json-terse; do
		grep -q '^{' "$file" || continue
		awk -v work="$work" '
			/^[{]/ { json = 1 }
			{ print >(work "/" (json ? "json" : /^[2-5];/ ? "terse" : "normal")) }
			/^[}]/ { json = 0 }' "$file"
		for form in json terse normal; do
			import "${file#"$folder"/}#$form" "$work/$form" ''
			rm -f "$work/$form"
		done
	done
}

# What is left of a document when the disk was full: the first lines of each file that holds one and no more.
all_cut() {
	awk -F '\t' -v folder="$folder" -v work="$work" '
		$2 != "import" || $3 !~ /json/ { next }
		{
			lines = documents = 0
			while ((getline line <(folder "/" $1)) > 0) {
				text[++lines] = line
				documents += line ~ /"fio version"/
			}
			close(folder "/" $1)
			if (documents != 1 || text[1] !~ /^[{]/)
				next
			cut = work "/cut" ++n
			for (i = 1; i <= lines * 0.6; i++)
				print text[i] >cut
			close(cut)
			print n, $1
		}' "$tables/fio.tsv" >"$work/cuts"
	while read -r n file; do
		import "$file#cut" "$work/cut$n" ''
	done <"$work/cuts"
}

# A job file of the table. Refusals name the file.
check_job() { # file, verdict, reason, environment
	# shellcheck disable=SC2086 # each assignment is a word
	env -i ${4#-} timeout 20 "$collect" check --no-targets "$folder/jobs/$1" >"$work/out" 2>"$work/err" </dev/null
	status=$?
	case $2,$status in
	accepted,0) return ;;
	refused,2)
		grep -v 'warning: ' "$work/err" | grep -F -- "$3" | grep -qF -- "$1" && return
		;;
	esac
	echo "jobs/$1: wanted $2 ($3), got status $status: $(grep -v 'warning: ' "$work/err" | head -n 1)"
	return 1
}

check_jobs() {
	good=0
	tab=$(printf '\t')
	while IFS=$tab read -r file verdict reason environment; do
		case $file in '#'* | file) continue ;; esac
		echo "$file" >>"$work/listed"
		check_job "$file" "$verdict" "$reason" "$environment" || good=1
	done <"$tables/jobs.tsv"
	for file in "$folder"/jobs/*; do
		grep -qxF -- "${file##*/}" "$work/listed" && continue
		echo "jobs/${file##*/}: not in the table"
		good=1
	done
	echo "jobs: $(wc -l <"$work/listed") files"
	return $good
}

(cd "$folder" && find . -type f) | sed 's|^\./||' | LC_ALL=C sort >"$work/there"
{ all_files && all_forms && all_cut; } >"$work/seen"
status=0
LC_ALL=C awk -f "$tables/compare.awk" \
	kind=file "$tables/fio.tsv" kind=value "$tables/fio-values.tsv" kind=percentile "$tables/fio-percentiles.tsv" \
	kind=there "$work/there" kind=seen "$work/seen" || status=1
if [ -d "$folder/jobs" ]; then
	check_jobs || status=1
fi
exit $status
