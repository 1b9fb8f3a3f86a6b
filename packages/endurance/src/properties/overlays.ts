import { isDeepStrictEqual } from "node:util";
import { POINTS } from "@agent-hook/protocol";
import { compose, defineHook, defineTool, type Hook, modify } from "@agent-hook/sdk";
import fc from "fast-check";
import { z } from "zod";
import type { StressTest } from "../stress-test.js";
import { inspectFully } from "./inspected.js";
import { CHANGES, type Change } from "./overlays/changes.js";
import type { Raw } from "./overlays/edits.js";
import { hostObjects, MODIFY_POINTS, type ModifyPoint } from "./overlays/host-objects.js";
import { VERSIONS } from "./picoclaw-versions.js";
import { type Answer, SimulatedPicoClaw } from "./simulated-picoclaw.js";

/** One call and what each member of the hook changes in it. */
interface Case {
  readonly point: ModifyPoint;
  readonly raw: Raw;
  readonly changes: readonly Change[];
  readonly version: string | undefined;
  readonly hasOwnTool: boolean;
}

const cases: fc.Arbitrary<Case> = fc.constantFrom(...MODIFY_POINTS).chain((point) =>
  fc.record({
    point: fc.constant(point),
    raw: hostObjects[point],
    changes: fc.array(CHANGES[point].changes, { minLength: 1, maxLength: 2 }),
    version: fc.constantFrom(...VERSIONS),
    hasOwnTool: fc.boolean(),
  }),
);

/** Compares the answer of a real SDK service with what PicoClaw must continue with. */
class Overlays {
  readonly #hosts = new Map<string, Promise<SimulatedPicoClaw>>();
  #changes: readonly Change[] = [];

  async check({ point, raw, changes, version, hasOwnTool }: Case): Promise<void> {
    this.#changes = changes;
    const host = await this.#host(version, changes.length, hasOwnTool);
    const answer = await host.request(POINTS[point].method, raw);
    const failures = host.takeFailures();
    const { whole, unsupported } = expected(point, raw, changes, version);
    if (failures.length !== unsupported || failures.some(({ kind }) => kind !== "unsupported")) {
      throw new Error(`expected ${unsupported} unsupported decisions, got ${inspectFully(failures)}`);
    }
    const addsTool = hasOwnTool && point === "beforeLlm" && (version === undefined || version < "v0.2.8");
    const expectedObject = addsTool ? withTool(whole) : whole;
    const got = objectIn(point, raw, answer);
    if (!isDeepStrictEqual(got, expectedObject))
      throw new Error(`got ${inspectFully(got)}\nexpected ${inspectFully(expectedObject)}`);
  }

  async end(): Promise<void> {
    for (const host of this.#hosts.values()) await (await host).end();
  }

  #host(version: string | undefined, members: number, hasOwnTool: boolean): Promise<SimulatedPicoClaw> {
    const key = `${version} ${members} ${hasOwnTool}`;
    const host = this.#hosts.get(key) ?? SimulatedPicoClaw.start(this.#hook(members, hasOwnTool), version);
    this.#hosts.set(key, host);
    return host;
  }

  #hook(members: number, hasOwnTool: boolean): Hook {
    const handlers = (at: number) =>
      Object.fromEntries(
        MODIFY_POINTS.map((point) => [
          point,
          (call: never) => modify(CHANGES[point].patch(this.#changes[at] ?? {}, call) as never),
        ]),
      );
    const tools = hasOwnTool ? [OWN_TOOL] : [];
    const first = defineHook({ name: "first", tools, ...handlers(0) }) as Hook;
    return members === 1 ? first : compose(first, defineHook({ name: "second", ...handlers(1) }) as Hook);
  }
}

const OWN_TOOL = defineTool({ name: "own_tool", description: "", input: z.object({}), run: () => "" });

/** Skips unsupported changes and applies the rest. */
function expected(point: ModifyPoint, raw: Raw, changes: readonly Change[], version: string | undefined) {
  const { host, carried } = CHANGES[point];
  let whole = raw;
  let unsupported = 0;
  for (const change of changes) {
    const after = host(change, whole);
    if (carried(change, whole, after, version)) whole = after;
    else unsupported += 1;
  }
  return { whole, unsupported };
}

const OBJECT_OF: Readonly<Record<ModifyPoint, string>> = {
  beforeLlm: "request",
  afterLlm: "response",
  beforeTool: "call",
  afterTool: "result",
};

/** Returns what PicoClaw continues with. */
function objectIn(point: ModifyPoint, raw: Raw, answer: Answer): unknown {
  if (answer.action === "continue") return raw;
  if (answer.action !== "modify") throw new Error(`expected modify, got ${inspectFully(answer)}`);
  return answer[OBJECT_OF[point]];
}

function withTool(raw: Raw): Raw {
  if (raw.graceful_terminal === true) return raw;
  const tools = (raw.tools ?? []) as readonly Raw[];
  return { ...raw, tools: [...tools, OWN_TOOL_JSON] };
}

const OWN_TOOL_JSON = {
  type: "function",
  function: { name: "own_tool", description: "", parameters: { type: "object", properties: {} } },
};

export const overlays: StressTest = {
  name: "a modify replaces the given fields and keeps every other field of the host, at every point and version of PicoClaw",
  unit: "cases",
  short: 1000,
  long: 25_000,
  async run(count, seed) {
    const service = new Overlays();
    const perPoint = new Map<string, number>();
    const property = fc.asyncProperty(cases, async (one) => {
      await service.check(one);
      perPoint.set(one.point, (perPoint.get(one.point) ?? 0) + 1);
    });
    try {
      await fc.assert(property, { numRuns: count, seed });
    } finally {
      await service.end();
    }
    return [...perPoint].map(([point, cases]) => `${point} ${cases}`).join(", ");
  },
};
