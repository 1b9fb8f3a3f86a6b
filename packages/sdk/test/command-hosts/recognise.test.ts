import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { adapters } from "../../src/serve/adapters.js";
import { COMMAND_HOSTS, recordings } from "./recordings.js";

const knownBy = (payload: unknown) => adapters.flatMap(({ name, recognise }) => (recognise(payload) ? [name] : []));
const pascalCase = new URL("../../../../fixtures/copilot/1.0.102/events/pascal-case/", import.meta.url);

describe("the host of a payload", () => {
  it.each(COMMAND_HOSTS)("is %s for each that it wrote, and no other", (host) => {
    const its = recordings.filter((recorded) => recorded.host === host);
    expect(its.length).toBeGreaterThan(10);
    for (const { payload, where } of its) expect(knownBy(payload), where).toEqual([host]);
  });

  it.each(readdirSync(pascalCase))("is Copilot CLI for what it writes under a PascalCase name: %s", (file) => {
    expect(knownBy(JSON.parse(readFileSync(new URL(file, pascalCase), "utf8")))).toEqual(["copilot"]);
  });

  it("is never two, whatever fields are missing, and none for what is no object", () => {
    for (const { payload, where } of recordings) {
      for (const field of Object.keys(payload)) {
        const { [field]: _gone, ...others } = payload;
        expect(knownBy(others).length, `${where} without ${field}`).toBeLessThan(2);
        expect(knownBy({ ...payload, [field]: null }).length, `${where}: ${field} is null`).toBeLessThan(2);
      }
    }
    for (const none of [null, undefined, 1, "x", [], {}, [recordings[0]?.payload]]) expect(knownBy(none)).toEqual([]);
  });
});
