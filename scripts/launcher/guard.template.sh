#!/bin/sh
# Until all of this file was read: if it was cut off, the host's command denies.
trap 'exit 1' EXIT
# yash only has these if the PATH leads to programs of the same name.
{ [ 1 = 1 ] && printf ''; } 2>/dev/null || exit 1
# guard.sh [resident-|started-]MODE HOST EVENT SECONDS PROGRAM [ARG...]
#
# Starts a hook for a host that starts one process per event. Runs in dash, bash, busybox ash and zsh as sh.
#
# The host receives a complete answer of the hook that this launcher started. Otherwise, it receives its own denial (MODE
# block) or nothing (MODE continue). The wait ends after SECONDS, whatever the hook, its children and their descriptors do.
# SECONDS must be less than the host's own timeout.
#
# The hook writes its answer to descriptor AGENT_HOOK_FD: a line with AGENT_HOOK_KEY, a space and the length of the
# document in bytes, then the document: one line of JSON without control characters. Length 0 means no decision. The hook
# must exit with 0. AGENT_HOOK_EVENT is the event that it was configured for.

# Unset first, because a variable from the environment stays exported, and the hook must not see the values set here.
unset FUNCNEST TMOUT mode host event seconds newline hint label word key end random document hook session code program
unset bundle self value attempt expected length receiver parent relay head timer sleep late finished line verdict folder
unset folders id file now kind place problem torn resident lost asked answer proof pid started noise kept
unset locale newest version AGENT_HOOK_RESIDENT AGENT_HOOK_RESIDENT_FOR
# zsh keeps its limit when the variable is unset.
FUNCNEST=100
# bash also reads options from the environment.
set +aefuvx
mode=$1 host=$2 event=$3 seconds=$4
newline='
'

@RESIDENT@

# In the background, so that a host that does not read stderr cannot block the launcher.
say() {
  (printf 'agent-hook: %s %s: %s\n' "$host" "$event" "$1" >&2) >/dev/null &
}

# Reads the rest of stdin that the hook did not read. A host that cannot write its whole call may treat the hook as broken
# and continue without the denial. Node leaves O_NONBLOCK set on its stdin. cat then fails whenever no data is ready, and is
# started again, for about 10 s.
drain() {
  (
    attempt=0
    until PATH=/usr/bin:/bin:$PATH cat || [ "$attempt" -eq 200 ]; do
      attempt=$((attempt + 1))
      PATH=/usr/bin:/bin:$PATH sleep 0.05 || PATH=/usr/bin:/bin:$PATH sleep 1
    done
  ) <&6 >/dev/null 2>&1 &
}

