#!/bin/sh
# guard.sh MODE HOST EVENT SECONDS PROGRAM [ARG...]
#
# Starts a hook for a host that starts one process per event. Runs in dash, bash, busybox ash and zsh as sh.
#
# Within SECONDS the host reads either a whole answer of the hook that this launcher started, or the host's denial (MODE
# block) or nothing (MODE continue), whatever the hook, its children and their descriptors do.
#
# The hook writes its answer to descriptor AGENT_HOOK_FD: a line with AGENT_HOOK_KEY, a space and the length of the
# document in bytes, then the document: one line of JSON without control characters. Length 0 means no opinion. The hook
# must end with 0. AGENT_HOOK_EVENT is the event that it was configured for.

# A variable that came from the environment would be exported again: the hook must not see these.
unset FUNCNEST mode host event seconds newline hint label word key end random answer document hook session code program bundle
# zsh keeps its limit when the variable is unset.
FUNCNEST=100
mode=$1 host=$2 event=$3 seconds=$4
newline='
'

# In the background: a host that does not read its stderr must not hold the launcher up.
say() {
  (printf 'agent-hook: %s %s: %s\n' "$host" "$event" "$1" >&2) >/dev/null &
}

# Reads what the hook has left of stdin. A host that cannot write all of its call may take that for a broken hook, and
# go on without the denial.
drain() {
  PATH=/usr/bin:/bin:$PATH cat <&6 >/dev/null 2>&1 &
}

refuse() {
  drain
  [ "$mode" != continue ] || exit 0
  case $host/$event in
@HOSTS@
  *)
    say "$1; this launcher knows no refusal for this host and event"
    exit 2
    ;;
  esac
  # Said first: if the system starts no more processes, the shell may end at this line, and then the host's command
  # denies.
  say "$1: refused"
  printf '%s\n' "$document" || exit 2
  exit 0
}

pass() {
  say "$1; the host takes no refusal here"
  exit 0
}

# Runs the hook on the host's stdin (4), with the way of the answer (5) as descriptor 3. Tells the watch its process id
# and its exit code. The hook has a process group of its own, so that a signal to its group does not reach the launcher.
# Without setsid, bash can make one. In any other shell the hook then stays in the launcher's group.
supervise() {
  trap - EXIT
  hook='' session=''
  # Not ignored: the hook would inherit that.
  trap : PIPE
  trap 'stop; exit 1' HUP TERM
  [ ! -x /usr/bin/setsid ] || session=/usr/bin/setsid
  while
    [ -n "$session" ] || [ -z "${BASH_VERSION-}" ] || set -m
    AGENT_HOOK_FD=3 AGENT_HOOK_KEY=$key AGENT_HOOK_EVENT=$event $session "$@" <&4 >&2 3>&5 4<&- 5>&- &
    hook=$!
    # Or bash tells of the end of each job.
    set +m
    tell hook "$hook"
    wait "$hook"
    code=$?
    # Node ends with 14, before it reads stdin, when a start-up snapshot was made by another version of Node. Then the
    # bundle X.cjs next to X.blob runs, for the time that is left.
    [ "$code" = 14 ] && [ "$2" = --snapshot-blob ] && [ -f "${3%.blob}.cjs" ]
  do
    program=$1 bundle=${3%.blob}.cjs
    shift 3
    case ${1-} in "$bundle" | --) shift ;; esac
    set -- "$program" "$bundle" "$@"
  done
  exec 4<&-
  if [ "$code" -le 128 ]; then
    tell exit "$code"
  else
    # For zsh a hook that was stopped has ended, and a function that started it never comes to its own end.
    kill -0 "$hook" 2>/dev/null && stop
    tell exit "$code"
    PATH=/usr/bin:/bin:$PATH exec sleep 0
  fi
}

# Tells the watch. Without a watch the hook is killed.
tell() {
  printf '%s %s\n' "$1" "$2" && return
  stop
  exit 1
}

# SIGKILL: the hook may be stopped, or deaf to other signals.
stop() {
  [ -z "$hook" ] || kill -KILL "-$hook" "$hook" 2>/dev/null
}

# Ends the wait for the answer with the exit code of the hook, or after SECONDS, whoever still holds descriptor 3. Not
# part of supervise: a hook can stop its parent, and zsh starts no process while a child is stopped.
watch() {
  hook='' first='' second='' outcome=disturbed
  trap '' PIPE
  trap 'finish "$outcome"' EXIT
  while read -r word value; do
    case $word in
    hook)
      hook=$value
      # The time is counted from the first start.
      [ -z "$first" ] || kill -USR1 "$first"
      second=$first
      count_down
      ;;
    exit)
      hook='' outcome=$value
      break
      ;;
    esac
  done
  finish "$outcome"
}

finish() {
  trap - EXIT
  report "$1"
  [ -z "$first" ] || kill -TERM "$first" ${second:+"$second"}
  end_relay
  exit
}

# Ends the wait for the answer, and kills the hook if it still runs.
report() {
  printf '\n%s %s\n' "$end" "$1" >&5
  stop
}

# Ends the relay of the noise. Last: nobody may read it.
end_relay() {
  printf '\n%s\n' "$end"
}

