import { describeTools, requireReason } from "@agent-hook/hooks";
import { createPicoClawHost } from "@agent-hook/picoclaw/testing";
import { createTestHost } from "@agent-hook/testing";
import { describe, expect, it } from "vitest";
import { asking, request } from "../../civic/test/adapter/asking.js";

const search = {
  name: "search",
  description: "old",
  inputSchema: { type: "object", properties: { q: {} }, required: ["q"] },
};
const listed = (...tools: readonly object[]) => ({
  response: { tools },
  originalRequest: { method: "tools/list" },
  originalRequestExtra: { requestId: 1 },
});

describe("under Civic's proxy", () => {
  it("a tool gets another description, and the others stay as they are", async () => {
    const { ask } = await asking(describeTools({ tools: { search: "Search the shop." } }));
    const other = { name: "look", inputSchema: { type: "object" } };
    expect(await ask("processListToolsResult", listed(search, other))).toEqual({
      resultType: "continue",
      response: { tools: [{ ...search, description: "Search the shop." }, other] },
    });
  });

  it("each tool gets an argument for the reason, which the tool itself never gets", async () => {
    const { ask } = await asking(requireReason({ except: ["look"] }));
    const look = { name: "look", inputSchema: { type: "object" } };
    const { response } = (await ask("processListToolsResult", listed(search, look))) as {
      readonly response: { readonly tools: readonly unknown[] };
    };
    expect(response.tools).toMatchObject([
      {
        inputSchema: { properties: { q: {}, reason_for_call: { type: "string" } }, required: ["q", "reason_for_call"] },
      },
      look,
    ]);
    const call = await ask(
      "processCallToolRequest",
      request("search", { q: "tea", reason_for_call: "the user asked" }),
    );
    expect(call).toMatchObject({ request: { params: { arguments: { q: "tea" } } } });
    expect(JSON.stringify(call)).not.toContain("the user asked");
  });

  it.each([{ q: "tea" }, { q: "tea", reason_for_call: " " }, { q: "tea", reason_for_call: 7 }])(
    "a call with %j is denied, and the model reads which argument is missing",
    async (args) => {
      const { ask } = await asking(requireReason());
      expect(JSON.stringify(await ask("processCallToolRequest", request("search", args)))).toContain("reason_for_call");
      const { ask: others } = await asking(requireReason({ except: ["search"] }));
      expect(await others("processCallToolRequest", request("search", args))).toMatchObject({ resultType: "continue" });
    },
  );
});

describe("under PicoClaw before v0.2.8", () => {
  it("the model reads the changed tools", async () => {
    const host = createPicoClawHost(describeTools({ tools: { exec: "Run it." } }), { version: "v0.2.7" });
    const tools = [
      { type: "function", function: { name: "exec", description: "old", parameters: { type: "object" } } },
    ];
    expect(JSON.stringify(await host.beforeLlm({ tools } as never))).toContain("Run it.");
    await host.close();
  });
});

// The newest PicoClaw takes tools from MCP servers.
it.each([
  ["describeTools", "picoclaw", () => describeTools({ tools: {} })],
  ["requireReason", "claude-code", () => requireReason()],
] as const)("%s does not work under %s, and says so", async (_, host, hook) => {
  const agent = createTestHost(hook(), { host });
  const said = await agent.shell("ls").then(
    ({ failures }) => String(failures[0]),
    (error) => String(error),
  );
  expect([said, ...agent.log].join("\n")).toContain("lets no hook change what the model reads about tools");
});

it.each<[string, () => unknown, string]>([
  ["no tools", () => describeTools({} as never), "describeTools: invalid options: tools"],
  [
    "an argument's name with a space",
    () => requireReason({ argument: "the reason" }),
    "requireReason: invalid options: argument",
  ],
])("%s is rejected", (_, make, message) => expect(make).toThrow(message));
