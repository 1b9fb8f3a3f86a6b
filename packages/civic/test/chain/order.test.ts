import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { type Hook, type Request, type Result, runChain } from "../../src/index.js";
import { throughRealProxy } from "./real-proxy.js";

/** What each method of a generated hook does. A missing field means that the hook lacks the method. */
interface Plan {
  readonly request?: "continue" | "change" | "respond" | "throw an Error" | "throw an error of MCP" | "abort";
  readonly result?: "continue" | "change" | "throw an Error" | "throw an error of MCP";
  readonly error?: "continue" | "recover" | "throw an Error" | "throw an error of MCP";
}

const CODE = -32042;
const DATA = { why: "policy" };

/** A request of each family and the target's result. */
const CALLS: readonly { readonly family: string; readonly request: Request; readonly result: Result }[] = [
  {
    family: "CallTool",
    request: { method: "tools/call", params: { name: "echo", arguments: { a: 1 } } },
    result: { content: [{ type: "text", text: "hi" }] },
  },
  {
    family: "CallTool",
    request: { method: "tools/call", params: { name: "echo" } },
    result: { content: [{ type: "text", text: "no" }], isError: true },
  },
  { family: "ListTools", request: { method: "tools/list" }, result: { tools: [] } },
  { family: "ListPrompts", request: { method: "prompts/list" }, result: { prompts: [] } },
  { family: "ListResources", request: { method: "resources/list" }, result: { resources: [] } },
  {
    family: "ListResourceTemplates",
    request: { method: "resources/templates/list" },
    result: { resourceTemplates: [] },
  },
  { family: "ReadResource", request: { method: "resources/read", params: { uri: "a:b" } }, result: { contents: [] } },
  { family: "Other", request: { method: "prompts/get", params: { name: "p" } }, result: { messages: [] } },
];

/** Adds a name to the trail in a request or result. */
function marked<T extends { params?: Request["params"]; _meta?: Result["_meta"] }>(
  what: T,
  by: string,
  inside: boolean,
): T {
  if (!inside) return { ...what, _meta: { ...what._meta, trail: `${what._meta?.trail ?? ""}${by}` } };
  const meta = { ...what.params?._meta, trail: `${what.params?._meta?.trail ?? ""}${by}` };
  return { ...what, params: { ...what.params, _meta: meta } };
}

function thrownBy(plan: string, at: string): never {
  if (plan === "throw an Error") throw new Error(`failed at ${at}`);
  throw { code: CODE, message: `refused at ${at}`, data: DATA };
}

function hookOf(plan: Plan, name: string, family: string, answer: Result, log: unknown[]): Hook {
  const methods: Record<string, unknown> = {};
  const trailOf = (request: Request) => request.params?._meta?.trail;
  if (plan.request) {
    const { request: does } = plan;
    methods[`process${family}Request`] = async (request: Request) => {
      log.push([name, "request", trailOf(request)]);
      if (does === "continue") return { resultType: "continue", request };
      if (does === "change") return { resultType: "continue", request: marked(request, name, true) };
      if (does === "respond") return { resultType: "respond", response: marked(answer, `${name}!`, false) };
      if (does === "abort")
        return { resultType: "abort", error: { code: CODE, message: `aborted at ${name}`, data: DATA } };
      return thrownBy(does, name);
    };
  }
  if (plan.result) {
    const { result: does } = plan;
    methods[`process${family}Result`] = async (response: Result, request: Request) => {
      log.push([name, "result", response._meta?.trail, trailOf(request)]);
      if (does === "continue") return { resultType: "continue", response };
      if (does === "change") return { resultType: "continue", response: marked(response, name, false) };
      return thrownBy(does, name);
    };
  }
  if (plan.error) {
    const { error: does } = plan;
    methods[`process${family}Error`] = async (error: unknown, request: Request) => {
      log.push([name, "error", inShort(error), trailOf(request)]);
      if (does === "continue") return { resultType: "continue" };
      if (does === "recover") return { resultType: "respond", response: marked(answer, `${name}?`, false) };
      return thrownBy(does, name);
    };
  }
  // An object without any method does not count as a hook.
  return { processNotification: async (notification) => ({ resultType: "continue", notification }), ...methods, name };
}

/** Drops "MCP error N:", which each new McpError puts before the message, and the stack in an Error's data. */
function inShort(error: unknown): object {
  const { code, message, data } = error as { code: number; message: string; data?: unknown };
  return { code, message: message.replaceAll(/MCP error -?\d+: /g, ""), ...(code === CODE ? { data } : {}) };
}

async function outcomeOf(run: Promise<Result>): Promise<unknown> {
  return run.then(
    (result) => ({ result }),
    (error: unknown) => ({ error: inShort(error) }),
  );
}

const failing = ["throw an Error", "throw an error of MCP"] as const;
const plan: fc.Arbitrary<Plan> = fc.record(
  {
    request: fc.constantFrom("continue", "change", "change", "respond", "abort", ...failing),
    result: fc.constantFrom("continue", "change", "change", ...failing),
    error: fc.constantFrom("continue", "recover", ...failing),
  },
  { requiredKeys: [] },
);

// The proxy logs each step to stdout.
beforeAll(() => void vi.spyOn(console, "log").mockReturnValue());

test("any chain of hooks runs in the same order as in Civic's own proxy", async () => {
  const seen = new Set<string>();
  const property = fc.asyncProperty(
    fc.array(plan, { maxLength: 4 }),
    fc.constantFrom(...CALLS),
    fc.constantFrom("answers", "answers", "refuses"),
    async (plans, { family, request, result }, end) => {
      const log: unknown[] = [];
      const hooks = plans.map((one, at) => hookOf(one, String.fromCharCode(65 + at), family, result, log));
      const target = (asked: Request): Result => {
        log.push(["target", asked.params?._meta?.trail]);
        if (end === "refuses") throw { code: CODE, message: "no such thing", data: DATA };
        return result;
      };
      const theirs = {
        outcome: await outcomeOf(throughRealProxy(hooks as never, request, target)),
        log: log.splice(0),
      };
      const ours = { outcome: await outcomeOf(runChain(hooks, request, target)), log: log.splice(0) };
      expect(ours).toEqual(theirs);
      for (const entry of theirs.log as [string, string][]) seen.add(entry[0] === "target" ? "target" : entry[1]);
      for (const key of Object.keys(theirs.outcome as object)) seen.add(key);
    },
  );
  await fc.assert(property, { numRuns: 500 });
  expect([...seen].sort()).toEqual(["error", "request", "result", "target"]);
});
