import { isFromPackages } from "../../config/find-program.js";
import { type Finding, type FindingId, finding } from "../findings/catalogue.js";
import type { Hook } from "./hook.js";
import { fits } from "./snapshot.js";

/** What is wrong with what a hook's entries start; `again` is what has them made again. */
export function commandFindings(hook: Hook, again: string): Finding[] {
  return [...missingFindings(hook, again), ...packagesFindings(hook), ...snapshotFindings(hook)];
}

function missingFindings(hook: Hook, again: string): Finding[] {
  const { command: [program = "", ...args] = [], missing, failure, snapshot, entries } = hook;
  const launched = entries.find((entry) => entry.launched)?.launched;
  const then = thenOf(hook);
  const orBuild = snapshot === undefined ? "" : ", or build it again: agent-hook build";
  const named = { launcher: launched?.launcher, program, hook: args.find((arg) => arg.startsWith("/")) };
  return [
    ...missing.map((what) => {
      const message = `${named[what]} ${what === "program" ? "is no program that can be run" : "does not exist"}: ${then}`;
      const fix = what === "launcher" ? again : "put it back, or have the entry made again";
      return finding(`${what}-missing`, message, fix);
    }),
    ...(failure === undefined
      ? []
      : [finding("describe-failed", `${failure}; so ${then}`, `see why it does not start${orBuild}`)]),
  ];
}

/** What a hook that does not start means. */
function thenOf({ entries }: Hook): string {
  const launched = entries.find((entry) => entry.launched)?.launched;
  return launched?.mode === "block" ? "every call is refused" : "it is never heard";
}

function packagesFindings({ command: [program = ""] = [] }: Hook): Finding[] {
  if (!isFromPackages(program)) return [];
  const what = `${program} is what a package of the project put there, and any of them may put another`;
  return [finding("program-of-packages", what, "name the program itself, such as the Node of the system")];
}

function snapshotFindings(hook: Hook): Finding[] {
  const { snapshot, badSnapshot } = hook;
  if (snapshot === undefined) return [];
  const { blob, by, node, bundled, stale } = snapshot;
  const say = (id: FindingId, what: string) => [finding(id, `${blob} ${what}`, "build it again: agent-hook build")];
  if (by === undefined) return say("bad-snapshot", `is no start-up snapshot: ${thenOf(hook)}`);
  const made = `was made by Node ${by.version}, and ${node} starts it`;
  if (!fits(snapshot) && bundled !== undefined)
    return say("other-node", `${made}: the launcher starts the bundle beside it, which is slower`);
  if (!fits(snapshot)) return say("bad-snapshot", `${made}, with no bundle beside it: ${thenOf(hook)}`);
  if (badSnapshot) return say("bad-snapshot", `does not start, and the bundle beside it does: ${thenOf(hook)}`);
  return stale ? say("stale-snapshot", "was not made from the bundle beside it: the hook runs as it was then") : [];
}
