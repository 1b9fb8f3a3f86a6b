import * as z from "zod/mini";
import { maybe, text } from "../../command-hook/field-schemas.js";
import { lazily } from "../../runtime/lazily.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";

const paths = () => z.optional(z.array(text));

const common = {
  continue: maybe.flag,
  stopReason: maybe.text,
  suppressOutput: maybe.flag,
  systemMessage: maybe.text,
  terminalSequence: maybe.text,
};
const blocking = { decision: maybe.block, reason: maybe.text };
const forModel = { additionalContext: maybe.text };
const elicited = () => ({ action: z.optional(z.enum(["accept", "decline", "cancel"])), content: maybe.open });

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** Fields that only one event has, for the events that have any. */
const specifics: { readonly [Event in EventName]?: () => Fields } = {
  PreToolUse: () => ({
    ...forModel,
    permissionDecision: z.optional(z.enum(["allow", "deny", "ask", "defer"])),
    permissionDecisionReason: maybe.text,
    updatedInput: maybe.open,
  }),
  PermissionRequest: () => ({
    decision: z.optional(
      z.union([
        z.strictObject({
          behavior: z.literal("allow"),
          updatedInput: maybe.open,
          updatedPermissions: maybe.list,
        }),
        z.strictObject({ behavior: z.literal("deny"), message: maybe.text, interrupt: maybe.flag }),
      ]),
    ),
  }),
  PermissionDenied: () => ({ retry: maybe.flag }),
  PostToolUse: () => ({ ...forModel, classifierContext: maybe.text, updatedToolOutput: maybe.anything }),
  PostToolUseFailure: () => forModel,
  PostToolBatch: () => forModel,
  UserPromptSubmit: () => ({ ...forModel, sessionTitle: maybe.text, suppressOriginalPrompt: maybe.flag }),
  UserPromptExpansion: () => ({ ...forModel, suppressOriginalPrompt: maybe.flag }),
  MessageDisplay: () => ({ displayContent: maybe.text }),
  Stop: () => forModel,
  SubagentStart: () => forModel,
  SubagentStop: () => forModel,
  SessionStart: () => ({
    ...forModel,
    initialUserMessage: maybe.text,
    sessionTitle: maybe.text,
    watchPaths: paths(),
    reloadSkills: maybe.flag,
  }),
  Setup: () => forModel,
  PreModelSwitch: () => ({
    permissionDecision: z.optional(z.enum(["allow", "deny", "ask"])),
    permissionDecisionReason: maybe.text,
  }),
  PostModelSwitch: () => forModel,
  Elicitation: elicited,
  ElicitationResult: elicited,
  Notification: () => forModel,
  CwdChanged: () => ({ watchPaths: paths() }),
  FileChanged: () => ({ watchPaths: paths() }),
};

/** Events that read a block but are not denied by it: after a turn it means "go on", after a tool it is a remark. */
const BLOCKING: readonly string[] = ["PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop", "TeammateIdle"];

function answerTo(event: EventName): z.ZodMiniType {
  const { denial: refusal }: EventRules = EVENTS[event];
  const blocks = refusal === "block" || BLOCKING.includes(event);
  const output = specifics[event]?.();
  return z.strictObject({
    ...common,
    ...(blocks ? blocking : {}),
    ...(output === undefined
      ? {}
      : { hookSpecificOutput: z.optional(z.strictObject({ hookEventName: z.literal(event), ...output })) }),
  });
}

const schemas = lazily(
  Object.fromEntries(Object.keys(EVENTS).map((event) => [event, () => answerTo(event as EventName)])),
);

/** Returns the schema of an answer to an event. Claude Code drops a mismatching answer and goes on (observed). */
export function answerSchema(event: EventName): z.ZodMiniType {
  return schemas[event] as z.ZodMiniType;
}
