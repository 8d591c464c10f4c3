#!/bin/sh
# Sourced by cases that need block devices of their own. What they set up is undone when they end, in
# reverse order, however they end.
# shellcheck disable=SC2034 # loop is for the cases

undo=
trap 'status=$?; eval "$undo"; exit $status' EXIT
trap 'exit 130' INT TERM HUP

at_end() { # command
	undo="$1; $undo"
}

# Makes the image NAME.img of SIZE in the current folder and shows it as the device $loop; further
# arguments are losetup's.
make_loop() { # name, size, option...
	image=$(pwd)/$1.img
	truncate -s "$2" "$image" || exit 99
	shift 2
	show_file "$image" "$@"
}

# Shows a file or a device as the device $loop.
show_file() { # path, option...
	path=$1
	shift
	loop=$(losetup --find --show "$@" "$path") || exit 99
	at_end "losetup -d $loop"
}

# Makes an ext4 file system on a device and mounts it in the current folder.
make_mount() { # device, folder
	mkfs.ext4 -q "$1" && mkdir "$2" && mount "$1" "$2" || exit 99
	at_end "umount $2"
}

# collect run, with the device's number and the current folder left out of its messages.
run() { # argument...
	collect run "$@" 2>messages
	status=$?
	sed "s,${loop#/dev/},LOOP,g; s,$(pwd),HERE,g" messages >&2
	return $status
}

# Takes what collect says of a busy machine out of a file of messages.
calm() { # file
	sed -i '/: warning: \(there: \)*unsteady: /d' "$1"
}

# The kernel lets go of a device of io_uring a moment after the program has ended.
remove_zram() { # number
	for wait in 0.1 0.5 1 2 0; do
		sh -c 'echo "$0" >/sys/class/zram-control/hot_remove' "$1" 2>/dev/null && return
		sleep $wait
	done
	echo "zram$1 is still there"
}

# Makes a zram device of its own of SIZE, $zram.
make_zram() { # size
	number=$(cat /sys/class/zram-control/hot_add) || exit 99
	zram=/dev/zram$number
	at_end "remove_zram $number"
	echo "$1" >"/sys/block/zram$number/disksize" || exit 99
	while [ ! -b "$zram" ]; do sleep 0.1; done
}

# Begins a run, whose records go to the file records, and returns when it measures.
start() { # argument of collect run...
	rm -f records
	collect run "$@" >records 2>messages &
	running=$!
	at_end "kill $running 2>/dev/null"
	while [ ! -s records ] && kill -0 "$running" 2>/dev/null; do sleep 0.05; done
}

# Waits for the run that start began. Its messages have no numbers of devices and offsets, nor what the
# kernel calls the error: that differs, and may be a short read.
finish() {
	wait "$running"
	echo "status $?"
	sed -E 's,/dev/(loop|zram)[0-9]+,/dev/DEVICE,g; s/unexpected end of the target: //
		s/offset [0-9]+: .*/offset N: WHY/' messages >&2
}

# What the records say of the run's end, and whether analyze reads them.
verdict() {
	awk -F, '
		$4 == "meta.complete" { print "complete" }
		$4 == "meta.interrupted" { print "interrupted" }
		$4 == "errors" { errors = $10 }
		$4 ~ /^errors\.E/ { kinds += $10 }
		END { if (errors || kinds) print (errors == kinds ? "errors counted" : "errors not counted") }' records
	analyze summary --incomplete records >summary.txt 2>messages
	echo "analyze $? $(wc -l <messages)"
}
