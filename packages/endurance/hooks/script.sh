#!/bin/sh
# Runs a hook as its child. With LEAVES_CHILD another child stays, longer than any host waits.
[ -z "$LEAVES_CHILD" ] || sleep 120 &
"$@"
