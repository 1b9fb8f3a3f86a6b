import type { ApproveToolOutcome, BeforeToolOutcome } from "@agent-hook/host";
import type { HelloResult } from "@agent-hook/protocol";
import type { NamedHost } from "@agent-hook/sdk/hosts";
import type { Manifest } from "@agent-hook/sdk/in-process";
import type { Probe } from "../probe/probe.js";
import type { Configured, ConfiguredHook } from "./configured.js";

/** What the command of a hook is on this machine. */
export interface CommandFacts {
  /** The program's path, as PicoClaw finds it. */
  readonly program?: string;
  /** Why it cannot be started. */
  readonly fault?: { readonly id: "dir-missing" | "command-missing" | "command-not-executable"; readonly why: string };
  /** The first argument that looks like a script. */
  readonly script?: { readonly given: string; readonly path: string; readonly exists: boolean };
}

/** What became of a start. */
export interface StartFacts {
  /** From the start to the answer to hello, or to the failure. */
  readonly ms: number;
  /** What it answered. */
  readonly hello?: HelloResult;
  readonly failure?: StartFailure;
  /** What it wrote to stdout that is no message. */
  readonly noise: readonly string[];
}

export interface StartFailure {
  /** `environment`: this machine starts no process now, whatever the hook is. */
  readonly kind: "late" | "failed" | "environment";
  readonly what: string;
  /** Its last lines. */
  readonly stderr: string;
}

/** What the host does at a tool when the hook was killed. */
export interface KilledFacts {
  readonly beforeTool: BeforeToolOutcome["outcome"];
  readonly approveTool: ApproveToolOutcome["outcome"];
  /** Whether the tool ran. */
  readonly ran: boolean;
  /** What the model reads. */
  readonly text: string;
}

/** All that is known of one hook. */
export interface HookFacts extends ConfiguredHook {
  readonly command: CommandFacts;
  /** Nothing where it was not started. */
  readonly start?: StartFacts;
  /** What it says of itself, if it is a hook of the SDK; of one that refuses the config's modes, too. */
  readonly manifest?: Manifest;
  /** Nothing for a hook that tools are not asked of. */
  readonly killed?: KilledFacts | { readonly failure: string };
  /** What came of a harmless call, or `undefined` if none was made. */
  readonly probe?: Probe;
  /** Whether it was not started because nobody said that the config's commands may run. */
  readonly withheld?: true;
  /** The host that its command or environment names. */
  readonly namedHost?: NamedHost;
}

/** What became of asking an MCP server what it is. */
export interface ServerFacts {
  readonly name: string;
  /** Why it does not start. */
  readonly failure?: string;
}

/** All that is known: what the findings are made from. */
export interface Facts {
  readonly config: Configured;
  readonly hooks: readonly HookFacts[];
  /** The MCP servers that are hooks of the SDK. */
  readonly servers: readonly ServerFacts[];
  /** The version that was said with `--host`. */
  readonly version: string | undefined;
}

/** The version that a hook is judged by; nothing if nobody said it. */
export function versionOf({ version }: Facts, { namedHost }: HookFacts): string | undefined {
  return version ?? namedHost?.version;
}
