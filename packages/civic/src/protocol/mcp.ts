// The parts of MCP that hooks see, with the rules of MCP's own schemas (checked against them). Unknown fields are kept,
// so a hook never loses what a newer server sends.

import { z } from "zod";

const anyObject = z.custom<object>((value) => typeof value === "object" && value !== null, "expected an object");
const anyFields = z.record(z.string(), z.unknown());
const base64 = z.string().refine(isBase64, "expected base64");

const requestMeta = z.looseObject({
  progressToken: z.union([z.string(), z.number().int()]).optional(),
  "io.modelcontextprotocol/related-task": z.looseObject({ taskId: z.string() }).optional(),
});
const params = z.looseObject({ _meta: requestMeta.optional() });
const pageParams = params.extend({ cursor: z.string().optional() }).optional();
const page = z.looseObject({ _meta: requestMeta.optional(), nextCursor: z.string().optional() });

const listChanged = z.looseObject({ listChanged: z.boolean().optional() }).optional();
const icon = z.looseObject({
  src: z.string(),
  mimeType: z.string().optional(),
  sizes: z.array(z.string()).optional(),
  theme: z.enum(["light", "dark"]).optional(),
});
const named = {
  name: z.string(),
  title: z.string().optional(),
  icons: z.array(icon).optional(),
  description: z.string().optional(),
};
const implementation = z.looseObject({ ...named, version: z.string(), websiteUrl: z.string().optional() });
const annotations = z
  .looseObject({
    audience: z.array(z.enum(["user", "assistant"])).optional(),
    priority: z.number().min(0).max(1).optional(),
    lastModified: z.iso.datetime({ offset: true }).optional(),
  })
  .optional();

const resource = z.looseObject({
  ...named,
  uri: z.string(),
  mimeType: z.string().optional(),
  size: z.number().optional(),
  annotations,
  _meta: anyFields.optional(),
});
const resourceTemplate = z.looseObject({
  ...named,
  uriTemplate: z.string(),
  mimeType: z.string().optional(),
  annotations,
  _meta: anyFields.optional(),
});
const contents = { uri: z.string(), mimeType: z.string().optional(), _meta: anyFields.optional() };
const resourceContents = z.union([
  z.looseObject({ ...contents, text: z.string() }),
  z.looseObject({ ...contents, blob: base64 }),
]);

const file = { data: base64, mimeType: z.string(), annotations, _meta: anyFields.optional() };
const contentBlock = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("text"), text: z.string(), annotations, _meta: anyFields.optional() }),
  z.looseObject({ type: z.literal("image"), ...file }),
  z.looseObject({ type: z.literal("audio"), ...file }),
  resource.extend({ type: z.literal("resource_link") }),
  z.looseObject({
    type: z.literal("resource"),
    resource: resourceContents,
    annotations,
    _meta: anyFields.optional(),
  }),
]);

const objectSchema = z.looseObject({
  type: z.literal("object"),
  properties: z.record(z.string(), anyObject).optional(),
  required: z.array(z.string()).optional(),
});
const tool = z.looseObject({
  ...named,
  inputSchema: objectSchema,
  outputSchema: objectSchema.optional(),
  annotations: z
    .looseObject({
      title: z.string().optional(),
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
  execution: z.looseObject({ taskSupport: z.enum(["required", "optional", "forbidden"]).optional() }).optional(),
  _meta: anyFields.optional(),
});
const prompt = z.looseObject({
  ...named,
  arguments: z
    .array(z.looseObject({ name: z.string(), description: z.string().optional(), required: z.boolean().optional() }))
    .optional(),
  _meta: anyFields.optional(),
});

const tasks = { list: anyObject.optional(), cancel: anyObject.optional() };
const clientCapabilities = z.looseObject({
  experimental: z.record(z.string(), anyObject).optional(),
  sampling: z.looseObject({ context: anyObject.optional(), tools: anyObject.optional() }).optional(),
  elicitation: z
    .looseObject({
      form: z.looseObject({ applyDefaults: z.boolean().optional() }).optional(),
      url: anyObject.optional(),
    })
    .optional(),
  roots: listChanged,
  tasks: z
    .looseObject({
      ...tasks,
      requests: z
        .looseObject({
          sampling: z.looseObject({ createMessage: anyObject.optional() }).optional(),
          elicitation: z.looseObject({ create: anyObject.optional() }).optional(),
        })
        .optional(),
    })
    .optional(),
  extensions: z.record(z.string(), anyObject).optional(),
});
const serverCapabilities = z.looseObject({
  experimental: z.record(z.string(), anyObject).optional(),
  logging: anyObject.optional(),
  completions: anyObject.optional(),
  prompts: listChanged,
  resources: z.looseObject({ subscribe: z.boolean().optional(), listChanged: z.boolean().optional() }).optional(),
  tools: listChanged,
  tasks: z
    .looseObject({
      ...tasks,
      requests: z.looseObject({ tools: z.looseObject({ call: anyObject.optional() }).optional() }).optional(),
    })
    .optional(),
  extensions: z.record(z.string(), anyObject).optional(),
});

/** Any request or notification. */
export const message = z.looseObject({ method: z.string(), params: params.optional() });
export const result = z.looseObject({ _meta: requestMeta.optional() });

export const callToolRequest = z.looseObject({
  method: z.literal("tools/call"),
  params: params.extend({
    task: z.looseObject({ ttl: z.number().optional() }).optional(),
    name: z.string(),
    arguments: anyFields.optional(),
  }),
});
export const callToolResult = result.extend({
  content: z.array(contentBlock).default([]),
  structuredContent: anyFields.optional(),
  isError: z.boolean().optional(),
});

export const listToolsRequest = z.looseObject({ method: z.literal("tools/list"), params: pageParams });
export const listToolsResult = page.extend({ tools: z.array(tool) });

export const listPromptsRequest = z.looseObject({ method: z.literal("prompts/list"), params: pageParams });
export const listPromptsResult = page.extend({ prompts: z.array(prompt) });

export const initializeRequest = z.looseObject({
  method: z.literal("initialize"),
  params: params.extend({
    protocolVersion: z.string(),
    capabilities: clientCapabilities,
    clientInfo: implementation,
  }),
});
export const initializeResult = result.extend({
  protocolVersion: z.string(),
  capabilities: serverCapabilities,
  serverInfo: implementation,
  instructions: z.string().optional(),
});

export const listResourcesRequest = z.looseObject({ method: z.literal("resources/list"), params: pageParams });
export const listResourcesResult = page.extend({ resources: z.array(resource) });

export const listResourceTemplatesRequest = z.looseObject({
  method: z.literal("resources/templates/list"),
  params: pageParams,
});
export const listResourceTemplatesResult = page.extend({ resourceTemplates: z.array(resourceTemplate) });

export const readResourceRequest = z.looseObject({
  method: z.literal("resources/read"),
  params: params.extend({ uri: z.string() }),
});
export const readResourceResult = result.extend({ contents: z.array(resourceContents) });

export type RequestMeta = z.infer<typeof requestMeta>;

function isBase64(text: string): boolean {
  try {
    atob(text);
    return true;
  } catch {
    return false;
  }
}
