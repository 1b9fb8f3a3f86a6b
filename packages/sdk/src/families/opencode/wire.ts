import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  type Fields,
  jsonObject,
  looseObject,
  optional,
  payloadSchemas,
  type TypeOf,
  type TypesOf,
  text,
} from "../../command-hook/field-schemas.js";
import type { HandlersOf, OpenFields } from "../../command-hook/native-types.js";
import type { EventName } from "./events.js";

/** Fields of every payload. The plugin that `agent-hook config` writes puts them together. */
const commonPayload = {
  hook_event_name: text,
  session_id: text,
  /** The folder in which the agent was started. */
  cwd: text,
  /** ISO 8601. */
  timestamp: text,
};

const tool = () => ({
  tool_name: text,
  tool_input: jsonObject,
  /** The id of the model's call. */
  tool_use_id: optional.text,
  /** The MCP server in the agent's config whose name the tool's name starts with. */
  mcp_server: optional.text,
});
/** What the agent publishes with an event of its bus. */
const properties = () => ({ properties: optional.jsonObject });

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  "tool.execute.before": tool,
  "tool.execute.after": () => ({
    ...tool(),
    /** The `output` that the agent gives its plugins. */
    tool_response: looseObject({
      /** What the model reads. */
      output: optional.text,
      title: optional.text,
      metadata: optional.anything,
      /** The result of an MCP tool, instead of the other fields. Its items with `text` are text. */
      content: optional.list,
    }),
  }),
  "chat.message": () => ({
    prompt: text,
    /** The agent that gets the prompt. Missing if the user did not name one. */
    agent: optional.text,
  }),
  "session.created": properties,
  "session.idle": properties,
  "session.error": properties,
  "session.compacted": properties,
  "permission.asked": properties,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schemas of what a program's plugin writes to stdin at each event. */
export const payloadSchemaOf = (mark: Fields) => payloadSchemas({ ...commonPayload, ...mark }, payloadFields);

const reason = {
  /** The text of the error that the agent gets. */
  reason: optional.text,
};
const context = {
  /** Text for the model, after what it reads anyway. */
  context: optional.text,
};
const none = () => ({});

/** The fields of an answer to each event. */
const answerFields = {
  "tool.execute.before": () => ({
    ...reason,
    /** `deny` denies the call. `abort` also ends the turn. */
    decision: z.optional(z.enum(["deny", "abort"])),
    /** All arguments, not only the changed ones. */
    args: optional.jsonObject,
  }),
  "tool.execute.after": () => ({
    ...reason,
    ...context,
    /** `deny`: the model reads the reason instead of the result. `abort` also ends the turn. */
    decision: z.optional(z.enum(["deny", "abort"])),
    /** The text of the result. */
    output: optional.text,
  }),
  "chat.message": () => ({
    ...reason,
    ...context,
    /** The prompt is not sent. */
    decision: z.optional(z.enum(["deny"])),
  }),
  "session.created": none,
  "session.idle": none,
  "session.error": none,
  "session.compacted": none,
  "permission.asked": none,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. The plugin denies if it does not know a field. */
export const answerSchema = answerSchemas({}, answerFields);

/** Fields of every payload. There may be others. */
export interface PluginEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What the plugin writes to stdin at an event. */
export type PluginPayload<Event extends EventName> = PluginEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in the form that the plugin reads. */
export type PluginAnswer<Event extends EventName> = Answers[Event];

/** Handlers for the events of the plugin. */
export interface PluginHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [PluginPayload<E>, PluginAnswer<E>] }, Env> {}
