import { POINTS } from "@agent-hook/picoclaw/protocol";
import { lineOf, type Request } from "./message.js";

/** The code that a hook's own failures have on the wire. */
const HOOK_FAILED = -32_000;

const deny = (reason: string) => ({ action: "deny_tool", reason });
const endTurn = (reason: string) => ({ action: "abort_turn", reason });

/** What a guard that fails answers at each point. */
const DENIALS: Readonly<Record<string, (reason: string) => object>> = {
  [POINTS.beforeLlm.method]: endTurn,
  [POINTS.afterLlm.method]: endTurn,
  [POINTS.beforeTool.method]: deny,
  [POINTS.approveTool.method]: (reason) => ({ approved: false, reason }),
  [POINTS.afterTool.method]: endTurn,
};

/** Returns the answer to a call while no version of the hook runs: an error, or for a guard, a denial. */
export function deadAnswer({ id, method }: Request, name: string | undefined, isGuard: boolean): Buffer {
  const hook = name === undefined ? "the hook" : `hook "${name}"`;
  const denial = isGuard ? DENIALS[method] : undefined;
  const reason = `denied: ${hook} failed, and runs again after the next save of its files`;
  if (denial !== undefined) return lineOf({ id, result: denial(reason) });
  return lineOf({ id, error: { code: HOOK_FAILED, message: `${hook} is not running: it ended, or does not start` } });
}
