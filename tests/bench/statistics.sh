#!/bin/sh
# How often the tests of analyze are right, beside the rules of other tools: statistics.sh BUILD [ARGUMENTS
# of simulate]. Its tables stand in doc/statistics.md. It never fails by a figure.
set -eu

build=$1
shift
"$build/bin/simulate" "$@"
