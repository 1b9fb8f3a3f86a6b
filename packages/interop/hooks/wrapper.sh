#!/bin/sh
# Runs the shell text in the file `wrapper` of its HOME, then the hook: as a child, not in its own place.
. "$HOME/wrapper"
"$@"
