import { realPath } from "@agent-hook/sdk/internal/installs";
import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { usageError } from "../command-error.js";
import { filesInCommand } from "../dev/hook-files.js";
import type { HookSummary } from "../host-config/index.js";
import { CALLABLE_HOSTS } from "../host-option.js";

/** A decision whose call the log has completely. */
export type WholeCall = DecisionRecord & {
  readonly point: "beforeTool" | "approveTool";
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
};

/** What the log writes in place of a secret, and of what it leaves out. */
const REDACTED = "[redacted]";
const CUT = "…";

/** Returns why the call of a decision cannot be made again, or `undefined`. */
export function whyNotAgain({ by, host, point, tool, arguments: args, cwd }: DecisionRecord): string | undefined {
  if (by === "launcher") return "the hook was dead, and its launcher does not log the call";
  if (tool === undefined || !["beforeTool", "approveTool"].includes(point)) {
    return "only a call before a tool can be asked again: the log has no results, prompts and messages";
  }
  if (!CALLABLE_HOSTS.includes(host.name)) return `agent-hook cannot make calls of ${host.name}`;
  const logged = [tool, args, cwd];
  if (someText(logged, REDACTED)) return "the log has this call without its secrets, so it would be another call";
  if (typeof args !== "object" || args === null || someText(logged, CUT)) {
    return "the log has only a part of this call: it cuts arguments of more than 2 KB";
  }
  return undefined;
}

/** Throws a usage error if the call of a decision cannot be made again. */
export function assertWholeCall(record: DecisionRecord): asserts record is WholeCall {
  const why = whyNotAgain(record);
  if (why !== undefined) throw usageError(why);
}

/** Returns why a hook must not receive the call of a decision, or `undefined`. */
export function whyNotThisHook(call: WholeCall, command: readonly string[], manifest: HookSummary): string | undefined {
  const { file, tool, by = call.hook } = call;
  const files = filesInCommand(command);
  // The copy that `agent-hook dev` keeps of the last version that worked is another file.
  if (by !== manifest.name && (file === undefined || !files.map(realPath).includes(realPath(file)))) {
    return `another hook decided: ${by}${file === undefined ? "" : ` in ${file}`}. This page has the hook ${manifest.name}`;
  }
  // A hook runs its own tools itself when it receives the call.
  const isOwn = manifest.tools.some(({ name }) => tool === name || (/^mcp_/.test(tool) && tool.endsWith(`_${name}`)));
  return isOwn ? `${tool} is a tool of this hook, and asking again would run it` : undefined;
}

/** Whether a text occurs anywhere in a value, also in a name. */
function someText(value: unknown, part: string): boolean {
  if (typeof value === "string") return value.includes(part);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => key.includes(part) || someText(item, part));
}
