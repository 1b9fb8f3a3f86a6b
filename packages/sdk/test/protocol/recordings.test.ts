import { describe, expect, it } from "vitest";
import { type MethodSpec, methods } from "../../src/protocol/index.js";
import { recordings } from "./recordings.js";

describe("the recordings of real PicoClaw builds", () => {
  it("cover every method and its answers, and five versions", () => {
    const seen = new Set(recordings.map(({ method, direction }) => `${method} ${direction}`));
    const expected = Object.values<MethodSpec>(methods).flatMap(({ method, result }) =>
      result ? [`${method} params`, `${method} result`] : [`${method} params`],
    );
    expect([...seen].sort()).toEqual(expected.sort());
    expect([...new Set(recordings.map(({ version }) => version))].sort()).toEqual([
      "2026-06-13",
      "v0.2.6",
      "v0.2.7",
      "v0.2.8",
      "v0.2.9",
    ]);
  });

  it.each(Object.keys(methods))("of %s parse, and parsing neither loses nor changes anything", (method) => {
    for (const recorded of recordings.filter((candidate) => candidate.method === method)) {
      const spec: MethodSpec = methods[recorded.method];
      const result = spec[recorded.direction]?.safeParse(recorded.body);
      expect(result?.error?.issues, recorded.where).toBeUndefined();
      expect(result?.data, recorded.where).toEqual(recorded.body);
    }
  });

  it("contain each event method in the versions that its spec names", () => {
    const versionsOf = (method: string) => [
      ...new Set(recordings.filter((recorded) => recorded.method === method).map(({ version }) => version)),
    ];
    expect(versionsOf("hook.event").sort()).toEqual(["v0.2.6", "v0.2.7", "v0.2.8"]);
    expect(versionsOf("hook.runtime_event").sort()).toEqual(["2026-06-13", "v0.2.9"]);
  });
});
