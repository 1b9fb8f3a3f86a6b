import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { CALLS, sampleParams, VERSIONS } from "../../src/conformance/sample-calls.js";
import { file } from "./check.js";

interface Entry {
  readonly from: string;
  readonly message: { readonly method?: string; readonly params?: Readonly<Record<string, unknown>> };
}

describe.each(VERSIONS)("the calls of %s", (version) => {
  const folder = file(`../packages/sdk/src/hosts/picoclaw/fixtures/${version}`);
  const lines = readdirSync(folder).flatMap((name) => readFileSync(`${folder}/${name}`, "utf8").trim().split("\n"));
  const calls = lines.map((line) => JSON.parse(line) as Entry).filter(({ from }) => from === "host");

  test.each(CALLS)("%s is sent with exactly the recorded fields", (method) => {
    const recorded = calls
      .filter(({ message }) => message.method === method)
      .map(({ message }) => message.params ?? {});
    const keys = new Set(recorded.flatMap((params) => Object.keys(params)));
    expect(Object.keys(sampleParams(method, undefined, version)).sort()).toEqual([...keys].sort());
  });
});
