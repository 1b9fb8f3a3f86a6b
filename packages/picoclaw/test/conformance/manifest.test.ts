import { manifest } from "@agent-hook/picoclaw/testing";
import { expect, test } from "vitest";
import { ids } from "./check.js";

test("ids are stable, have a topic, are sorted and unique", () => {
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const id of ids) expect(id).toMatch(/^[a-z-]+\/[a-z0-9.-]+$/);
});

test("each entry has a sentence and a source", () => {
  for (const { id, sentence, source } of manifest) {
    expect(sentence, id).toMatch(/^.{20,}\.$/);
    expect(source, id).toMatch(/PicoClaw|JSON-RPC|[Pp]ipe|[Ll]ine/);
    expect(source, id).not.toMatch(/\.\.\/|\/work|\/tmp|shared/);
  }
});
