/** What the Claude Agent SDK passes to Claude Code. */
interface Started {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Options of the program, without `--`. */
  readonly extraArgs?: Readonly<Record<string, unknown>>;
  /** Settings, or their JSON, or the path of their file, which is not read here. */
  readonly settings?: unknown;
}

const VARIABLE = "CLAUDE_CODE_SIMPLE";
const OFF = /^\s*(?:0|false|no|off|)\s*$/i;

/**
 * Returns the switch with which Claude Code starts in its bare mode, or `undefined`. It then calls no hook, also no callback
 * of the Claude Agent SDK. Its other switches, such as `--safe-mode`, leave out only the hooks of settings:
 * packages/interop/real/claude-agent-sdk.test.ts shows both.
 */
export function bareSwitch({ env, extraArgs = {}, settings }: Started): string | undefined {
  if (Object.hasOwn(extraArgs, "bare")) return "--bare";
  // Settings replace variables of the process.
  const { [VARIABLE]: value = env[VARIABLE] } = { ...variablesOf(extraArgs.settings), ...variablesOf(settings) };
  return value === undefined || OFF.test(String(value)) ? undefined : VARIABLE;
}

function variablesOf(settings: unknown): Readonly<Record<string, unknown>> {
  const { env } = Object(typeof settings === "string" ? parsed(settings) : settings) as { readonly env?: object };
  return { ...env };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
