import fc from "fast-check";
import { json, jsonObject, sparse, withUnknown } from "../json.js";

// What PicoClaw may send at each point: every known field, also missing or null, plus unknown fields at every level.

const text = fc.string({ maxLength: 6 });
const flag = fc.boolean();
const texts = fc.array(text, { maxLength: 2 });

/** Optional fields that may be missing or null, plus required ones. */
function open(
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  required: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
) {
  const known = fc.tuple(sparse(fields), fc.record(required)).map(([some, all]) => ({ ...some, ...all }));
  return withUnknown(known);
}

const origin = {
  meta: open({ AgentID: text, TurnID: text, SessionKey: text, Source: text }),
  context: open({
    inbound: open({ channel: text, chat_id: text, mentioned: flag }),
    route: open({ AgentID: text, SessionPolicy: jsonObject }),
    scope: open({ agent_id: text, dimensions: texts, values: jsonObject }),
  }),
  channel: text,
  chat_id: text,
};

const requestedCall = (required: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) =>
  open(
    {
      id: text,
      type: text,
      extra_content: jsonObject,
      ...("function" in required ? {} : { function: open({ name: text, arguments: text }) }),
    },
    required,
  );

const message = open(
  {
    content: text,
    model_name: text,
    created_at: text,
    media: texts,
    attachments: fc.array(open({ type: text, ref: text, url: text, filename: text, content_type: text }), {
      maxLength: 1,
    }),
    reasoning_content: text,
    system_parts: fc.array(open({ type: text, text, cache_control: open({ type: text }) }), { maxLength: 1 }),
    tool_calls: fc.array(requestedCall(), { maxLength: 2 }),
    tool_call_id: text,
  },
  { role: fc.constantFrom("system", "user", "assistant", "tool", "developer") },
);

const tool = open(
  { type: text },
  { function: open({ description: text, parameters: jsonObject }, { name: fc.constantFrom("exec", "read", "x") }) },
);

const beforeLlm = open(
  {
    ...origin,
    messages: fc.array(message, { maxLength: 4 }),
    tools: fc.array(tool, { maxLength: 2 }),
    options: jsonObject,
    graceful_terminal: flag,
  },
  { model: text },
);

const afterLlm = open(
  { ...origin, model: text },
  {
    response: open({
      content: text,
      reasoning_content: text,
      reasoning: text,
      reasoning_details: fc.array(json, { maxLength: 1 }),
      finish_reason: text,
      usage: open({ prompt_tokens: fc.nat() }),
      // Calls as PicoClaw sends them, with only an id, and as it may send them in the future.
      tool_calls: fc.array(
        fc.oneof(
          requestedCall(),
          requestedCall({ function: open({}, { name: fc.constant("exec"), arguments: text }) }),
        ),
        { maxLength: 2 },
      ),
    }),
  },
);

const toolName = fc.constantFrom("exec", "read_file", "mcp_x_y", "EXEC", "é", "__proto__");
const toolCall = { ...origin, arguments: jsonObject };

const afterTool = open(
  { ...toolCall, duration: fc.nat() },
  {
    tool: toolName,
    result: open({
      for_llm: text,
      for_user: text,
      silent: flag,
      is_error: flag,
      async: flag,
      media: texts,
      artifact_tags: texts,
      response_handled: flag,
    }),
  },
);

/** Host objects by point, for the points at which a hook may modify. */
export const hostObjects = {
  beforeLlm,
  afterLlm,
  beforeTool: open(toolCall, { tool: toolName }),
  afterTool,
} as const;

export type ModifyPoint = keyof typeof hostObjects;
export const MODIFY_POINTS = Object.keys(hostObjects) as readonly ModifyPoint[];
