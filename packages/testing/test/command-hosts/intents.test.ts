import { abortTurn, approve, ask, deny, type Hook, modify, reject } from "@agent-hook/sdk";
import { hostCan, hosts } from "@agent-hook/sdk/hosts";
import { documentIn, SIMULATED_HOSTS, SIMULATIONS, type Simulation } from "@agent-hook/sdk/internal/simulations";
import { isObject } from "@agent-hook/sdk/internal/text";
import { launcherCommand } from "@agent-hook/sdk/launcher";
import { describe, expect, it } from "vitest";
import { type CommandHostName, effectOfAnswer, type Payload } from "../../src/internal/command-hosts.js";
import { answerAt, answerTo } from "./answer-to.js";
import { type Outcome, RUNS, recordedOutcomes, situationOf } from "./recordings.js";

/** What a hook wants, and the recorded outcome when the real program received that answer. */
interface Intent {
  readonly hook: Partial<Hook>;
  readonly at: "beforeTool" | "afterTool" | "context";
  /** `endsTurn`: a denial ends the turn. */
  seen(observed: Outcome["observed"], endsTurn: boolean): void;
}

const NEW = { command: "echo new > out2.txt; echo NEW" };
const broken = () => {
  throw new Error("broken");
};

const denied: Intent["seen"] = ({ tool, modelRequests }, endsTurn) =>
  expect({ tool, modelRequests }).toEqual({ tool: "did not run", modelRequests: endsTurn ? 1 : 2 });
const ran: Intent["seen"] = ({ tool, printed }) => {
  expect(tool).toBe("ran");
  expect(printed).toContain("ORIG");
};
const hidden: Intent["seen"] = ({ printed, modelRequests }) => {
  // The turn ended: nothing was sent to the model after the tool.
  if (modelRequests === 1) return;
  const [, read] = printed?.split("FINAL: ") ?? [];
  expect(read).toBeDefined();
  expect(read).not.toContain("ORIG");
};

const INTENTS: Readonly<Record<string, Intent>> = {
  deny: { hook: { beforeTool: () => deny("R") }, at: "beforeTool", seen: denied },
  reject: { hook: { approveTool: () => reject("R") }, at: "beforeTool", seen: denied },
  "fail closed": { hook: { onFailure: "block", beforeTool: broken }, at: "beforeTool", seen: denied },
  abort: {
    hook: { beforeTool: () => abortTurn("R") },
    at: "beforeTool",
    seen: ({ tool }) => expect(tool).toBe("did not run"),
  },
  rewrite: {
    hook: { beforeTool: () => modify({ arguments: NEW }) },
    at: "beforeTool",
    seen: ({ tool }) => expect(tool).toBe("ran with the hook's arguments"),
  },
  "no opinion": { hook: { beforeTool: () => undefined }, at: "beforeTool", seen: ran },
  approve: { hook: { approveTool: () => approve() }, at: "beforeTool", seen: ran },
  ask: {
    hook: { approveTool: () => ask("R") },
    at: "beforeTool",
    seen: ({ tool }) => expect(tool).toBe("did not run"),
  },
  "replace a result": { hook: { afterTool: () => modify({ result: "R-REPL" }) }, at: "afterTool", seen: hidden },
  "withhold a result": { hook: { onFailure: "block", afterTool: broken }, at: "afterTool", seen: hidden },
  "leave a result": { hook: { afterTool: () => undefined }, at: "afterTool", seen: ran },
  "give context": {
    hook: {},
    at: "context",
    seen: ({ modelSaw }) => expect(modelSaw?.join()).toMatch(/CTX-/),
  },
};

