import { type CheckOptions, manifest } from "@agent-hook/picoclaw/testing";
import { describe, expect, test } from "vitest";
import { checkFault } from "../../conformance/check.js";

interface Failing extends CheckOptions {
  readonly fault: string;
  readonly breaks: readonly string[];
}

const events = ["named", "numbered", "runtime", "unknown"].map((kind) => `events/${kind}`);
const versions = ["v0.2.6", "v0.2.7", "v0.2.8", "v0.2.9", "2026-06-13"].map((version) => `dialects/${version}`);
const points = ["before-llm", "after-llm", "before-tool", "approve-tool", "after-tool"].map((name) => `points/${name}`);
const malformed = manifest.map(({ id }) => id).filter((id) => id.startsWith("malformed/"));

const failing: readonly Failing[] = [
  { fault: "ids are text", breaks: ["hello/answered"] },
  { fault: "needs every mode", breaks: ["hello/fewer-modes"] },
  { fault: "errors", breaks: points },
  { fault: "wrong shape", breaks: ["shapes/action"] },
  { fault: "unknown action", breaks: ["shapes/action"] },
  { fault: "respond elsewhere", breaks: ["shapes/action"] },
  { fault: "no text", breaks: ["shapes/answered"] },
  { fault: "unknown key", breaks: ["shapes/answered"] },
  { fault: "no approved", breaks: ["shapes/approved"] },
  { fault: "no carrier", breaks: ["shapes/carrier"] },
  { fault: "no result", breaks: ["shapes/carrier"] },
  { fault: "echoes bare calls", breaks: ["shapes/id-only-calls"] },
  { fault: "thin messages", breaks: ["shapes/message-fields"] },
  { fault: "wrong type", breaks: ["shapes/types"] },
  { fault: "no tool", breaks: ["shapes/whole-call"] },
  { fault: "flat", breaks: ["shapes/whole-reply", "shapes/whole-tool-result"] },
  { fault: "tools only", breaks: ["shapes/whole-request"] },
  { fault: "late to approve", breaks: ["timing/approval"], timeoutMs: 100 },
  { fault: "late before a tool", breaks: ["timing/interceptors"], timeoutMs: 1000 },
  { fault: "twice", breaks: ["ids/once"] },
  { fault: "counts ids", breaks: ["ids/same"], timeoutMs: 1000 },
  { fault: "tells", breaks: ["ids/unsolicited"] },
  { fault: "noisy", breaks: ["noise/stdout"] },
  { fault: "old", breaks: [...versions, "dialects/last-turn", "dialects/left-out"] },
  { fault: "answers events", breaks: events },
  { fault: "fails a call", breaks: ["failures/none"] },
  { fault: "decodes chunks", breaks: ["framing/character"] },
  { fault: "chunks are lines", breaks: ["framing/half-line"], timeoutMs: 1000 },
  { fault: "one line a chunk", breaks: ["overlap/all"], timeoutMs: 1000, modes: ["llm", "tool"] },
  { fault: "mixes up", breaks: ["overlap/own"] },
  { fault: "dies on the odd", breaks: malformed },
  { fault: "ignores new calls", breaks: ["malformed/unknown-method"], timeoutMs: 1000 },
  { fault: "too large", breaks: ["size/answers"] },
  {
    fault: "stops reading",
    breaks: ["drain/calls", "drain/events", "size/reads-1-mb", "size/reads-5-mb"],
    timeoutMs: 1000,
  },
  { fault: "never ends", breaks: ["ending/idle", "ending/running"] },
  { fault: "leaves its tool", breaks: ["own-tools/answered", "own-tools/last-turn"], callOwnTools: true },
];

describe("each rule can fail", () => {
  test("every rule of the manifest is broken by one of these hooks", () => {
    const broken = new Set(failing.flatMap(({ breaks }) => breaks));
    expect([...broken].sort()).toEqual(manifest.map(({ id }) => id));
  });

  test.each(failing)(
    "$fault breaks $breaks, and the report says what was sent, what was received and why",
    async (row) => {
      const { fault, breaks, ...options } = row;
      const { results, ok } = await checkFault(fault, { ...options, only: breaks });
      expect(results.map(({ id }) => id)).toEqual([...breaks].sort());
      for (const { id, verdict, sent, received, why } of results) {
        expect(verdict, `${id}: ${why}`).toBe("broken");
        for (const text of [sent, received, why]) expect(text?.length, id).toBeGreaterThan(0);
        expect(Math.max(sent?.length ?? 0, received?.length ?? 0), id).toBeLessThan(1500);
      }
      expect(ok).toBe(false);
    },
  );
});
