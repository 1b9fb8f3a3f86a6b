#!/bin/sh
# guard.sh MODE HOST EVENT SECONDS PROGRAM [ARG...]
#
# Starts a hook for an agent that starts one for every call, for dash, bash and busybox ash. The hook writes its answer,
# one line of JSON and then a line that is a dot, to descriptor 3. Unless the whole answer came and the hook ended with 0
# within SECONDS, this prints what the host takes for a refusal (MODE block) or nothing (MODE continue).

mode=$1 host=$2 event=$3 seconds=$4
newline='
'

# In a process of its own: a host that reads no stderr must not end this one.
say() {
  (printf 'agent-hook: %s %s: %s\n' "$host" "$event" "$1" >&2)
}

refuse() {
  [ "$mode" != continue ] || exit 0
  case $host/$event in
@HOSTS@
  *)
    say "$1; this launcher knows no refusal for this host and event"
    exit 2
    ;;
  esac
  printf '%s\n' "$document" || exit 2
  say "$1: refused"
  exit 0
}

pass() {
  say "$1; the host takes no refusal here"
  exit 0
}

# The hook gets the host's stdin (4) and writes its answer to 5. SIGKILL: it may be stopped or deaf.
limited() {
  "$@" <&4 3>&5 4<&- 5>&- &
  hook=$!
  (
    # No program of the project's folder is to watch here.
    PATH=/usr/bin:/bin:$PATH
    # Until the nap begins, the shell still says that the hook was its last child.
    trap '[ "$!" = "$hook" ] || kill -KILL "$!"; exit' TERM
    sleep "$seconds" &
    wait "$!"
    kill -KILL "$hook"
  ) >/dev/null 2>&1 4<&- 5>&- &
  dog=$!
  wait "$hook"
  code=$?
  [ "$code" != 14 ] || bundled "$@"
  kill "$dog" 2>/dev/null
  return "$code"
}

# Node ends with 14, before it reads stdin, when a start-up snapshot is another Node's: once, for the time that is left,
# the bundle X.cjs beside X.blob runs instead. A shell of its own ends the watchdog when the bundle is done.
bundled() {
  bundle=${3%.blob}.cjs
  [ "$2" = --snapshot-blob ] && [ -f "$bundle" ] || return
  program=$1
  shift 3
  case ${1-} in "$bundle" | --) shift ;; esac
  (
    trap 'kill -KILL "$!"; exit 1' TERM
    "$program" "$bundle" "$@" <&4 3>&5 4<&- 5>&- &
    wait "$!"
    code=$?
    trap '' TERM
    kill "$dog"
    exit "$code"
  ) &
  second=$!
  wait "$dog"
  kill "$second" 2>/dev/null
  wait "$second"
  code=$?
}

# Noise goes to stderr until the hook ended, and no longer: a child that lives on holds no pipe of the host.
# Bytes: bash takes a newline after half a character of UTF-8 for a part of the line.
relay() {
  LC_ALL=C
  trap '' PIPE
  while IFS= read -r line; do
    case $line in
    "$end"*) exit "${line#"$end"}" ;;
    ?*) printf '%s\n' "$line" >&2 ;;
    esac
  done
  exit 1
}

[ $# -gt 4 ] || refuse "expected MODE HOST EVENT SECONDS PROGRAM"
shift 4
end="agent-hook $$ exit "
export AGENT_HOOK_FD=3

# By exec: a shell keeps a copy of what it redirects for a while, and with it a pipe of the host.
answer=$(
  exec 5>&1
  {
    exec 4<&0 2>&1
    limited "$@"
    printf '\n%s%s\n' "$end" "$?"
  } | relay
) || refuse "the hook ended with $?"

# In bytes: bash takes half the time for a big answer.
LC_ALL=C
case $answer in
.) exit 0 ;;
'{'*"}$newline.") answer=${answer%"$newline".} ;;
*) refuse "the hook ended without a whole answer" ;;
esac
case $answer in *"$newline"*) refuse "the hook gave more than one answer" ;; esac
printf '%s\n' "$answer" || refuse "its answer could not be printed"
