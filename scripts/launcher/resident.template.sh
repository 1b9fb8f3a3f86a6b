# With resident-MODE, a process of the hook that stays is asked first. Everything below is then read only if it does not
# answer. It is asked through curl, with two requests. The first contains this environment, the folder and the command. The
# process accepts the call only if all of this, its files and its user are the same as when it started. The host's call is
# read only then, so whatever is wrong before, the hook is started for the call as usual. From then on, the call is this
# process's: whatever is wrong afterwards is a denial, because the hook must not run twice.
#
# Sets resident if a process may be started for the next calls, and lost to why the call must be denied.
ask_resident() {
  [ $# -gt 4 ] || return 0
  [ -x /usr/bin/curl ] && [ -x /usr/bin/cksum ] && [ -r /proc/self/environ ] && [ -e /proc/self/fd/0 ] || return 0
  # The first request has one of the seconds.
  case $seconds in '' | *[!0-9]* | 0* | 1 | ?????*) return 0 ;; esac
  # A trace has the messages of one process.
  [ -z "${AGENT_HOOK_TRACE-}" ] || return 0
  case ${XDG_STATE_HOME-}:${HOME-} in
  /*:*) resident=$XDG_STATE_HOME/agent-hook/residents ;;
  *:/*) resident=$HOME/.local/state/agent-hook/residents ;;
  *) return 0 ;;
  esac
  proof=''
  shift 4
  value=$IFS IFS=$newline
  # What the hook gets from its caller besides the environment.
  asked="$PWD$newline$host$newline$(umask; ulimit -a)$newline$*"
  IFS=$value
  # The name only finds the process. The process itself compares everything.
  # shellcheck disable=SC2046
  set -- $(AGENT_HOOK_RESIDENT_FOR=$asked /usr/bin/cksum /proc/self/environ 2>/dev/null)
  case ${1-}-${2-} in
  *[!0-9-]* | -* | *-)
    resident=''
    return 0
    ;;
  esac
  resident=$resident/$1-$2
  # No other user can write a file of this user, and the proof in it is what only the process itself can answer with.
  [ -f "$resident.key" ] && [ ! -L "$resident.key" ] && [ -O "$resident.key" ] || return 0
  read -r proof pid started <"$resident.key" || return 0
  case $proof.$pid.$started in *[!0-9a-f.]* | .* | *..* | *.) return 0 ;; esac
  answer=$(
    AGENT_HOOK_RESIDENT_FOR=$asked exec /usr/bin/curl -q -s -f --fail-early --noproxy '*' --unix-socket "$resident.$pid" \
      -m 1 --data-binary @/proc/self/environ -w '\n%{http_code}\n' "http://hook/accept/$$" \
      --next -s -f --noproxy '*' --unix-socket "$resident.$pid" \
      -m "$((seconds - 1))" -H expect: -T - "http://hook/call/$event" 2>/dev/null
  )
  code=$?
  case $code/$answer in
  */"$proof${newline}200"*)
    resident=''
    take_answer
    ;;
  # curl did not read the call: it found no process, or an error was the answer.
  28/"${newline}000") end_stopped ;;
  [0-9]/ | [0-9][0-9]/ | 12[67]/ | */"${newline}000" | */"$newline"[45]??) ;;
  # A stranger may have the call, or curl was killed.
  *)
    resident=''
    lost='the launcher was disturbed'
    ;;
  esac
}

# Prints what the process answered: its proof and exit code, lines of at most 200 bytes with what it printed to stderr, each
# after a bar and escaped for printf, the document, and a dot. A shell is slow to split longer lines.
take_answer() {
  # bash needs more than a second to compare 10 MB of UTF-8.
  LC_ALL=C
  case $code/$answer in
  "0/$proof${newline}200$newline$proof "[0-9]"$newline"*"$newline.") ;;
  28/*)
    # A handler in an endless loop. Nothing else would end it.
    end_resident
    lost="the hook did not end within $seconds s"
    return 0
    ;;
  *)
    lost='the hook ended without a whole answer'
    return 0
    ;;
  esac
  answer=${answer#"$proof${newline}200$newline$proof "}
  code=${answer%%"$newline"*} answer=${answer#*"$newline"}
  while :; do
    case $answer in '|'*) ;; *) break ;; esac
    line=${answer%%"$newline"*} answer=${answer#*"$newline"}
    noise=$noise${line#'|'}
  done
  document=${answer%"$newline."}
  if [ -n "$noise" ]; then (printf '%b' "$noise" >&2) >/dev/null & fi
  case $code/$document in
  0/*[[:cntrl:]]*) lost='its answer is not a JSON object' ;;
  0/) exit 0 ;;
  0/'{'*'}')
    printf '%s\n' "$document" && exit 0
    lost='its answer could not be printed'
    ;;
  0/*) lost='its answer is not a JSON object' ;;
  *) lost="the hook ended with $code" ;;
  esac
}

# The process did not accept the call within a second: it is stopped, or a handler blocks it in another call, whose launcher
# ends it in time. Only a stopped process is ended here. It is replaced, as one that is gone.
end_stopped() {
  # The host's timeout does not move.
  seconds=$((seconds - 1))
  line=''
  { read -r line <"/proc/$pid/stat"; } 2>/dev/null
  case $line in
  '') ;;
  *') '[Tt]' '*) end_resident ;;
  *) resident='' ;;
  esac
}

# Sends SIGKILL to the process and its children, if its id is still its own.
end_resident() {
  { read -r line <"/proc/$pid/stat"; } 2>/dev/null || return 0
  # shellcheck disable=SC2086
  set -- ${line##*') '}
  [ "${20-}" = "$started" ] || return 0
  [ "$3" != "$pid" ] || kill -KILL "-$pid" 2>/dev/null
  kill -KILL "$pid" 2>/dev/null
}

# Starts a process for the next calls. It has no descriptor of the host, which waits until they are closed, and its own
# session. If a handler loops after its launcher is gone, the system ends the process after 300 s on the processor.
start_resident() {
  [ -n "$resident" ] || return 0
  (umask 077 && PATH=/usr/bin:/bin:$PATH mkdir -p "${resident%/*}") >/dev/null 2>&1 || return 0
  [ -O "${resident%/*}" ] || return 0
  # Another call may have started one since this call looked for it.
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
    ulimit -S -t 300 || :
    session=
    [ ! -x /usr/bin/setsid ] || session=/usr/bin/setsid
    # Only this process may stay, and none that the hook starts. Calls at the same time start one process.
    read -r pid line <"$self"
    (set -C && printf '%s\n' "$pid" >"$resident.lock") || exit
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
esac
