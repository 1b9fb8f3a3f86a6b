import { basename, isAbsolute } from "node:path";
import { POINTS, type PointName } from "@agent-hook/picoclaw/protocol";
import { didYouMean } from "@agent-hook/sdk/internal/text";
import { usageError } from "../command-error.js";
import type { HookSummary, HostFormat } from "../host-config/index.js";
import type { ConfigFlags } from "./config-target.js";
import { readManifest } from "./read-manifest.js";
import { snapshotIn } from "./snapshot.js";

/** Returns the hook's manifest or, if the flags describe the hook, the facts from the flags. Throws `CommandError`. */
export async function readHookSummary(
  command: readonly string[],
  format: Pick<HostFormat, "needsLauncher">,
  flags: Pick<ConfigFlags, "intercept" | "observe" | "onFailure">,
): Promise<HookSummary> {
  const { intercept, observe, onFailure } = flags;
  if (intercept === undefined && observe === undefined) {
    if (onFailure !== undefined) {
      throw usageError(
        "--on-failure needs --intercept or --observe: a hook with a manifest has its own failure policy",
      );
    }
    return readManifest(command, { advice: adviceFor(command, format) });
  }
  return {
    name: nameFromCommand(command),
    points: [...(intercept ?? []).map(parsePoint), ...(observe ? (["onEvent"] as const) : [])],
    tools: [],
    onFailure: parseFailurePolicy(onFailure),
  };
}

function adviceFor(
  command: readonly string[],
  { needsLauncher }: Pick<HostFormat, "needsLauncher">,
): string | undefined {
  if (snapshotIn(command) !== undefined) return "If its bundle starts, rebuild the snapshot: agent-hook build";
  if (needsLauncher) return undefined;
  return "If the hook does not use the SDK, it has no manifest: name its points, such as: --intercept before_tool,approve_tool";
}

/** Returns the name if every config can use it as a key and it is readable in a log. Throws `CommandError`. */
export function assertName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/.test(name)) return name;
  throw usageError(
    `"${name}" is not a valid entry name: expected up to 64 ASCII letters, digits and . _ + -; pass one, such as: --name my-hook`,
  );
}

/** Returns the name of the script's file, or of the program's if no script is given, without its extension. */
function nameFromCommand([program = "", ...args]: readonly string[]): string {
  return basename(args.find((arg) => isAbsolute(arg)) ?? program).replace(/(?<=.)\.\w+$/, "");
}

function parsePoint(text: string): PointName {
  const known = Object.entries(POINTS);
  const match = known.find(([, { intercept }]) => intercept === text);
  if (match !== undefined) return match[0] as PointName;
  const names = known.map(([, { intercept }]) => intercept);
  throw usageError(`--intercept: unknown point "${text}"${didYouMean(text, names)}; expected ${names.join(", ")}`);
}

function parseFailurePolicy(text = "continue"): HookSummary["onFailure"] {
  if (text === "continue" || text === "block") return text;
  throw usageError(`--on-failure: expected continue or block, got "${text}"${didYouMean(text, ["continue", "block"])}`);
}
