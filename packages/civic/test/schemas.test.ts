import * as real from "@civic/hook-common";
import { describe, expect, test } from "vitest";
import * as ours from "../src/index.js";

type Schema = { safeParse(value: unknown): { success: boolean; data?: unknown } };

const schemas = Object.keys(real).filter((name) => /Schema(WithContext)?$/.test(name));
const theirsBy = real as unknown as Readonly<Record<string, Schema>>;
const oursBy = ours as unknown as Readonly<Record<string, Schema>>;

const meta = { _meta: { progressToken: 1 } };
const icon = { src: "data:,", sizes: ["1x1"], theme: "dark" };
const tool = { name: "t", inputSchema: { type: "object", properties: { a: {} }, required: ["a"] } };
const full = {
  ...tool,
  icons: [icon],
  outputSchema: { type: "object" },
  annotations: { title: "T", readOnlyHint: true },
  execution: { taskSupport: "optional" },
  _meta: { a: 1 },
};
const resource = { uri: "a:b", name: "r", mimeType: "text/plain", size: 1, annotations: { priority: 1 } };
const contents = { uri: "a:b", text: "t" };
const client = {
  protocolVersion: "2025-06-18",
  capabilities: {
    roots: { listChanged: true },
    sampling: { tools: {} },
    elicitation: { form: {} },
    experimental: { a: {} },
  },
  clientInfo: { name: "c", version: "1", websiteUrl: "https://example.com" },
};
const server = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {}, resources: { subscribe: true }, tasks: { requests: { tools: { call: {} } } } },
  serverInfo: { name: "s", version: "1" },
  instructions: "i",
};

/** Each schema gets each of these as a request, a result, a notification and an error. Most match few schemas. */
const BODIES: readonly unknown[] = [
  { method: "tools/call", params: { name: "t", arguments: { a: [1, null] }, ...meta, task: { ttl: 1 } } },
  { method: "tools/call", params: { name: "t" }, requestContext: { headers: { a: "b" }, host: "h", path: "/p" } },
  { method: "tools/call", params: { name: "t" }, requestContext: { headers: { a: 1 } } },
  { method: "tools/call", params: { name: "t", arguments: [] } },
  { method: "tools/call", params: { name: "t", ...{ _meta: { progressToken: 1.5 } } } },
  { method: "tools/call", params: { name: 7 } },
  { method: "tools/call" },
  { method: "tools/list" },
  { method: "tools/list", params: { cursor: "c" } },
  { method: "tools/list", params: { cursor: 1 } },
  { method: "prompts/list" },
  { method: "resources/list" },
  { method: "resources/templates/list" },
  { method: "resources/read", params: { uri: "a:b" } },
  { method: "resources/read" },
  { method: "initialize", params: client },
  { method: "initialize", params: { ...client, capabilities: { roots: { listChanged: 1 } } } },
  { method: "initialize", params: { ...client, capabilities: { experimental: { a: 1 } } } },
  { method: "initialize", params: { ...client, clientInfo: { name: "c" } } },
  { method: "other", params: { a: 1 } },
  { method: 7 },
  {},
  meta,
  { _meta: 1 },
  { content: [] },
  { content: [{ type: "text", text: "t", annotations: { audience: ["user"], priority: 0.5 } }], isError: true },
  { content: [{ type: "text" }] },
  { content: [{ type: "image", data: "aGk=", mimeType: "image/png" }], structuredContent: { a: 1 } },
  { content: [{ type: "audio", data: "no base64", mimeType: "audio/wav" }] },
  { content: [{ type: "resource_link", ...resource }] },
  { content: [{ type: "resource", resource: contents }] },
  { content: [{ type: "resource", resource: { uri: "a:b" } }] },
  { content: [{ type: "video" }] },
  { content: [{ type: "text", text: "t", annotations: { lastModified: "yesterday" } }] },
  { content: [{ type: "text", text: "t", annotations: { priority: 2 } }] },
  { content: "text" },
  { content: [], isError: "yes" },
  { content: [], structuredContent: [] },
  { tools: [full], nextCursor: "c" },
  { tools: [{ name: "t" }] },
  { tools: [{ ...tool, inputSchema: { type: "string" } }] },
  { tools: [{ ...tool, execution: { taskSupport: "maybe" } }] },
  { tools: [{ ...tool, icons: [{}] }] },
  { prompts: [{ name: "p", arguments: [{ name: "a", required: true }] }] },
  { prompts: [{ name: "p", arguments: [{}] }] },
  { resources: [resource] },
  { resources: [{ name: "r" }] },
  { resources: [{ ...resource, size: "big" }] },
  { resourceTemplates: [{ name: "r", uriTemplate: "a:{b}" }] },
  { resourceTemplates: [{ name: "r" }] },
  { contents: [contents, { uri: "a:b", blob: "aGk=" }] },
  { contents: [{ uri: "a:b" }] },
  server,
  { ...server, serverInfo: { name: "s" } },
  { ...server, capabilities: { resources: { subscribe: "yes" } } },
  { code: -32603, message: "m", data: [1] },
  { code: "1", message: "m" },
  { headers: { a: "b" }, host: "h", path: "/p" },
  { host: 1 },
  "text",
  null,
  undefined,
];

const VALUES = [
  ...BODIES,
  ...BODIES.flatMap((body) => [
    { resultType: "continue", request: body },
    { resultType: "continue", response: body },
    { resultType: "continue", notification: body },
    { resultType: "respond", response: body },
  ]),
  { resultType: "continue" },
  { resultType: "abort", reason: "r" },
  { resultType: "continueAsync", request: {}, response: {}, callback() {} },
  {},
];

test("every schema of @civic/hook-common has a counterpart of the same name", () => {
  expect(schemas).toContain("CallToolRequestSchemaWithContext");
  expect(Object.keys(ours)).toEqual(expect.arrayContaining([...schemas, "RequestContextSchemaRaw", "AbstractHook"]));
});

describe.each(schemas)("%s", (name) => {
  const [theirs, own] = [theirsBy[name] as Schema, oursBy[name] as Schema];

  test("accepts and rejects the same inputs as Civic's schemas", () => {
    const accepted = (schema: Schema) => VALUES.filter((value) => schema.safeParse(value).success);
    expect(accepted(own)).toEqual(accepted(theirs));
    expect(accepted(own).length).toBeGreaterThan(0);
    expect(accepted(own).length).toBeLessThan(VALUES.length);
  });

  test("returns its input with unknown fields", () => {
    for (const value of VALUES.filter((one) => own.safeParse(one).success)) {
      const { data } = own.safeParse({ ...(value as object), later: { a: 1 } });
      expect(data).toMatchObject(value as object);
      // An MCP error has exactly three fields.
      expect(data).toMatchObject(name === "HookChainErrorSchema" ? {} : { later: { a: 1 } });
    }
  });
});
