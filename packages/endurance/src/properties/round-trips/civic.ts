import { deepStrictEqual } from "node:assert/strict";
import { serveCivic } from "@agent-hook/civic";
import { defineHook, type Hook, modify } from "@agent-hook/sdk";
import fc from "fast-check";
import type { StressTest } from "../../stress-test.js";
import { jsonObject, withUnknown } from "../json.js";
import type { Raw } from "../overlays/edits.js";

const text = fc.string({ maxLength: 8 });

/** A call and a result, with unknown fields at every level. */
const toolCall = withUnknown(
  fc.record({
    method: fc.constant("tools/call"),
    params: withUnknown(
      fc.record({ name: fc.constantFrom("look", "é", "__proto__"), arguments: jsonObject }, { requiredKeys: ["name"] }),
    ),
  }),
);
const extra = withUnknown(fc.record({ requestId: fc.nat(), sessionId: text }));
const block = withUnknown(
  fc.oneof(
    fc.record({ type: fc.constant("text"), text }),
    fc.record({ type: fc.constant("image"), data: fc.constant("AAAA"), mimeType: fc.constant("image/png") }),
  ),
);
const toolResult = withUnknown(
  fc.record(
    {
      content: fc.array(block, { maxLength: 2 }),
      structuredContent: jsonObject,
      isError: fc.boolean(),
      _meta: jsonObject,
    },
    { requiredKeys: ["content"] },
  ),
);

/** The messages of a case and what the hook does with them. */
interface Case {
  readonly request: Raw;
  readonly extra: Raw;
  readonly response: Raw;
  readonly way: "nothing" | "as it came" | "spread" | "other arguments";
}

const cases: fc.Arbitrary<Case> = fc.record({
  request: toolCall as fc.Arbitrary<Raw>,
  extra: extra as fc.Arbitrary<Raw>,
  response: toolResult as fc.Arbitrary<Raw>,
  way: fc.constantFrom("nothing", "as it came", "spread", "other arguments"),
});

const CHANGED = { changed: true };

/** A hook behind HTTP that handles one call after another. */
class BehindProxy {
  now: Case["way"] = "nothing";
  raw: unknown;

  readonly hook: Hook = defineHook({
    name: "echo",
    beforeTool: ({ tool, arguments: args, raw }) => {
      this.raw = raw;
      if (this.now === "nothing") return undefined;
      if (this.now === "other arguments") return modify({ arguments: CHANGED });
      return modify(this.now === "spread" ? { tool, arguments: { ...args } } : { tool, arguments: args });
    },
    afterTool: ({ result, raw }) => {
      this.raw = raw;
      return this.now === "nothing" ? undefined : modify({ result: this.now === "spread" ? { ...result } : result });
    },
  }) as Hook;

  async request(url: string, method: string, input: object): Promise<unknown> {
    const body = JSON.stringify({ json: input });
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${url}/${method}`, { method: "POST", headers, body });
    const { result, error } = JSON.parse(await reply.text());
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result.data.json;
  }
}

async function check(proxy: BehindProxy, url: string, { request, extra, response, way }: Case): Promise<void> {
  proxy.now = way;
  const requestInput = { request, requestExtra: extra };
  const call = await proxy.request(url, "processCallToolRequest", requestInput);
  deepStrictEqual(proxy.raw, requestInput);
  deepStrictEqual(call, { resultType: "continue", request: sent(request, way) });
  const resultInput = { response, originalCallToolRequest: request, originalRequestExtra: extra };
  const result = await proxy.request(url, "processCallToolResult", resultInput);
  deepStrictEqual(proxy.raw, resultInput);
  deepStrictEqual(result, { resultType: "continue", response });
}

/** Returns the expected request. Missing arguments become an empty object when a hook returns them. */
function sent(request: Raw, way: Case["way"]): Raw {
  const params = request.params as Raw;
  if (way === "nothing") return request;
  const args = way === "other arguments" ? CHANGED : (params.arguments ?? {});
  return { ...request, params: { ...params, arguments: args } };
}

export const civicEchoes: StressTest = {
  name: "what Civic's proxy sends comes back unchanged, except for the fields that the hook changes",
  unit: "cases",
  short: 300,
  long: 4_000,
  async run(count, seed) {
    const proxy = new BehindProxy();
    const server = await serveCivic(proxy.hook, { port: 0, token: "endurance" });
    try {
      await fc.assert(
        fc.asyncProperty(cases, (one) => check(proxy, server.url, one)),
        { numRuns: count, seed },
      );
    } finally {
      await server.stop();
    }
    return `${2 * count} calls over HTTP`;
  },
};
