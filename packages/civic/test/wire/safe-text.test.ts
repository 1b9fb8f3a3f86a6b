import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeText, safeTexts } from "../../src/wire/safe-text.js";

describe("the filter of texts for clients", () => {
  it.each([
    ["not implemented", "not provided"],
    ["Not Implemented yet; NOT IMPLEMENTED", "Not provided yet; NOT provided"],
    ["not  \n implemented", "not  \n provided"],
    ["not_implemented, implemented, notimplemented", "not_implemented, implemented, notimplemented"],
    ["not not implemented implemented", "not not provided implemented"],
  ])("turns %j into %j", (text, safe) => {
    expect(safeText(text)).toBe(safe);
  });

  it("leaves none of these words in any text, however it is composed", () => {
    const piece = fc.constantFrom("not ", "Not", "implemented", "IMPLEMENTED", " ", "\t", "x", "not implemented");
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join("")),
        (text) => {
          expect(safeText(text).toLowerCase()).not.toContain("not implemented");
        },
      ),
    );
  });

  it("covers keys and lists, and keeps everything else", () => {
    const value = { "Not implemented": [{ text: "not implemented" }, 5, null], ok: true };
    expect(safeTexts(value)).toEqual({ "Not provided": [{ text: "not provided" }, 5, null], ok: true });
  });
});
