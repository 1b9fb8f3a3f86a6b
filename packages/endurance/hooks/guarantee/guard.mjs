// A guard in any form. It runs the faults of its plan and denies what is forbidden.
import { writeFileSync } from "node:fs";
import { types } from "node:util";
import { isForbidden, strikeAt, strikeLater } from "./strike.mjs";

// Saved from patches: a guard that mistakes a promise for a decision allows the call by itself.
const { isPromise } = types;
const REASON = "denied by the guard";

/** Returns a hook, or an instance of a Civic class if `plan.form` asks for one. */
export function guardOf(sdk, plan, civic) {
  const { approve, compose, defineHook, deny, reject } = sdk;
  const deadlines = { interceptMs: plan.deadlineMs, approveMs: plan.deadlineMs };
  const base = { name: "guard", onFailure: plan.onFailure, deadlines };
  const setup = () => strikeAt("start", { plan });
  const approver = asker(plan, approve, () => reject(REASON));
  const inspector = asker(
    plan,
    () => undefined,
    () => deny(REASON),
  );
  const sound = asker({ ...plan, faults: [] }, approve, () => reject(REASON));
  const guard = () => defineHook({ ...base, approveTool: sound });
  // The neighbour denies nothing. Whatever it does, the guard next to it denies.
  const neighbour = () =>
    defineHook({
      name: "neighbour",
      deadlines,
      setup,
      beforeTool: asker(
        plan,
        () => undefined,
        () => undefined,
      ),
      approveTool: asker(plan, approve, approve),
    });
  const forms = {
    approveTool: () => defineHook({ ...base, setup, approveTool: approver }),
    beforeTool: () => defineHook({ ...base, setup, beforeTool: inspector }),
    "beforeTool, approves all": () => defineHook({ ...base, setup, beforeTool: inspector, approveTool: approve }),
    "own tool": () => defineHook({ ...base, setup, approveTool: approver, tools: [ownTool(sdk, plan)] }),
    "own tool, beforeTool": () => defineHook({ ...base, setup, beforeTool: inspector, tools: [ownTool(sdk, plan)] }),
    native: () => defineHook({ ...base, setup, native: nativeGuard(plan) }),
    "behind a neighbour": () => compose({ name: "house" }, neighbour(), guard()),
    "before a neighbour": () => compose({ name: "house" }, guard(), neighbour()),
    "class of Civic": () => civicGuard(civic, plan),
  };
  return forms[plan.form]();
}

function asker(plan, yes, no) {
  let asked = 0;
  return (call) => {
    if (!isForbidden(call, plan)) return yes();
    const scene = { plan, call, yes, no, asked: ++asked };
    strikeLater(scene);
    const decided = (odd) => (odd === undefined ? no() : odd.decision);
    const odd = strikeAt("asked", scene);
    return isPromise(odd) ? odd.then(decided) : decided(odd);
  };
}

/** Answers in the host's own format. */
function nativeGuard(plan) {
  const { host, event, denial } = plan.native;
  const copy = () => structuredClone(denial);
  return { [host]: { [event]: asker(plan, () => undefined, copy) } };
}

function civicGuard({ AbstractHook }, plan) {
  const ask = asker(
    plan,
    () => undefined,
    () => ({ resultType: "abort", reason: REASON }),
  );
  class Guard extends AbstractHook {
    get name() {
      return "guard";
    }
    async processCallToolRequest(request) {
      const decided = await ask(request.params);
      return decided ?? { resultType: "continue", request };
    }
  }
  return new Guard();
}

/** The tool that a guard guards under MCP. */
function ownTool({ defineTool }, plan) {
  return defineTool({
    name: "run",
    description: "Runs a command",
    input: plan.schema,
    run: ({ command }) => {
      writeFileSync(`${plan.folder}/ran`, command);
      return "it ran";
    },
  });
}
