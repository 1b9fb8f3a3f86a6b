import * as z from "zod/mini";
import {
  type AnswersOf,
  answerSchemas,
  anything,
  type Fields,
  looseObject,
  number,
  optional,
  payloadSchemas,
  type TypeOf,
  type TypesOf,
  text,
} from "../../command-hook/field-schemas.js";
import type { HandlersOf, OpenFields } from "../../command-hook/native-types.js";
import type { EventName } from "./events.js";

/** Fields of every payload. */
const commonPayload = {
  /** `tool_call` at `PreToolUse`, `tool_result` at `PostToolUse`: Cline has two names for each event. */
  hookName: text,
  /** Empty. */
  clineVersion: optional.text,
  timestamp: text,
  /** The conversation. A sub-agent has its own. */
  taskId: text,
  sessionContext: z.optional(looseObject({ rootSessionId: optional.text })),
  /** The folder where Cline runs. */
  workspaceRoots: z.optional(z.array(text)),
  workspaceInfo: optional.anything,
  userId: optional.text,
  agent_id: text,
  /** The agent that started this sub-agent. */
  parent_agent_id: optional.textOrNull,
};

/** What Cline writes about a run of the agent. */
const run = { iteration: optional.number };

/** The fields of each event in addition to the common ones. */
const payloadFields = {
  PreToolUse: () => ({
    iteration: number,
    tool_call: looseObject({
      id: text,
      name: text,
      /** An object, unless the model wrote a list or a text. */
      input: anything,
    }),
    /** The call again. A parameter that is not a text is JSON. */
    preToolUse: optional.jsonObject,
  }),
  PostToolUse: () => ({
    iteration: number,
    tool_result: looseObject({
      id: text,
      name: text,
      input: anything,
      /** What the model reads, as JSON unless it is a text. */
      output: anything,
      /** Present if the tool failed. A command that exits with another code than 0 did not. */
      error: optional.text,
      durationMs: optional.number,
      startedAt: optional.text,
      endedAt: optional.text,
    }),
    postToolUse: optional.jsonObject,
  }),
  TaskStart: () => ({ taskStart: optional.anything }),
  TaskResume: () => ({ taskResume: optional.anything }),
  TaskComplete: () => ({
    ...run,
    turn: z.optional(looseObject({ outputText: optional.text, status: optional.text })),
    taskComplete: optional.anything,
  }),
  TaskError: () => ({ ...run, error: z.optional(looseObject({ name: optional.text, message: optional.text })) }),
  TaskCancel: () => ({ reason: optional.text, taskCancel: optional.anything }),
  UserPromptSubmit: () => ({
    userPromptSubmit: looseObject({ prompt: text, attachments: optional.list }),
  }),
  SessionShutdown: () => ({ reason: optional.text }),
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of what Cline writes to stdin at an event. */
export const payloadSchema = payloadSchemas(commonPayload, payloadFields);

const stops = {
  /** `true` ends the run. The model reads nothing more. */
  cancel: optional.flag,
  /** Why the run ends. Without `cancel`, Cline gives it to the model as `context`. */
  errorMessage: optional.text,
  /** Text for the model, after the result. Not read with `cancel`. */
  context: optional.text,
};
const ignored = () => ({});

/** The fields of an answer to each event. It has no effect at the events without fields. */
const answerFields = {
  PreToolUse: () => ({
    ...stops,
    /** Replaces all arguments. Of several hook files, the last one counts. */
    overrideInput: optional.jsonObject,
  }),
  PostToolUse: () => stops,
  TaskStart: ignored,
  TaskResume: ignored,
  TaskComplete: ignored,
  TaskError: ignored,
  TaskCancel: ignored,
  UserPromptSubmit: ignored,
  SessionShutdown: ignored,
} satisfies Readonly<Record<EventName, () => Fields>>;

/** Returns the schema of an answer to an event. Cline ignores what it does not know (observed). */
export const answerSchema = answerSchemas({}, answerFields);

/** Fields of every payload of Cline. There may be others. */
export interface ClineEvent extends TypeOf<typeof commonPayload>, OpenFields {}

interface OwnFields extends TypesOf<typeof payloadFields> {}

/** What Cline writes to stdin at an event. */
export type ClinePayload<Event extends EventName> = ClineEvent & OwnFields[Event];

interface Answers extends AnswersOf<typeof answerFields> {}

/** What a native handler may answer to an event, in Cline's format. */
export type ClineAnswer<Event extends EventName> = Answers[Event];

/**
 * Handlers for Cline's own events, for what the portable points do not cover. At an event with a point, they run after
 * the handlers of that point, unless those denied the call, and see their changes.
 *
 * @example native: { cline: { PreToolUse: () => ({ context: "the tests need Docker" }) } }
 */
export interface ClineHandlers<in Env>
  extends HandlersOf<{ [E in EventName]: [ClinePayload<E>, ClineAnswer<E>] }, Env> {}

declare module "../../hook/native.js" {
  interface NativeHandlers<Env> {
    readonly cline?: ClineHandlers<Env>;
  }
}
