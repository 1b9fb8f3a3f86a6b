import type { ApproveToolOutcome, BeforeToolOutcome } from "@agent-hook/picoclaw";
import type { HelloResult } from "@agent-hook/picoclaw/protocol";
import type { NamedHost } from "@agent-hook/sdk/hosts";
import type { Manifest } from "@agent-hook/sdk/in-process";
import type { ProcessesHost } from "../../host-config/installs.js";
import type { Probe } from "../probe/probe.js";
import type { ConfiguredHook, HooksInConfig } from "./hooks-in-config.js";

/** What a hook's command resolves to on this machine. */
export interface CommandFacts {
  /** The program's path, as the host finds it. */
  readonly program?: string;
  /** Why the command cannot be started. */
  readonly fault?: { readonly id: "dir-missing" | "command-missing" | "command-not-executable"; readonly why: string };
  /** The first argument that looks like a script. */
  readonly script?: { readonly argument: string; readonly path: string; readonly exists: boolean };
}

/** The result of starting a hook. */
export interface StartFacts {
  /** Milliseconds from the start to the answer to hello, or to the failure. */
  readonly ms: number;
  /** The answer to hello. */
  readonly hello?: HelloResult;
  readonly failure?: StartFailure;
  /** Output on stdout that is not a message. */
  readonly noise: readonly string[];
}

export interface StartFailure {
  /** `environment`: this machine cannot start any process at the moment. */
  readonly kind: "late" | "failed" | "environment";
  readonly what: string;
  /** The last lines of the hook's stderr. */
  readonly stderr: string;
}

/** What the host does with a tool call after the hook was killed. */
interface KilledFacts {
  readonly beforeTool: BeforeToolOutcome["outcome"];
  readonly approveTool: ApproveToolOutcome["outcome"];
  /** Whether the tool ran. */
  readonly ran: boolean;
  /** The text that the model receives. */
  readonly text: string;
}

/** All facts about one hook. */
export interface HookProcessFacts extends ConfiguredHook {
  readonly command: CommandFacts;
  /** Absent if the hook was not started. */
  readonly start?: StartFacts;
  /** The manifest of a hook that uses the SDK, even if the hook rejects the modes in the config. */
  readonly manifest?: Manifest;
  /** Absent if the hook is not called about tools. */
  readonly killed?: KilledFacts | { readonly failure: string };
  /** The result of a harmless call, or `undefined` if none was made. */
  readonly probe?: Probe;
  /** Whether the hook was not started because the user did not allow the commands of the config to run. */
  readonly consentMissing?: true;
  /** The host that the hook's command or environment names. */
  readonly namedHost?: NamedHost;
}

/** The result of reading an MCP server's manifest. */
export interface ServerFacts {
  readonly name: string;
  /** Why the server does not start. */
  readonly failure?: string;
}

/** All facts from which the findings are derived. */
export interface Facts {
  readonly host: ProcessesHost;
  readonly config: HooksInConfig;
  readonly hooks: readonly HookProcessFacts[];
  /** The hooks that the host starts as MCP servers. */
  readonly servers: readonly ServerFacts[];
  /** The version given with `--host`. */
  readonly version: string | undefined;
}

/** Returns the version whose rules apply to a hook, or `undefined` if it is unknown. */
export function versionOf({ version }: Facts, { namedHost }: HookProcessFacts): string | undefined {
  return version ?? namedHost?.version;
}

/** Describes what happened after the hook was killed, or returns `undefined` if this was not tested. */
export function killedText({ killed }: HookProcessFacts): string | undefined {
  if (killed === undefined || "failure" in killed) return undefined;
  return killed.ran
    ? openText(killed)
    : `when killed, it fails closed: the tool did not run, and the model reads "${killed.text}"`;
}

function openText({ beforeTool, approveTool }: KilledFacts): string {
  const words: Readonly<Record<string, string>> = { continue: "continued without it", approved: "nobody was asked" };
  const outcomeText = (outcome: string) => words[outcome] ?? outcome;
  return `when killed, it fails open: before_tool ${outcomeText(beforeTool)}, at approve_tool ${outcomeText(approveTool)}, and the tool ran`;
}
