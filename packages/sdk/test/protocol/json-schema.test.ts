import { describe, expect, it } from "vitest";
import { schemaFiles } from "../../../../scripts/generate-schemas.js";
import { type MethodSpec, methods } from "../../src/protocol/index.js";
import { accepts, malformed, type Schema } from "./json-schema.js";
import { type Recorded, recordings } from "./recordings.js";

const files = schemaFiles() as Map<string, Schema>;

describe("the JSON Schemas", () => {
  it("cover the params of every method, the result of every request, and the transcript", () => {
    expect([...files.keys()]).toEqual([
      "hello.params.json",
      "hello.result.json",
      "before_llm.params.json",
      "before_llm.result.json",
      "after_llm.params.json",
      "after_llm.result.json",
      "before_tool.params.json",
      "before_tool.result.json",
      "after_tool.params.json",
      "after_tool.result.json",
      "approve_tool.params.json",
      "approve_tool.result.json",
      "event.params.json",
      "runtime_event.params.json",
      "transcript.json",
    ]);
  });

  it.each([...files])("%s follows draft 2020-12, has a description, and allows unknown fields", (_, schema) => {
    expect(malformed(schema)).toEqual([]);
    expect(schema).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" });
    expect(schema.title).toMatch(/^(hook\.\w+ (params|result)|transcript entry)$/);
    expect(schema.description).toMatch(/^(What the (host sends|hook answers): |A line of a transcript: )/);
    expect(schema).not.toHaveProperty("$id");
    expect(JSON.stringify(schema)).not.toContain('"additionalProperties":false');
  });

  it("are the same each time", () => {
    expect(JSON.stringify([...schemaFiles()])).toBe(JSON.stringify([...files]));
  });

  it("describe arguments as an object", () => {
    expect(files.get("approve_tool.params.json")?.properties?.arguments).toEqual({ type: ["object", "null"] });
  });

  it("accept every recorded message", () => {
    for (const recorded of recordings) expect(accepts(fileOf(recorded), recorded.body), recorded.where).toBe(true);
  });

  it("agree with zod on recorded messages with one value replaced or removed", () => {
    const seen = new Set<string>();
    const differences: string[] = [];
    let refused = 0;
    for (const recorded of recordings) {
      const key = `${recorded.version} ${recorded.method} ${recorded.direction} ${Object.keys(recorded.body as object)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const spec: MethodSpec = methods[recorded.method];
      const body = structuredClone(recorded.body);
      spoil(body, [], (path) => {
        const byZod = spec[recorded.direction]?.safeParse(body).success;
        if (!byZod) refused += 1;
        if (accepts(fileOf(recorded), body) !== byZod) differences.push(`${recorded.where} ${path.join(".")}`);
      });
    }
    expect(differences).toEqual([]);
    expect(refused).toBeGreaterThan(1000);
  });
});

function fileOf({ method, direction }: Recorded): Schema {
  const schema = files.get(`${method.slice("hook.".length)}.${direction}.json`);
  if (!schema) throw new Error(`no schema for ${method} ${direction}`);
  return schema;
}

/** Visits each field and the first two items of each array. Breaks it in six ways and restores it. */
function spoil(container: unknown, path: string[], check: (path: string[]) => void): void {
  if (typeof container !== "object" || container === null) return;
  const holder = container as Record<string, unknown>;
  const keys = Object.keys(holder);
  for (const key of Array.isArray(container) ? keys.slice(0, 2) : keys) {
    const original = holder[key];
    for (const wrong of ["text", 12, true, null, [], {}]) {
      holder[key] = wrong;
      check([...path, key, JSON.stringify(wrong)]);
    }
    if (!Array.isArray(container)) {
      delete holder[key];
      check([...path, key, "gone"]);
    }
    holder[key] = original;
    spoil(original, [...path, key], check);
  }
}
