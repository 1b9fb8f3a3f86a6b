import { describe, expect, it } from "vitest";
import { membersOf } from "../../src/hook/compose.js";
import { compose, defineHook, deny } from "../../src/index.js";
import { checkDefinition } from "../../src/runtime/definition-rules.js";

class Guard {
  readonly name: string = "guard";
  beforeTool() {
    return deny("no");
  }
}

class CivicHook {
  readonly name = "civic";
  async processCallToolRequest() {
    throw new Error("no");
  }
}

describe("an instance of a class as a hook", () => {
  it("is valid if all of its methods are handlers", () => {
    expect(() => checkDefinition(defineHook(new Guard()), {})).not.toThrow();
    expect(() => checkDefinition(defineHook(Object.create(new Guard())), {})).not.toThrow();
  });

  it("is rejected if its methods would never be called", () => {
    const misspelt = new (class extends Guard {
      beforeTools() {}
    })();
    expect(() => checkDefinition(misspelt, {})).toThrow('a class instance, whose method "beforeTools" is never called');
    const wrap = "wrap the hook with fromCivic from @agent-hook/civic";
    expect(() => checkDefinition(new CivicHook(), {})).toThrow(wrap);
    const composed = compose(defineHook({ name: "a", beforeTool: () => undefined }), new CivicHook() as never);
    expect(() => checkDefinition(composed, {})).toThrow(wrap);
  });

  it("is a member of a composition, though its own fields are only a name", () => {
    const guard = defineHook(new Guard());
    expect(membersOf(compose(guard, defineHook({ name: "b" })))).toHaveLength(2);
    expect(membersOf(compose({ name: "house" }, guard))).toEqual([guard]);
  });
});
