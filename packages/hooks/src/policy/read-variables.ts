import { MACHINES } from "@agent-hook/sdk/internal/machines";

/** A `*` stands for any text. */
const ALWAYS: readonly string[] = [
  // Where the user's files are, and programs.
  ...["HOME", "PATH", "SHELL", "USER", "LOGNAME", "TMPDIR", "TMP", "TEMP", "XDG_CONFIG_HOME", "XDG_STATE_HOME"],
  // Of agent-hook, and of what sends its decisions.
  ...["AGENT_HOOK_*", "OTEL_*"],
  // Of Node, its libraries, and the system that loads both.
  ...["NODE_*", "UV_*", "SSL_*", "OPENSSL_*", "ICU_*", "LD_*", "GLIBC_TUNABLES", "MALLOC_*"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
  // How time and texts look.
  ...["TZ", "TZDIR", "LANG", "LANGUAGE", "LC_*"],
  // Of git, which some hooks start.
  "GIT_*",
];

/** The variables that the ready-made hooks read, and those that move the settings of agents. */
export const READ_VARIABLES: readonly string[] = [
  ...new Set([...ALWAYS, ...Object.values(MACHINES).flatMap(({ movedBy }) => Object.keys(movedBy))]),
];
