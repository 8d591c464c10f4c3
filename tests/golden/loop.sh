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
