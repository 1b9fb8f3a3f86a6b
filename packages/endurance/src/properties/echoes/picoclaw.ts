import { deepStrictEqual } from "node:assert/strict";
import { methods, POINTS } from "@agent-hook/protocol";
import { approve, defineHook, type Hook, modify } from "@agent-hook/sdk";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { type Answer, AsPicoClaw } from "../as-picoclaw.js";
import { picoclawCalls, type RecordedCall } from "../fixtures.js";
import type { Raw } from "../overlays/edits.js";
import { VERSIONS } from "../picoclaw-versions.js";
import { type Seed, seeded, seeds } from "../seeded.js";

/** How an author returns what the host sent. */
const WAYS = ["nothing", "as it came", "spread"] as const;
type Way = (typeof WAYS)[number];

/** Returns at every point what the host sent, in the given way. */
class Echo {
  heard: unknown;

  constructor(
    private readonly way: Way,
    /** PicoClaw v0.2.8 and later do not accept tools from a hook: a `modify` with tools fails. */
    private readonly takesTools: boolean,
  ) {}

  readonly hook: Hook = defineHook({
    name: "echo",
    beforeLlm: (call) => {
      const { model, messages, tools, options } = this.#note(call);
      return this.#said({
        model,
        messages: this.#list(messages),
        options,
        ...(this.takesTools ? { tools: this.#list(tools) } : {}),
      });
    },
    afterLlm: (call) => {
      const { content, reasoning, toolCalls } = this.#note(call);
      const calls = this.#list(toolCalls) as never;
      return this.#said({
        content,
        ...(reasoning === undefined ? {} : { reasoning }),
        ...(toolCalls.length > 0 ? { toolCalls: calls } : {}),
      });
    },
    beforeTool: (call) => {
      const { tool, arguments: args } = this.#note(call);
      return this.#said({ tool, arguments: this.#one(args) });
    },
    afterTool: (call) => this.#said({ result: this.#one(this.#note(call).result) }),
    approveTool: (call) => {
      this.#note(call);
      return approve();
    },
    onEvent: (event) => void this.#note(event),
  }) as Hook;

  #note<T extends { readonly raw: unknown }>(call: T): T {
    this.heard = call.raw;
    return call;
  }

  #said<P extends object>(patch: P) {
    return this.way === "nothing" ? undefined : (modify(patch as never) as never);
  }

  #one<T extends object>(value: T): T {
    return this.way === "spread" ? { ...value } : value;
  }

  #list<T extends object>(items: readonly T[]): readonly T[] {
    return this.way === "spread" ? items.map((item) => ({ ...item })) : items;
  }
}

interface Case {
  readonly recorded: RecordedCall;
  readonly way: Way;
  /** Whether the hook is told the PicoClaw version. */
  readonly isTold: boolean;
  readonly sowing: readonly Seed[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  recorded: fc.constantFrom(...picoclawCalls),
  way: fc.constantFrom(...WAYS),
  isTold: fc.boolean(),
  sowing: seeds,
});

const OBJECTS: Readonly<Record<string, string>> = {
  [POINTS.beforeLlm.method]: "request",
  [POINTS.afterLlm.method]: "response",
  [POINTS.beforeTool.method]: "call",
  [POINTS.afterTool.method]: "result",
};

async function hold(one: Case): Promise<void> {
  const { recorded, way, isTold, sowing } = one;
  const told = isTold ? versionOf(recorded) : undefined;
  const echo = new Echo(way, told === undefined || told < "v0.2.8");
  const host = await AsPicoClaw.start(echo.hook, told);
  const method = recorded.method as keyof typeof methods;
  if (method === "hook.hello") return greeted(await host.ask(method, recorded.params));
  const params = seeded(recorded.params, sowing);
  const asks = methods[method].kind === "request";
  const answer = asks ? await host.ask(method, params) : host.tell(method, params);
  await host.end();
  deepStrictEqual(echo.heard, params);
  if (answer === undefined) return;
  if (method === POINTS.approveTool.method) return deepStrictEqual(answer, { approved: true });
  // Calls that have only ids cannot be returned.
  const isBare =
    method === POINTS.afterLlm.method && callsOf(params).some(({ function: body }) => !(body as Raw)?.name);
  const fails = isBare && way !== "nothing";
  deepStrictEqual(host.takeFailures().length, fails ? 1 : 0);
  const said =
    way === "nothing" || fails ? { action: "continue" } : { action: "modify", [OBJECTS[method] as string]: params };
  deepStrictEqual(answer, said);
}

function greeted(answer: Answer): void {
  deepStrictEqual(methods["hook.hello"].result.safeParse(answer).error, undefined);
}

function callsOf({ response }: Raw): readonly Raw[] {
  return ((response as Raw).tool_calls ?? []) as readonly Raw[];
}

/** A snapshot has no version. It speaks like the newest version. */
function versionOf({ version }: RecordedCall): string | undefined {
  return VERSIONS.includes(version) ? version : VERSIONS.at(-1);
}

export const picoclawEchoes: StressTest = {
  name: "what PicoClaw sends is unchanged after decoding and encoding: every method, every version",
  unit: "cases",
  short: 500,
  long: 6_000,
  async run(count, seed) {
    for (const recorded of picoclawCalls) await hold({ recorded, way: "spread", isTold: true, sowing: [] });
    await fc.assert(fc.asyncProperty(cases, hold), { numRuns: count, seed });
    const pairs = new Set(picoclawCalls.map(({ version, method }) => `${version} ${method}`));
    return `${picoclawCalls.length} recordings of ${pairs.size} pairs of version and method, and ${count} with unknown fields`;
  },
};
