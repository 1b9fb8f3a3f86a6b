import { describe, expect, it } from "vitest";
import { type ToolKind, urlsOf } from "../../src/index.js";

const urls = (args: Readonly<Record<string, unknown>>, kind: ToolKind = "fetch") => urlsOf({ kind, arguments: args });

describe("urlsOf", () => {
  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ["an address", { url: "https://example.com/a?b#c", prompt: "sum it up" }, ["https://example.com/a?b#c"]],
    [
      "a list of addresses",
      { urls: ["https://a.example", "b.example"], format: "text" },
      ["https://a.example", "b.example"],
    ],
    ["a list that is JSON text", { urls: '["https://a.example"]' }, ['["https://a.example"]', "https://a.example"]],
    ["an address inside", { request: { webhookUrl: "https://a.example" } }, ["https://a.example"]],
    ["any case of letters", { URL: "a", file_uri: "b", Href: "c", endpoint: "d" }, ["a", "b", "c", "d"]],
    ["each once", { url: "https://a.example", prompt: "read https://a.example" }, ["https://a.example"]],
    ["no numbers and nothing", { url: 7, uri: null }, []],
  ])("gives %s", (_what, args, expected) => {
    expect(urls(args)).toEqual(expected);
  });

  it("finds addresses in other texts of a call that fetches: Gemini CLI's web_fetch has only a prompt", () => {
    const prompt = "Compare https://a.example/x, (http://b.example/y) and <https://c.example/?q=1&r=2>.";
    expect(urls({ prompt })).toEqual(["https://a.example/x", "http://b.example/y", "https://c.example/?q=1&r=2"]);
    expect(urls({ prompt }, "write")).toEqual([]);
  });

  it.each<ToolKind>(["mcp", "other", "plugin"])("gives the named ones of the kind %s", (kind) => {
    expect(urls({ url: "https://a.example", text: "https://b.example" }, kind)).toEqual(["https://a.example"]);
  });

  it("does not read commands", () => {
    expect(urls({ command: "curl https://a.example" }, "shell")).toEqual([]);
  });
});
