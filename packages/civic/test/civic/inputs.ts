import { METHOD_NAMES, type MethodName } from "@agent-hook/sdk/internal/adapter";

const implementation = { name: "client", version: "1.0.0" };
const error = { code: -32000, message: "the target failed" };

const REQUESTS: Readonly<Record<string, object>> = {
  CallTool: { method: "tools/call", params: { name: "echo", arguments: { text: "hi" } } },
  ListTools: { method: "tools/list" },
  ListPrompts: { method: "prompts/list" },
  Initialize: {
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: implementation },
  },
  ListResources: { method: "resources/list" },
  ListResourceTemplates: { method: "resources/templates/list" },
  ReadResource: { method: "resources/read", params: { uri: "note://readme" } },
  Other: { method: "prompts/get", params: { name: "greet" } },
  Target: { method: "roots/list" },
};

const RESULTS: Readonly<Record<string, object>> = {
  CallTool: { content: [{ type: "text", text: "hi" }] },
  ListTools: { tools: [] },
  ListPrompts: { prompts: [] },
  Initialize: { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: implementation },
  ListResources: { resources: [] },
  ListResourceTemplates: { resourceTemplates: [] },
  ReadResource: { contents: [{ uri: "note://readme", text: "the readme" }] },
  Other: { messages: [] },
  Target: { roots: [] },
};

const NOTIFICATION = { method: "notifications/initialized" };

/** Returns the arguments of a method in parameter order. */
export function argumentsOf(method: MethodName): readonly unknown[] {
  const extra = { requestId: 1, sessionId: "s" };
  const [, family = "", phase] = /^process(\w+?)(Request|Result|Error)?$/.exec(method) ?? [];
  if (family.endsWith("Notification")) return phase === "Error" ? [error, NOTIFICATION] : [NOTIFICATION];
  const request = REQUESTS[family];
  if (phase === "Request") return [request, extra];
  return [phase === "Result" ? RESULTS[family] : error, request, extra];
}

/** Returns the wire names of a method's arguments, or an empty array if the only argument is the whole input. */
function fieldsOf(method: MethodName): readonly string[] {
  if (method.endsWith("NotificationError")) return ["error", "originalNotification"];
  if (method.endsWith("Notification")) return [];
  if (method.endsWith("Request")) return ["request", "requestExtra"];
  const original =
    { processCallToolResult: "originalCallToolRequest", processCallToolError: "originalToolCall" }[method as string] ??
    "originalRequest";
  return [method.endsWith("Result") ? "response" : "error", original, "originalRequestExtra"];
}

/** Returns the input that Civic's client sends for a method. */
export function inputOf(method: MethodName): unknown {
  const args = argumentsOf(method);
  const fields = fieldsOf(method);
  return fields.length === 0 ? args[0] : Object.fromEntries(fields.map((field, index) => [field, args[index]]));
}

export { METHOD_NAMES, type MethodName };
