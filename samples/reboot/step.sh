#!/bin/sh
# A campaign whose commits are kernels, one boot's part of it: step.sh CONFIG, at each boot. As long as it is the
# turn of the kernel that runs, measures; then boots the one whose turn it is. campaign.conf shows what CONFIG is.
#
# Ends with 0 when it boots another kernel or nothing is left, with 2 when something failed. What was measured is in
# the records whatever happens; to go on, start it again.
set -u

folder=.
# shellcheck source=/dev/null
. "$1"
cd "$folder" || exit 2

while :; do
	next=$(campaign --print-next)
	case $? in
	0) ;;
	1)
		rm -f booting
		finished
		exit 0
		;;
	*) exit 2 ;;
	esac
	if [ "$(running)" = "$next" ]; then
		rm -f booting
		campaign --next || exit 2
	elif [ "$(cat booting 2>/dev/null)" = "$next" ]; then
		# Else it would boot again and again.
		echo "step.sh: asked for '$next', but '$(running)' was booted" >&2
		rm -f booting
		exit 2
	else
		echo "$next" >booting
		sync booting
		boot "$next" || exit 2
		exit 0
	fi
done