# Chooses an id for a line in the decision log, and the file for the line. Sets the hint to the command that explains the
# line. If there is no log, the hint names another command, and note writes nothing.
prepare_note() {
  id='' file=''
  case $label in
  *[\"\\]* | *[[:cntrl:]]*) label='' ;;
  ?*) hint=" ($label); to find out why, run: npx agent-hook doctor $host" ;;
  esac
  case ${AGENT_HOOK_LOG-}/$1 in off/* | *'starts no more processes') return ;; esac
  case ${XDG_STATE_HOME-}:${HOME-} in
  /*:*) folder=$XDG_STATE_HOME/agent-hook/decisions ;;
  *:/*) folder=$HOME/.local/state/agent-hook/decisions ;;
  *) return ;;
  esac
  [ -d "$folder" ] || (umask 077 && PATH=/usr/bin:/bin:$PATH mkdir -p "$folder") >/dev/null 2>&1 || return
  # The newest file is the last one. Nothing that is not a file is opened: it could block.
  for file in "$folder"/decisions-[0-9][0-9][0-9][0-9][0-9][0-9].jsonl; do :; done
  [ -e "$file" ] || file=$folder/decisions-000001.jsonl
  if [ -L "$file" ] || { [ -e "$file" ] && [ ! -f "$file" ]; }; then file=''; fi
  [ -n "$file" ] && [ -w "$folder" ] && { [ ! -e "$file" ] || [ -w "$file" ]; } || return
  if [ -r /proc/sys/kernel/random/uuid ]; then
    read -r id </proc/sys/kernel/random/uuid
    id=${id%%-*}
  else
    # Split into words: the od of macOS fills the line with spaces.
    # shellcheck disable=SC2046
    set -- $(PATH=/usr/bin:/bin od -An -N4 -v -tx4 /dev/urandom)
    id=${1-}
  fi
  case $id in *[!0-9a-f]*) id='' ;; ????????) ;; *) id='' ;; esac
  [ -z "$id" ] || hint=" (${label:+$label, }id $id); to find out why, run: npx agent-hook why $id"
}

# Writes the line. A value that JSON would have to escape, or a long one, is left out. The line is one write, so that lines of
# other processes do not mix with it. If the last line was cut off, as on a full disk, it is ended first.
note() {
  [ -n "$id" ] || return 0
  now=$(PATH=/usr/bin:/bin:$PATH date -u +%Y-%m-%dT%H:%M:%S.000Z 2>/dev/null)
  case $now in ????-??-??T??:??:??.000Z) ;; *) return 0 ;; esac
  value=$1
  case $value in *[\"\\]* | *[[:cntrl:]]*) value='the hook failed' ;; esac
  place=$PWD
  case $place in *[\"\\]* | *[[:cntrl:]]*) place='' ;; esac
  [ "${#place}" -lt 1000 ] || place=''
  [ "${#label}" -lt 1000 ] || label=''
  [ "${#value}" -lt 1000 ] || value='the hook failed'
  case $host$event in *[!a-zA-Z0-9_.-]*) return 0 ;; esac
  case $1 in
  'the hook ended with 129' | 'the hook ended with 1'[3-9]? | 'the hook ended with 2'??) kind=killed ;;
  'the hook ended with '*) kind=exit ;;
  'the hook did not end'*) kind=timeout ;;
  *answer*) kind=no-answer ;;
  *PATH) kind=unstarted ;;
  *) kind=disturbed ;;
  esac
  (
    umask 077
    # The dot keeps the line break, which the shell would remove.
    torn=$([ ! -s "$file" ] || PATH=/usr/bin:/bin:$PATH tail -c 1 "$file"; printf .)
    case $torn in "$newline." | .) torn='' ;; *) torn=$newline ;; esac
    printf '%s{"id":"%s","time":"%s","host":{"name":"%s"},"hook":"%s","by":"launcher"%s%s,"point":"%s","event":"%s","decision":"%s"%s,"ms":0,"failure":{"kind":"%s","where":"%s","message":"%s","consequence":"%s"},"pid":%s}\n' \
      "$torn" "$id" "$now" "$host" "${label:-unknown}" "${label:+,\"file\":\"$label\"}" "${place:+,\"cwd\":\"$place\"}" \
      "$(point)" "$event" "$2" "${4:+,\"reason\":\"$4\"}" "$kind" "$event" "$value" "$3" "$$" >>"$file"
  ) >/dev/null 2>&1 || :
}

# Prints the point of the event.
point() {
  case $host/$event in
@POINTS@
  *) printf onEvent ;;
  esac
}

deny() {
  drain
  [ "$mode" != continue ] || {
    # Exits with 0 even if the system cannot start more processes.
    trap 'exit 0' EXIT
    say "$1; the host continues"
    prepare_note "$1"
    note "$1" none 'the host was told to continue'
    exit 0
  }
  prepare_note "$1"
  case $host/$event in
@HOSTS@
  *)
    say "$1; this launcher has no denial for this host and event"
    exit 2
    ;;
  esac
  # Both before the denial: if the system cannot start more processes, the shell may end here, and the host's command then
  # denies. bash allocates half a MB when its first child has ended, and with little memory ends there.
  say "$1: denied"
  : &
  wait "$!"
  printf '%s\n' "$document" || exit 2
  # Last: the host has its denial, whatever happens to the log. Another exit code would print a second one.
  trap 'exit 0' EXIT
  note "$1" deny 'the call was denied' 'denied: the hook failed'
  exit 0
}

pass() {
  say "$1; the host accepts no denial for this event"
  trap 'exit 0' EXIT
  note "$1" none 'this host cannot stop here'
  exit 0
}

# Runs the hook with the host's stdin (4) as its stdin and the pipe to the receiver (5) as its descriptor 3. When the hook
# has ended, writes its exit code to that pipe and ends the relay. Reports the process ids to the watch.
#
# setsid gives the hook its own process group, so that a signal to its group does not reach the launcher. Without setsid,
# bash creates the group. In any other shell, the hook stays in the launcher's group.
supervise() {
  hook='' session=''
  # A handler that does nothing. The hook would inherit an ignored signal.
  trap : PIPE
  trap 'stop; exit 1' HUP TERM
  identify parent
  [ ! -x /usr/bin/setsid ] || session=/usr/bin/setsid
  while
    [ -n "$session" ] || [ -z "${BASH_VERSION-}" ] || set -m
    start "$@" &
    hook=$!
    # Otherwise, bash reports the end of each job.
    set +m
    [ -r "$self" ] || tell hook "$hook"
    wait "$hook"
    code=$?
    # Node exits with 14, before it reads stdin, if another version of Node made the startup snapshot. The bundle X.cjs next
    # to X.blob then runs for the rest of the time.
    [ "$code" = 14 ] && [ "$2" = --snapshot-blob ] && [ -f "${3%.blob}.cjs" ]
  do
    program=$1 bundle=${3%.blob}.cjs
    shift 3
    case ${1-} in "$bundle" | --) shift ;; esac
    set -- "$program" "$bundle" "$@"
  done
  exec 4<&-
  # In zsh, wait also returns if the hook was stopped.
  [ "$code" -le 128 ] || ! kill -0 "$hook" 2>/dev/null || stop
  tell exit "$code"
  exec >&5
  # Padded, because receive_large reads a fixed number of bytes after the document.
  printf '\n%s %-3s\n' "$end" "$code"
  end_relay
  # zsh does not return from a function that started a process which was stopped, so another program replaces the shell.
  [ "$code" -le 128 ] || PATH=/usr/bin:/bin:$PATH exec sleep 0
}

# Becomes the hook. If there is /proc, first reports its process id to the watch: the hook may stop its parent at once.
start() {
  [ -z "${BASH_VERSION-}${ZSH_VERSION-}" ] || leave_processes
  export AGENT_HOOK_FD=3 AGENT_HOOK_KEY="$key" AGENT_HOOK_EVENT="$event"
  if [ -r "$self" ]; then
    read -r hook line <"$self"
    tell hook "$hook"
  fi
  # Separately: bash 3.2 of macOS would give the program the copies that it makes of the descriptors before.
  exec <&4 4<&-
  exec >&2
  exec 3>&5 5>&-
  exec $session "$@"
}

# Limits the hook to fewer processes than its user may have, so that the launcher can still start its own: about ten, and
# ten for each launcher that runs at the same time. If a process cannot be started, bash and zsh retry for longer than hosts
# wait. The other shells end at once, and the host's command denies.
leave_processes() {
  value=$(ulimit -u 2>/dev/null)
  case $value in
  '' | *[!0-9]*) ;;
  ? | ?? | [1-4]??) ulimit -SHu "$((value - value / 2))" ;;
  *) ulimit -SHu "$((value - 256))" ;;
  esac
}

# Reports a word and a value to the watch. If the watch is gone, kills the hook.
tell() {
  printf '%s %s\n' "$1" "$2" && return
  stop
  exit 1
}

# Sends SIGKILL, because the hook may be stopped or ignore other signals.
stop() {
  [ -z "$hook" ] || kill -KILL "-$hook" "$hook" 2>/dev/null
}

# After SECONDS, ends the wait for the answer and reports this to the watch, on pipes that the hook never has. It reads from
# a pipe that a sleep holds open, because the pipe ends however the sleep ends. Neither is a child of the hook's parent.
expire() {
  trap '' HUP INT PIPE
  # Without a watch, nothing would end this early.
  identify timer || exit
  read -r line
  exec >&8
  printf 'late\n'
  exec >&7
  printf 'late\n'
  PATH=/usr/bin:/bin:$PATH sleep 1 >/dev/null
  printf 'over\n'
}

# Kills the hook after SECONDS, and the rest of the launcher a second later. Not a part of supervise: the hook can stop its
# parent, and zsh starts no process while a child is stopped.
watch() {
  hook='' parent='' relay='' head='' timer='' sleep='' late='' finished=''
  # SIGHUP: the system sends it to a group with a stopped process once the last parent outside the group has ended.
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
    # Waits until both processes that must then be killed are known.
    case $finished in ..*) [ -z "$timer" ] || [ -z "$sleep" ] || break ;; esac
  done
  stop
  # The sleep has ended by itself, and another process may have its id now.
  [ -z "$late" ] || timer='' sleep=''
  # The timer first: it would treat the end of the sleep as the end of the time.
  for value in "$timer" "$sleep" "$parent" "$relay" "$head"; do
    [ -z "$value" ] || kill -KILL "$value"
  done
}

# Ends the relay. Node sets O_NONBLOCK on its stderr, so a full pipe accepts nothing until the relay has read. If the relay
# has already ended, SIGPIPE ends this.
end_relay() {
  trap - PIPE
  exec >&2
  for attempt in 1 2 3; do
    printf '\n%s\n' "$end" && return
    PATH=/usr/bin:/bin:$PATH sleep "$attempt"
  done
}

# Passes the hook's other output on to stderr until the hook has ended. It stops then, so that a child that still runs does
# not keep the host's pipe open. Drops empty lines. Reads bytes: bash treats a newline after half a UTF-8 character as a part
# of the line.
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

# Prints its own process id, and then a verdict as one line: "answer" with the hook's document, or what is wrong. A line
# "large" comes before a long verdict. Stops reading at the line with the exit code, because the pipe may never end.
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
  # Reported to the watch first, because select_verdict ends this process once it has the verdict.
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
  # Checks for the end before cutting it off: busybox needs 15 s to find that 1 MB has no such end.
  case $document in *"$newline$end "*)
    code=${document##*"$end "}
    document=${document%"$newline$end "*}
    ;;
  esac
  document=${document%"$newline"}
}

# Prints the first verdict, from the receiver or from the timer, and ends the receiver, which may still read from a pipe that
# never ends. A shell reads a pipe byte by byte, so head reads a large verdict.
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

# Sets the verdict from the document and the exit code.
judge() {
  case $document in *[[:cntrl:]]*) expected=nothing ;; esac
  case $1/$expected/${#document} in
  "0//$length") verdict=answer$document ;;
  0/* | lost/*) verdict='the hook ended without a whole answer' ;;
  /*) verdict='the launcher was disturbed' ;;
  *) verdict="the hook ended with $1" ;;
  esac
}

# Sets the label, which names the hook to the user who reads the denial.
describe() {
  label=$1
  shift
  for word; do
    case $word in
    /* | ./*)
      label=$word
      break
      ;;
    esac
  done
}

# Sets program to the path of a program on the PATH, and otherwise problem to what is wrong. findTrustedProgram of agent-hook
# has the same rule.
find_program() {
  folders=${PATH-}: problem='is not on the PATH'
  while [ -n "$folders" ]; do
    folder=${folders%%:*} folders=${folders#*:}
    program=$folder/$1
    if [ -f "$program" ] && [ -x "$program" ]; then
      ! is_trusted "$folder" || return 0
      problem='is on the PATH only in folders in which the project, its packages or other users may put programs'
    fi
  done
  return 1
}

# Sets program to another Node, Bun or Deno if the one at a path is gone, as after an upgrade: to the newest version next to it
# that hooks can run on, or else to the one on the PATH. What is next to it is trusted as it was, also in the current folder.
find_runtime() {
  newest_minor=-1 program='' folder=${1%/*}
  case $1 in */node) newest=20 ;; */bun) newest=1 ;; *) newest=2 ;; esac
  until [ -z "$folder" ] || [ -n "$program" ]; do
    case ${folder##*/} in
    *[0-9].[0-9]*)
      for file in "${folder%/*}"/*"${1#"$folder"}"; do
        version=${file#"${folder%/*}/"}
        version=${version#v}
        minor=${version#*.}
        version=${version%%[!0-9]*}
        minor=${minor%%[!0-9]*}
        [ "${version:-0}" -gt "$newest" ] ||
          { [ "${version:-0}" -eq "$newest" ] && [ "${minor:-0}" -gt "$newest_minor" ]; } || continue
        [ -f "$file" ] && [ -x "$file" ] && is_private "${file%/*}" || continue
        newest=$version newest_minor=${minor:-0} program=$file
      done
      ;;
    esac
    folder=${folder%/*}
  done
  [ -n "$program" ] || find_program "${1##*/}"
}