# After SECONDS, reports "late" and kills the hook. SIGTERM ends it, SIGUSR1 tells it that the hook has ended. Where the
# system starts no more processes, a shell either ends or goes on with the old `$!`.
count_down() {
  before=$! outcome=unwatched
  (
    reason=unwatched last=$!
    trap '' HUP INT PIPE
    trap 'report "$reason"; end_relay' EXIT
    trap 'trap - EXIT; [ "$!" = "$last" ] || kill -KILL "$!"; exit' TERM
    trap 'hook=' USR1
    # First the system's programs: the PATH may lead into the project's folder.
    PATH=/usr/bin:/bin:$PATH sleep "$seconds" >/dev/null 2>&1 5>&- &
    nap=$!
    [ "$nap" != "$last" ] || exit
    wait "$nap"
    [ -n "$hook" ] || wait "$nap"
    reason=late
  ) </dev/null &
  first=$!
  [ "$first" != "$before" ] || exit
  outcome=disturbed
}

# Passes noise on to stderr until the hook has ended, and no longer: a child that lives on must not hold the host's pipe.
# In bytes: bash takes a newline after half a UTF-8 character for a part of the line.
relay() {
  LC_ALL=C
  trap '' PIPE
  while IFS= read -r line; do
    case $line in
    "$end") exit ;;
    ?*) printf '%s\n' "$line" >&2 ;;
    esac
  done
}

# Prints "answer" and then the hook's document. If something is wrong, prints what, and ends with 1. Stops reading at the
# report of the exit code, since the pipe may never end.
receive() {
  LC_ALL=C
  expected=length length='' document='' code=''
  while [ -z "$code" ] && IFS= read -r line; do
    case $expected,$line in
    *,"$end "*) code=${line#"$end "} ;;
    length,"$key "*[!0-9]*) expected=nothing ;;
    # More than 10 MB: reading it would take longer than hosts wait.
    length,"$key "????????*) expected=nothing ;;
    length,"$key "??????*) receive_large "${line#"$key "}" ;;
    length,"$key "*) expected=document length=${line#"$key "} ;;
    document,*) expected='' document=$line ;;
    length, | ,) ;;
    *) expected=nothing ;;
    esac
  done
  case $code in
  0) ;;
  late) fail "the hook did not end within $seconds s" ;;
  unwatched) fail "the system starts no more processes" ;;
  '' | disturbed) fail "the launcher was disturbed" ;;
  *) fail "the hook ended with $code" ;;
  esac
  case $document in *[[:cntrl:]]*) expected=nothing ;; esac
  [ "$expected ${#document}" = " $length" ] || fail "the hook ended without a whole answer"
  printf 'answer%s' "$document"
}

# A shell reads a pipe byte by byte, which takes a third of a second for 1 MB.
receive_large() {
  length=$1
  document=$(
    PATH=/usr/bin:/bin:$PATH sed "/^$end /q" | PATH=/usr/bin:/bin:$PATH head -c "$((length + 100))"
  )
  expected=''
  case $document in *"$newline$newline$end "*) code=${document##*"$end "} ;; *) code=1 ;; esac
  document=${document%"$newline$newline$end "*}
}

fail() {
  printf '%s' "$1"
  exit 1
}

# Names the hook to the person who reads the denial. Nothing where JSON would need an escape.
describe() {
  label=$1
  shift
  for word; do
    case $word in
    /*)
      label=$word
      break
      ;;
    esac
  done
  case $label in
  *[\"\\]* | *[[:cntrl:]]*) ;;
  *) hint=" ($label); to find out why, run: npx agent-hook doctor $host" ;;
  esac
}

# Two values that nobody can guess. Children of the hook inherit its descriptors, and a hook may print what a model
# wrote: neither must be able to answer, or to end the wait. The hook is told the key, nobody the end.
secrets() {
  key=$1-$2 end=$3-$4
}

# In braces, so that the shell has read all of this before it runs any of it. With few descriptors, the shell may have the
# script open as 6: `exec 6<&0` would replace it, and the shell would run the host's call as its script.
{
  hint=
  # Without a word of the shell's own, which may wait for who should read stderr.
  { command exec 6<&0; } 2>/dev/null || {
    exec 6</dev/null
    refuse "stdin is closed"
  }
  [ $# -gt 4 ] || refuse "expected MODE HOST EVENT SECONDS PROGRAM"
  shift 4
  describe "$@"
  random=/proc/sys/kernel/random/uuid
  if [ -r "$random" ]; then
    read -r key <"$random"
    read -r end <"$random"
  else
    # shellcheck disable=SC2046
    secrets $(PATH=/usr/bin:/bin od -An -N32 -v -tx4 /dev/urandom)
  fi
  case $key/$end in ????????????????*/????????????????*) ;; *) refuse "the system gave no random numbers" ;; esac

  # The hook and the relay of its noise are in the background: they may be held up by whoever should read stderr. By exec:
  # a shell keeps a copy of what it redirects for a while, and with it a pipe of the host.
  answer=$(
    {
      exec 4<&0 5>&1 6<&-
      {
        exec 2>&1 </dev/null
        # Where the system does not start the watch, some shells end here.
        trap 'report unwatched; end_relay' EXIT
        supervise "$@" | {
          exec 4<&- 2>/dev/null
          watch
        }
        trap - EXIT
      } | {
        exec >/dev/null 4<&- 5>&-
        relay
      } &
    } | receive
  ) || refuse "$answer"

  case $answer in
  answer) exit 0 ;;
  'answer{'*'}') ;;
  answer*) refuse "its answer is not a JSON object" ;;
  *) refuse "the launcher was disturbed" ;;
  esac
  printf '%s\n' "${answer#answer}" || refuse "its answer could not be printed"
  exit 0
}