describe.each(RUNS)("what the SDK prints to %s", (host, { context, keepsArguments, unrecorded = [] }) => {
  const outcomes = recordedOutcomes(host);
  const simulation: Simulation = SIMULATIONS[host];
  /** If a host can end the turn, that is stronger than a denial. */
  const endsTurns = hosts[host].decisions.some(
    ({ point, decision, support }) => point === "beforeTool" && decision === "abortTurn" && support === "yes",
  );

  const intents = Object.entries(INTENTS).filter(([name]) => {
    if (name === "replace a result") return hostCan(host, "modify.result");
    if (name === "withhold a result") return hostCan(host, "deny", "afterTool");
    return name !== "rewrite" || (hostCan(host, "modify.arguments") && !keepsArguments);
  });

  it("is an answer with the recorded effect, for each intent", async () => {
    for (const [name, { hook, at, seen }] of intents) {
      const { event, answer } = await (at === "context" ? contextFrom(host, context) : answerTo(host, hook, at));
      const same = outcomes.filter((outcome) => isSame(outcome, event, answer));
      const scenarios = same.map(({ observed }) => observed.scenario);
      expect(scenarios.length > 0, `${name}: ${answer} in ${scenarios.join()}`).toBe(!unrecorded.includes(name));
      for (const { observed } of same) {
        expect(() => seen(observed, simulation.denialEndsTurn === true), name).not.toThrow();
      }
      if (name === "abort" && endsTurns) {
        expect(same.map(({ observed }) => observed.modelRequests)).toContain(1);
      }
    }
  });
});

describe.each(SIMULATED_HOSTS)("what the launcher prints to %s for a dead hook", (host) => {
  const { beforeTool, afterTool, payloads, changesOnly }: Simulation = SIMULATIONS[host];
  const effect = (event: string, payload: Payload = payloads[event] ?? {}) =>
    effectOfAnswer(host, event, payload, { stdout: denialOf(host, event) });

  it("keeps a tool from running, and a result from the model", () => {
    expect(effect(beforeTool).tool).toBe("does not run");
    if (!hostCan(host, "deny", "afterTool")) return;
    const results = Object.keys(payloads)
      .filter((name) => name.replace(/\..*/, "") === afterTool)
      .filter((name) => changesOnly === undefined || name.endsWith(".mcp"));
    for (const name of results) {
      const { result, turn } = effect(afterTool, payloads[name]);
      expect(turn === "ends" || result !== undefined, name).toBe(true);
    }
  });
});

/** Returns the denial in a configured command that is printed if the launcher is missing. */
function denialOf(host: string, event: string): string {
  const command = ["/usr/bin/node", "/hook.mjs"];
  const text = launcherCommand({ launcher: "/guard.sh", mode: "block", host, event, seconds: 1, command });
  return / printf '%s' '(.*)'$/.exec(text)?.[1] ?? "";
}

function contextFrom(host: CommandHostName, { event, answer }: { readonly event: string; readonly answer: object }) {
  return answerAt(host, event, { native: { [host]: { [event]: () => answer } } } as Partial<Hook>);
}

/** Returns whether a recorded hook printed the same document at the event, ignoring texts. Both may be empty. */
function isSame(outcome: Outcome, asked: string, answer: string): boolean {
  const { event, stdout, exit, stderr, sleepMs, observed } = outcome;
  if (exit !== 0 || stderr !== "" || sleepMs !== undefined) return false;
  if (Object.keys(situationOf(outcome)).length > 0) return false;
  if (answer === "") return event === null && observed.scenario === "tool-none";
  if (event !== asked) return false;
  return JSON.stringify(wordless(documentIn(stdout))) === JSON.stringify(wordless(documentIn(answer)));
}

const WORDS = [
  ...["reason", "permissionDecisionReason", "stopReason", "textResultForLlm", "additionalContext", "stdout"],
  "errorMessage",
];
/** A key of the tool's own result that the recordings lack. Additional keys are harmless (observed). */
const MORE = "noOutputExpected";
const ARGUMENTS = ["updatedInput", "tool_input", "modifiedArgs", "overrideInput"];

/** Sorts the keys of a document and replaces the hook's texts and arguments with placeholders. */
function wordless(value: unknown, key = ""): unknown {
  if (WORDS.includes(key)) return "...";
  if (!isObject(value)) return value;
  if (ARGUMENTS.includes(key)) return Object.keys(value).sort();
  const known = Object.entries(value).filter(([name]) => name !== MORE);
  const entries = known.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, wordless(inner, name)]));
}
