#!/bin/sh
# Runs the commands in the file `wrapper` in its HOME, then the hook, as a child process (without exec).
. "$HOME/wrapper"
"$@"