# Returns whether neither the project, which is the current folder, nor its packages nor other users may put programs into
# a folder.
is_trusted() {
  case $1 in
  */node_modules/.bin | */node_modules/.bin/) return 1 ;;
  /*) [ ! "$1" -ef "$1/../../node_modules/.bin" ] || return 1 ;;
  *) return 1 ;;
  esac
  # First as the path is written, because the project can change its own links, then without links.
  value=$1
  while [ -n "$value" ]; do
    [ ! "$value" -ef . ] || return 1
    value=${value%/*}
  done
  value=$1
  until [ "$value" -ef / ]; do
    [ -e "$value" ] && [ ! "$value" -ef . ] || return 1
    value=$value/..
  done
  is_private "$1"
}

is_private() {
  case $(PATH=/usr/bin:/bin:$PATH ls -ldL "$1/") in '' | ????????w*) return 1 ;; esac
}

# Two values that cannot be guessed: a hook may print what a model wrote, and its children inherit its descriptors. The key
# marks an answer. Only the hook receives it, in its environment. The end marks the end of the hook. No process receives it.
secrets() {
  key=$1-$2-$3-$4 end=$5-$6-$7-$8
}

# In braces, so that the shell reads all of this before it runs any of it. With few descriptors, the shell may have the script
# open as 6: `exec 6<&0` would replace it, and the shell would run the host's call as its script.
{
  trap - EXIT
  hint=
  label=
  # The shell's own message is dropped, because writing it could block on a stderr that nobody reads.
  { command exec 6<&0; } 2>/dev/null || {
    exec 6</dev/null
    deny "stdin is closed"
  }
  [ $# -gt 4 ] || deny "expected MODE HOST EVENT SECONDS PROGRAM"
  shift 4
  describe "$@"
  [ -z "$lost" ] || deny "$lost"
  case $1 in
  */node | */bun | */deno)
    [ -x "$1" ] || ! find_runtime "$1" || {
      shift
      set -- "$program" "$@"
    }
    ;;
  */*) ;;
  *)
    find_program "$1" || deny "$1 $problem"
    shift
    set -- "$program" "$@"
    ;;
  esac
  self=/proc/self/stat
  random=/proc/sys/kernel/random/uuid
  if [ -r "$random" ]; then
    read -r key <"$random"
    read -r end <"$random"
  else
    # shellcheck disable=SC2046
    secrets $(PATH=/usr/bin:/bin od -An -N32 -v -tx4 /dev/urandom)
  fi
  case $key/$end in ????????????????*/????????????????*) ;; *) deny "the system gave no random numbers" ;; esac

  # The hook and the relay run in the background, because they may block on a stderr that nobody reads. Each process closes
  # the descriptors that it does not need with exec: if a group were redirected instead, the shell would keep copies, and a
  # pipe of the host with them. It closes few at a time, because dash needs a spare descriptor for each.
  #
  # 4 and 6 are the host's stdin, for the hook and for drain. 5 leads to receive, 7 to the watch, 8 to select_verdict.
  verdict=$(
    {
      exec 4<&0 8>&1 6<&-
      {
        exec 7>&1 </dev/null
        # If the system cannot start more processes, dash and busybox ash end here.
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
  locale=${LC_ALL+=$LC_ALL}
  # bash needs more than a second to compare 10 MB of UTF-8.
  LC_ALL=C
  case $verdict in
  answer) ;;
  'answer{'*'}') printf '%s\n' "${verdict#answer}" || deny "its answer could not be printed" ;;
  # The time may end in the middle of an answer.
  *late) deny "the hook did not end within $seconds s" ;;
  *unstarted) deny "the system starts no more processes" ;;
  answer*) deny "its answer is not a JSON object" ;;
  'the '*) deny "$verdict" ;;
  *) deny "the launcher was disturbed" ;;
  esac
  # Exits with 0 even if the system cannot start more processes: the host has its answer.
  trap 'exit 0' EXIT
  case $locale in '') unset LC_ALL ;; *) LC_ALL=${locale#=} ;; esac
  start_resident "$@"
  exit 0
}
