import { deepStrictEqual } from "node:assert/strict";
import { methods, POINTS } from "@agent-hook/protocol";
import { approve, defineHook, type Hook, modify } from "@agent-hook/sdk";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { picoclawCalls, type RecordedCall } from "../fixtures.js";
import type { Raw } from "../overlays/edits.js";
import { VERSIONS } from "../picoclaw-versions.js";
import { type Seed, seeded, seeds } from "../seeded.js";
import { type Answer, SimulatedPicoClaw } from "../simulated-picoclaw.js";

/** How an author returns what the host sent. */
const WAYS = ["nothing", "as it came", "spread"] as const;
type Way = (typeof WAYS)[number];

/** Returns at every point what the host sent, in the given way. */
class Echo {
  received: unknown;

  constructor(
    private readonly way: Way,
    /** PicoClaw v0.2.8 and later do not accept tools from a hook: a `modify` with tools fails. */
    private readonly takesTools: boolean,
  ) {}

  readonly hook: Hook = defineHook({
    name: "echo",
    beforeLlm: (call) => {
      const { model, messages, tools, options } = this.#note(call);
      return this.#decision({
        model,
        messages: this.#list(messages),
        options,
        ...(this.takesTools ? { tools: this.#list(tools) } : {}),
      });
    },
    afterLlm: (call) => {
      const { content, reasoning, toolCalls } = this.#note(call);
      const calls = this.#list(toolCalls) as never;
      return this.#decision({
        content,
        ...(reasoning === undefined ? {} : { reasoning }),
        ...(toolCalls.length > 0 ? { toolCalls: calls } : {}),
      });
    },
    beforeTool: (call) => {
      const { tool, arguments: args } = this.#note(call);
      return this.#decision({ tool, arguments: this.#one(args) });
    },
    afterTool: (call) => this.#decision({ result: this.#one(this.#note(call).result) }),
    approveTool: (call) => {
      this.#note(call);
      return approve();
    },
    onEvent: (event) => void this.#note(event),
  }) as Hook;

  #note<T extends { readonly raw: unknown }>(call: T): T {
    this.received = call.raw;
    return call;
  }

  #decision<P extends object>(patch: P) {
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
  /** Whether the hook receives the PicoClaw version. */
  readonly passesVersion: boolean;
  readonly seedList: readonly Seed[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  recorded: fc.constantFrom(...picoclawCalls),
  way: fc.constantFrom(...WAYS),
  passesVersion: fc.boolean(),
  seedList: seeds,
});

const OBJECTS: Readonly<Record<string, string>> = {
  [POINTS.beforeLlm.method]: "request",
  [POINTS.afterLlm.method]: "response",
  [POINTS.beforeTool.method]: "call",
  [POINTS.afterTool.method]: "result",
};

async function check(one: Case): Promise<void> {
  const { recorded, way, passesVersion, seedList } = one;
  const version = passesVersion ? versionOf(recorded) : undefined;
  const echo = new Echo(way, version === undefined || version < "v0.2.8");
  const host = await SimulatedPicoClaw.start(echo.hook, version);
  const method = recorded.method as keyof typeof methods;
  if (method === "hook.hello") return assertHello(await host.request(method, recorded.params));
  const params = seeded(recorded.params, seedList);
  const isRequest = methods[method].kind === "request";
  const answer = isRequest ? await host.request(method, params) : host.notify(method, params);
  await host.end();
  deepStrictEqual(echo.received, params);
  if (answer === undefined) return;
  if (method === POINTS.approveTool.method) return deepStrictEqual(answer, { approved: true });
  // A hook cannot return tool calls that have only ids.
  const isBare =
    method === POINTS.afterLlm.method && callsOf(params).some(({ function: body }) => !(body as Raw)?.name);
  const fails = isBare && way !== "nothing";
  deepStrictEqual(host.takeFailures().length, fails ? 1 : 0);
  const expected =
    way === "nothing" || fails ? { action: "continue" } : { action: "modify", [OBJECTS[method] as string]: params };
  deepStrictEqual(answer, expected);
}

function assertHello(answer: Answer): void {
  deepStrictEqual(methods["hook.hello"].result.safeParse(answer).error, undefined);
}

function callsOf({ response }: Raw): readonly Raw[] {
  return ((response as Raw).tool_calls ?? []) as readonly Raw[];
}

/** Returns the version of a recording. A snapshot of PicoClaw has none and behaves like the newest version. */
function versionOf({ version }: RecordedCall): string | undefined {
  return VERSIONS.includes(version) ? version : VERSIONS.at(-1);
}

export const picoclawEchoes: StressTest = {
  name: "what PicoClaw sends is unchanged after decoding and encoding: every method, every version",
  unit: "cases",
  short: 500,
  long: 6_000,
  async run(count, seed) {
    for (const recorded of picoclawCalls) await check({ recorded, way: "spread", passesVersion: true, seedList: [] });
    await fc.assert(fc.asyncProperty(cases, check), { numRuns: count, seed });
    const pairs = new Set(picoclawCalls.map(({ version, method }) => `${version} ${method}`));
    return `${picoclawCalls.length} recordings of ${pairs.size} pairs of version and method, and ${count} with unknown fields`;
  },
};
