#!/bin/sh
# guard.sh MODE HOST EVENT SECONDS PROGRAM [ARG...]
#
# Starts a hook for a host that starts one process per event. Runs in dash, bash, busybox ash and zsh as sh.
#
# The host reads either a whole answer of the hook that this launcher started, or the host's denial (MODE block) or nothing
# (MODE continue). The wait ends after SECONDS, whatever the hook, its children and their descriptors do. SECONDS must be
# less than the host's own timeout.
#
# The hook writes its answer to descriptor AGENT_HOOK_FD: a line with AGENT_HOOK_KEY, a space and the length of the
# document in bytes, then the document: one line of JSON without control characters. Length 0 means no opinion. The hook
# must end with 0. AGENT_HOOK_EVENT is the event that it was configured for.

# Unset, since a variable that came from the environment stays exported: the hook must not see the values set here.
unset FUNCNEST TMOUT mode host event seconds newline hint label word key end random document hook session code program
unset bundle self value attempt expected length receiver parent relay head timer sleep late finished line verdict
# zsh keeps its limit when the variable is unset.
FUNCNEST=100
# bash also takes options from the environment.
set +aefuvx
mode=$1 host=$2 event=$3 seconds=$4
newline='
'

# In the background: a host that does not read its stderr must not hold the launcher up.
say() {
  (printf 'agent-hook: %s %s: %s\n' "$host" "$event" "$1" >&2) >/dev/null &
}

# Reads what the hook has left of stdin. A host that cannot write all of its call may take that for a broken hook, and
# go on without the denial. Node leaves O_NONBLOCK on its stdin: then cat fails whenever no data is ready, and is started
# again, for some 10 s.
drain() {
  (
    attempt=0
    until PATH=/usr/bin:/bin:$PATH cat || [ "$attempt" -eq 200 ]; do
      attempt=$((attempt + 1))
      PATH=/usr/bin:/bin:$PATH sleep 0.05 || PATH=/usr/bin:/bin:$PATH sleep 1
    done
  ) <&6 >/dev/null 2>&1 &
}

refuse() {
  drain
  [ "$mode" != continue ] || {
    # Also where the system starts no more processes.
    trap 'exit 0' EXIT
    say "$1; the host continues"
    exit 0
  }
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

# Runs the hook with the host's stdin (4) as its stdin and the pipe to the receiver (5) as its descriptor 3. When the hook
# has ended, writes its exit code to that pipe and ends the relay. Tells the watch the process ids.
#
# setsid gives the hook a process group of its own, so that a signal to its group does not reach the launcher. Without
# setsid, bash makes one. In any other shell the hook stays in the launcher's group.
supervise() {
  hook='' session=''
  # Not ignored: the hook would inherit that.
  trap : PIPE
  trap 'stop; exit 1' HUP TERM
  identify parent
  [ ! -x /usr/bin/setsid ] || session=/usr/bin/setsid
  while
    [ -n "$session" ] || [ -z "${BASH_VERSION-}" ] || set -m
    start "$@" &
    hook=$!
    # Or bash reports the end of each job.
    set +m
    [ -r "$self" ] || tell hook "$hook"
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
  # In zsh, wait also returns when the hook was stopped.
  [ "$code" -le 128 ] || ! kill -0 "$hook" 2>/dev/null || stop
  tell exit "$code"
  exec >&5
  # Padded, since receive_large reads a fixed number of bytes behind the document.
  printf '\n%s %-3s\n' "$end" "$code"
  end_relay
  # zsh does not return from a function that started a process which was stopped. Another program ends in its place.
  [ "$code" -le 128 ] || PATH=/usr/bin:/bin:$PATH exec sleep 0
}

# Becomes the hook. Where there is /proc, first tells the watch its process id: the hook may stop its parent at once.
start() {
  [ -z "${BASH_VERSION-}${ZSH_VERSION-}" ] || leave_processes
  export AGENT_HOOK_FD=3 AGENT_HOOK_KEY="$key" AGENT_HOOK_EVENT="$event"
  if [ -r "$self" ]; then
    read -r hook line <"$self"
    tell hook "$hook"
  fi
  exec $session "$@" <&4 >&2 3>&5 4<&- 5>&-
}

# Lets the hook start fewer processes than its user may have, so that the launcher can still start its own: about ten, and
# as many for each launcher that runs at the same time. Where that fails, bash and zsh retry for longer than hosts wait.
# The other shells end at once, and the host's command denies.
leave_processes() {
  value=$(ulimit -u 2>/dev/null)
  case $value in
  '' | *[!0-9]*) ;;
  ? | ?? | [1-4]??) ulimit -SHu "$((value - value / 2))" ;;
  *) ulimit -SHu "$((value - 256))" ;;
  esac
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

