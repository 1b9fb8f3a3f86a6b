/**
 * Differ with each call, session, terminal or window, and say nothing about what a hook should decide. A process that stays
 * does not compare them. It gives the hook the caller's values, so only what a module read when it was loaded can be old.
 * A `*` stands for any text.
 */
export const DIFFERENT_BY_SOURCE: Readonly<Record<string, readonly string[]>> = {
  "the shell": ["_", "SHLVL", "OLDPWD", "COLUMNS", "LINES"],
  "the agent": ["*SESSION_ID", "*TOOL_USE_ID", "CODEX_THREAD_ID", "CLAUDE_ENV_FILE", "TRACEPARENT", "TRACESTATE"],
  "the terminal": [
    ...["WINDOWID", "GPG_TTY", "TMUX", "TMUX_PANE", "STY", "WINDOW", "ZELLIJ_PANE_ID", "ZELLIJ_SESSION_NAME"],
    ...["KITTY_PID", "KITTY_WINDOW_ID", "WEZTERM_PANE", "ALACRITTY_WINDOW_ID", "GNOME_TERMINAL_SCREEN", "TILIX_ID"],
    ...["KONSOLE_DBUS_SESSION", "KONSOLE_DBUS_WINDOW", "VSCODE_IPC_HOOK_CLI", "VSCODE_GIT_IPC_HANDLE", "WT_SESSION"],
  ],
  "the login": ["SSH_CLIENT", "SSH_CONNECTION", "SSH_TTY", "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID"],
};

export const DIFFERENT_EACH_TIME: readonly string[] = Object.values(DIFFERENT_BY_SOURCE).flat();

/** The key under which a hook carries a function that resolves to the variables that it reads, if all of them are known. */
const KNOWN_VARIABLES = Symbol.for("agent-hook.known-variables");

/** Which variables make a difference to a process that stays. ask.pl reads `text`, and does the same. */
export class VariableRule {
  readonly text: string;
  readonly #isOnly: boolean;
  readonly #pattern: RegExp;

  private constructor(isOnly: boolean, names: readonly string[]) {
    const pattern = `^(?:${names.map((name) => name.replaceAll("*", "[^=]*")).join("|")})=`;
    this.text = `${isOnly ? "+" : "-"} ${pattern}\n`;
    this.#isOnly = isOnly;
    this.#pattern = new RegExp(pattern);
  }

  static only(names: readonly string[]): VariableRule {
    return new VariableRule(true, names);
  }

  static allExcept(names: readonly string[]): VariableRule {
    return new VariableRule(false, names);
  }

  static async of(hook: object): Promise<VariableRule> {
    const known: unknown = Reflect.get(hook, KNOWN_VARIABLES);
    return typeof known === "function" ? VariableRule.only(await known()) : VariableRule.allExcept(DIFFERENT_EACH_TIME);
  }

  /** `entry`: `NAME=VALUE`. */
  compares(entry: string): boolean {
    return this.#pattern.test(entry) === this.#isOnly;
  }
}
