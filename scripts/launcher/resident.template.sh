# With resident-MODE, a process of the hook that stays is asked first, by ask.pl. Everything below is then read only if it
# does not answer. The process accepts the call only if this environment, the folder, the command, the process's files and
# its user are the same as when it started. The host's call is read only then, so whatever is wrong before, the hook is
# started for the call as usual. From then on, the call is this process's: whatever is wrong afterwards is a denial, because
# the hook must not run twice.
#
# Sets resident if a process may be started for the next calls, and lost to why the call must be denied.
ask_resident() {
  [ $# -gt 4 ] || return 0
  [ -x /usr/bin/perl ] && [ -r /proc/self/environ ] && [ -e /proc/self/fd/0 ] && [ -e /proc/self/fd/2 ] || return 0
  # In another process namespace, /proc may still have the ids of the one outside.
  [ "/proc/$$" -ef /proc/self ] || return 0
  # The process has a part of a second to accept the call.
  case $seconds in '' | *[!0-9]* | 0* | 1 | ?????*) return 0 ;; esac
  # A trace has the messages of one process. PERL5OPT can make Perl run something else first.
  [ -z "${AGENT_HOOK_TRACE-}${PERL5OPT-}" ] || return 0
  case ${XDG_STATE_HOME-}:${HOME-} in
  /*:*) resident=$XDG_STATE_HOME/agent-hook/residents ;;
  *:/*) resident=$HOME/.local/state/agent-hook/residents ;;
  *) return 0 ;;
  esac
  # With the name and the process id, it would be too long for a socket.
  [ "${#resident}" -le 80 ] || return 0
  shift 4
  value=$IFS IFS=$newline
  asked="$PWD$newline$host$newline$*"
  IFS=$value
  answer=$(
    exec 3>&2 2>/dev/null
    AGENT_HOOK_RESIDENT_FOR=$asked exec /usr/bin/perl -f -C0 "${0%/*}/ask.pl" "$resident" "$seconds" "$event" "$$"
  )
  code=$?
  case $code in
  10)
    trap - EXIT
    [ "$answer" != none ] || exit 0
    [ -z "$answer" ] || { printf '%s\n' "$answer" && exit 0; }
    resident='' lost='its answer could not be printed'
    ;;
  [34])
    # The host's timeout does not move.
    [ "$code" = 3 ] || seconds=$((seconds - 1))
    # shellcheck disable=SC2086
    set -- $answer
    resident=${1:+$resident/$1} proof=${2-} pid=${3-}
    ;;
  5) resident='' lost=${answer:-the launcher was disturbed} ;;
  # 0: bash could not start Perl, or ask.pl was cut off.
  0 | 2 | 13 | 12[67] | 255) resident='' ;;
  # Perl was killed, and may have read the call.
  *) resident='' lost='the launcher was disturbed' ;;
  esac
}

# Starts a process for the next calls. It has no descriptor of the host, which waits until they are closed, and its own
# session. If a handler loops after its launcher is gone, the system ends the process after 100 s on the processor.
start_resident() {
  [ -n "$resident" ] || return 0
  (umask 077 && PATH=/usr/bin:/bin:$PATH mkdir -p "${resident%/*}") >/dev/null 2>&1 || return 0
  [ -O "${resident%/*}" ] || return 0
  # Another call may have started one since this call looked for it.
  [ ! -f "$resident.variables" ] || return 0
  if [ -f "$resident.key" ]; then
    value=''
    read -r value line <"$resident.key"
    [ "$value" = "$proof" ] || return 0
  fi
  if [ -f "$resident.lock" ]; then
    read -r value <"$resident.lock" || value=''
    # The process that did not answer may still have its lock.
    [ "$value" = "${pid-}" ] || ! kill -0 "$value" 2>/dev/null || return 0
    PATH=/usr/bin:/bin:$PATH rm -f "$resident.lock"
  fi
  if [ "$2" = --snapshot-blob ]; then
    program=$1 bundle=${3%.blob}.cjs
    [ -f "$bundle" ] || return 0
    shift 3
    case ${1-} in "$bundle" | --) shift ;; esac
    set -- "$program" "$bundle" "$@"
  fi
  (
    exec </dev/null >/dev/null 2>&1
    exec 3>&- 4>&- 5>&-
    exec 6>&- 7>&- 8>&-
    exec 9>&-
    trap '' HUP
    ulimit -S -t 100 || :
    session=
    [ ! -x /usr/bin/setsid ] || session=/usr/bin/setsid
    # Only this process may stay, and none that the hook starts. Calls at the same time start one process.
    read -r pid line <"$self"
    (umask 077 && set -C && printf '%s\n' "$pid" >"$resident.lock") || exit
    # Not every shell can close those above 9, so the process itself does.
    kept=''
    for file in /proc/self/fd/[1-9][0-9]*; do kept=$kept,${file##*/}; done
    AGENT_HOOK_RESIDENT="$pid$kept $resident" AGENT_HOOK_RESIDENT_FOR=$asked exec $session "$@"
  ) &
}

resident='' lost=''
case $mode in
resident-*)
  mode=${mode#resident-}
  ask_resident "$@"
  ;;
started-*) mode=${mode#started-} ;;
esac