# After SECONDS, ends the wait for the answer and tells the watch, on pipes that the hook never holds. Reads from a sleep,
# since that pipe ends however the sleep ends. Neither is a child of the hook's parent.
expire() {
  trap '' HUP INT PIPE
  # Without a watch, nobody would end this early.
  identify timer || exit
  read -r line
  exec >&8
  printf 'late\n'
  exec >&7
  printf 'late\n'
  PATH=/usr/bin:/bin:$PATH sleep 1 >/dev/null
  printf 'over\n'
}

# Kills the hook after SECONDS, and a second later what is left of the launcher. Not part of supervise: the hook can stop
# its parent, and zsh starts no process while a child is stopped.
watch() {
  hook='' parent='' relay='' head='' timer='' sleep='' late='' finished=''
  # SIGHUP: the system sends it to a group with a stopped process, when the last parent outside the group has ended.
  trap '' HUP INT PIPE
  while read -r word value; do
    case $word in
    parent) parent=$value ;;
    relay) relay=$value ;;
    head) head=$value ;;
    timer) timer=$value ;;
    sleep) sleep=$value ;;
    hook)
      hook=$value
      [ -z "$late" ] || stop
      ;;
    exit) hook='' parent='' ;;
    received) head='' finished=$finished. ;;
    relayed) relay='' finished=$finished. ;;
    late)
      late=1
      stop
      ;;
    over)
      finished=..
      [ -z "$late" ] || break
      ;;
    esac
    # Not before both are known that must be killed then.
    case $finished in ..*) [ -z "$timer" ] || [ -z "$sleep" ] || break ;; esac
  done
  stop
  # The sleep has ended by itself: another process may have its id now.
  [ -z "$late" ] || timer='' sleep=''
  # The timer before the sleep, whose end it would take for the end of the time.
  for value in "$timer" "$sleep" "$parent" "$relay" "$head"; do
    [ -z "$value" ] || kill -KILL "$value"
  done
}

# Ends the relay of the noise. Node sets O_NONBLOCK on its stderr: then a full pipe takes nothing until the relay has read.
# Where the relay has ended, SIGPIPE ends this.
end_relay() {
  trap - PIPE
  exec >&2
  for attempt in 1 2 3; do
    printf '\n%s\n' "$end" && return
    PATH=/usr/bin:/bin:$PATH sleep "$attempt"
  done
}

# Passes noise on to stderr until the hook has ended, and no longer: a child that lives on must not hold the host's pipe.
# Drops empty lines. In bytes: bash takes a newline after half a UTF-8 character for a part of the line.
relay() {
  LC_ALL=C
  trap '' PIPE
  identify relay
  while IFS= read -r line; do
    case $line in
    "$end") break ;;
    ?*) printf '%s\n' "$line" >&2 ;;
    esac
  done
  printf 'relayed\n'
}

# Prints its own process id, and then a verdict in one line: "answer" with the hook's document, or what is wrong. A line
# "large" comes before a long verdict. Reads no further than the line with the exit code, since the pipe may never end.
receive() {
  LC_ALL=C
  trap '' PIPE
  expected=length length='' document='' code=''
  identify receiver
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
  judge "${code%% *}"
  # The watch is told first: what selects a verdict then ends this process.
  exec >&7
  printf 'received\n'
  exec >&8
  [ "${#verdict}" -lt 2000 ] || printf 'large\n'
  printf '%s\n' "$verdict"
}

# A shell reads a pipe byte by byte, which takes a third of a second for 1 MB.
receive_large() {
  length=$1 expected='' code=lost
  document=$(
    identify head >&7
    PATH=/usr/bin:/bin:$PATH exec head -c "$((length + ${#end} + 6))"
  )
  # Looked for before it is cut off: busybox needs 15 s to find that 1 MB has no such end.
  case $document in *"$newline$end "*)
    code=${document##*"$end "}
    document=${document%"$newline$end "*}
    ;;
  esac
  document=${document%"$newline"}
}

# Prints the first verdict, of the receiver or of the end of the time, and ends the receiver: it may still read what has no
# end. A shell reads a pipe byte by byte, so head reads what is large.
select_verdict() {
  LC_ALL=C
  read -r word receiver
  case $word in
  receiver)
    IFS= read -r line
    case $line in
    large) PATH=/usr/bin:/bin:$PATH head -n 1 ;;
    *) printf '%s\n' "$line" ;;
    esac
    kill -KILL "$receiver" 2>/dev/null
    ;;
  *) printf '%s\n' "$word" ;;
  esac
}

