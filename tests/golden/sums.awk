# Checks that a record stream of collect agrees with itself: buckets of latencies and of the ring, and
# samples, sum up to the I/Os counted. One line a test and commit.
BEGIN { FS = "," }

{ key = $1 " " $2 " " $3 }

$4 ~ /^(read|write)\.ios$/ { ios[key] += $10; names[key] = $1 " " $2 }
$4 ~ /^(read|write)\.lat$/ && $6 == "" && $8 != "" { lat[key] += $10 }
$4 ~ /^(read|write)\.clat$/ && $6 == "" && $8 != "" { clat[key] += $10 }
$4 ~ /^(read|write)\.lat\.n$/ { n[key] += $10 }
$4 ~ /^(read|write)\.iops$/ && $6 != "" { sampled[key] += $10 * ($7 - $6) }
$4 == "ring.reaped" { reaped[key] += $8 * $10; ring[key] = 1 }
$4 == "errors" { errors[key] = $10 }

function check(key, what, got) {
	if (got < ios[key] - 0.5 || got > ios[key] + 0.5)
		wrong = wrong " " what "=" got
}

END {
	for (key in ios) {
		wrong = ""
		check(key, "lat", lat[key])
		check(key, "clat", clat[key])
		check(key, "n", n[key])
		check(key, "samples", sampled[key])
		if (ring[key])
			check(key, "reaped", reaped[key])
		if (ios[key] == 0)
			wrong = wrong " no I/O"
		print names[key], ring[key] ? "ring" : "no ring", "errors", errors[key],
			wrong == "" ? "agrees" : "ios=" ios[key] wrong
	}
}
