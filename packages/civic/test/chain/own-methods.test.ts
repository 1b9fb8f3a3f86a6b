import { METHOD_NAMES } from "@agent-hook/sdk/internal/adapter";
import { AbstractHook as RealAbstractHook } from "@civic/hook-common";
import { describe, expect, test } from "vitest";
import { assertMethods } from "../../src/chain/assert-methods.js";
import { ownMethods } from "../../src/chain/own-methods.js";
import { AbstractHook as OurAbstractHook } from "../../src/index.js";

const no = async () => {
  throw new Error("no");
};

describe.each([
  ["@civic/hook-common", RealAbstractHook as unknown as typeof OurAbstractHook],
  ["ours", OurAbstractHook],
])("AbstractHook of %s", (_, Base) => {
  class Guard extends Base {
    readonly name = "guard";
  }

  test("has no own methods", () => {
    expect(ownMethods(new Guard())).toEqual([]);
    expect(() => assertMethods(new Guard(), "serveCivic")).toThrow(/^serveCivic: .*"guard" has none of its own/);
  });

  test("gives a class the methods that it overrides", () => {
    class Overrides extends Guard {
      override processCallToolRequest = no;
      override async processCallToolResult(response: never) {
        return { resultType: "continue" as const, response };
      }
    }
    expect(ownMethods(new Overrides())).toEqual(["processCallToolRequest", "processCallToolResult"]);
  });
});

test("a class of the same name with its own policy in all methods counts as the author's, and so do its subclasses", () => {
  class AbstractHook {}
  for (const method of METHOD_NAMES) Object.defineProperty(AbstractHook.prototype, method, { value: no });
  class Guard extends AbstractHook {
    readonly name = "guard";
  }
  expect(ownMethods(new Guard() as never)).toEqual(METHOD_NAMES);
});

test("a policy added to the prototype of AbstractHook counts", () => {
  const { processCallToolRequest } = OurAbstractHook.prototype;
  try {
    OurAbstractHook.prototype.processCallToolRequest = no;
    class Guard extends OurAbstractHook {
      readonly name = "guard";
    }
    expect(ownMethods(new Guard())).toEqual(["processCallToolRequest"]);
  } finally {
    OurAbstractHook.prototype.processCallToolRequest = processCallToolRequest;
  }
});

test("a method that is not a function counts, and fails when it is called", () => {
  expect(ownMethods({ name: "h", processCallToolRequest: true } as never)).toEqual(["processCallToolRequest"]);
});

describe("a name similar to a method of 0.9.0", () => {
  test.each([
    ["processCallToolRequests", "processCallToolRequest"],
    ["processcalltoolrequest", "processCallToolRequest"],
    ["processRequest", "processCallToolRequest"],
    ["processResponse", "processCallToolResult"],
    ["processToolCallRequest", "processCallToolRequest"],
    ["processToolCallResponse", "processCallToolResult"],
    ["processToolCallTransportError", "processCallToolError"],
    ["processToolException", "processCallToolError"],
    ["processToolsList", "processListToolsRequest"],
    ["processToolsListResponse", "processListToolsResult"],
    ["processListToolsResponse", "processListToolsResult"],
    ["processInitializeTransportError", "processInitializeError"],
  ])("%s is rejected, with %s as a suggestion", (name, meant) => {
    class Base {
      name = "guard";
      async processNotification() {}
    }
    Object.defineProperty(Base.prototype, name, { value: no });
    class Guard extends Base {}
    expect(() => assertMethods(new Guard() as never, "fromCivic")).toThrow(
      `fromCivic: "guard" has functions that are not methods of @civic/hook-common 0.9.0: ${name} (did you mean "${meant}"?). A method that is never called lets everything pass`,
    );
  });

  test("other names are allowed, as are properties that are not functions", () => {
    const hook = { name: "h", processNotification: no, processArguments: no, processText: no, processRequest: 7 };
    expect(assertMethods(hook as never, "fromCivic")).toEqual(["processNotification"]);
  });
});