# Prints a word and the process id of this shell in one line.
identify() {
  if [ -r "$self" ]; then
    read -r value line <"$self"
    printf '%s %s\n' "$1" "$value"
  else
    # shellcheck disable=SC2016
    PATH=/usr/bin:/bin:$PATH sh -c 'printf "%s %s\n" "$0" "$PPID"' "$1"
  fi
}

# Sets the verdict on the document and the exit code.
judge() {
  case $document in *[[:cntrl:]]*) expected=nothing ;; esac
  case $1/$expected/${#document} in
  "0//$length") verdict=answer$document ;;
  0/* | lost/*) verdict='the hook ended without a whole answer' ;;
  /*) verdict='the launcher was disturbed' ;;
  *) verdict="the hook ended with $1" ;;
  esac
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

# Two values that nobody can guess: a hook may print what a model wrote, and its children inherit its descriptors. The key
# marks an answer, and only the hook is told it, in its environment. The end marks the end of the hook; nobody is told it.
secrets() {
  key=$1-$2-$3-$4 end=$5-$6-$7-$8
}

# In braces, so that the shell has read all of this before it runs any of it. With few descriptors, the shell may have the
# script open as 6: `exec 6<&0` would replace it, and the shell would run the host's call as its script.
{
  hint=
  # The shell's own message is dropped: writing it could wait for a stderr that nobody reads.
  { command exec 6<&0; } 2>/dev/null || {
    exec 6</dev/null
    refuse "stdin is closed"
  }
  [ $# -gt 4 ] || refuse "expected MODE HOST EVENT SECONDS PROGRAM"
  shift 4
  describe "$@"
  self=/proc/self/stat
  random=/proc/sys/kernel/random/uuid
  if [ -r "$random" ]; then
    read -r key <"$random"
    read -r end <"$random"
  else
    # shellcheck disable=SC2046
    secrets $(PATH=/usr/bin:/bin od -An -N32 -v -tx4 /dev/urandom)
  fi
  case $key/$end in ????????????????*/????????????????*) ;; *) refuse "the system gave no random numbers" ;; esac

  # The hook and the relay run in the background: they may wait for a stderr that nobody reads. Each process closes by exec
  # what it does not need: where a group is redirected, the shell keeps a copy, and with it a pipe of the host. Few at a
  # time: dash needs a spare descriptor for each.
  #
  # 4 and 6 are the host's stdin, for the hook and for drain. 5 leads to receive, 7 to the watch, 8 to select_verdict.
  verdict=$(
    {
      exec 4<&0 8>&1 6<&-
      {
        exec 7>&1 </dev/null
        # Where the system starts no more processes, dash and busybox ash end here.
        trap 'printf "unstarted\n" >&8; printf "over\n"' EXIT
        {
          trap - EXIT
          exec 3>&1 >&7 4<&-
          identify sleep || exit
          exec >/dev/null 2>&1
          exec 7>&- 8>&-
          PATH=/usr/bin:/bin:$PATH exec sleep "$seconds"
        } | {
          trap - EXIT
          exec >&7 2>/dev/null 4<&-
          expire
        } &
        {
          exec 5>&1
          trap 'printf "unstarted\n" >&8; printf "over\n" >&7' EXIT
          {
            trap - EXIT
            exec 2>&1 >&7 7>&-
            exec 8>&-
            supervise "$@"
          } | {
            trap - EXIT
            exec >&7 4<&- 5>&-
            exec 7>&- 8>&-
            relay
          } &
          trap - EXIT
        } | {
          trap - EXIT
          exec >&8 2>/dev/null 4<&-
          receive
        } &
        trap - EXIT
      } | {
        exec >/dev/null 2>&1
        exec 4<&- 8>&-
        watch
      } &
    } | {
      exec 6<&-
      select_verdict
    }
  )
  # bash needs more than a second to compare 10 MB of UTF-8.
  LC_ALL=C
  case $verdict in
  answer) exit 0 ;;
  'answer{'*'}') ;;
  # The time may end amid an answer.
  *late) refuse "the hook did not end within $seconds s" ;;
  *unstarted) refuse "the system starts no more processes" ;;
  answer*) refuse "its answer is not a JSON object" ;;
  'the '*) refuse "$verdict" ;;
  *) refuse "the launcher was disturbed" ;;
  esac
  printf '%s\n' "${verdict#answer}" || refuse "its answer could not be printed"
  exit 0
}
