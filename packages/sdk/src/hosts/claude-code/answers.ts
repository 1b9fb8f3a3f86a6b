import * as z from "zod/mini";
import { lazily } from "../../runtime/lazily.js";
import { EVENTS, type EventName, type EventRules } from "./events.js";

const maybe = z.optional;
const text = maybe(z.string());
const flag = maybe(z.boolean());
const open = maybe(z.record(z.string(), z.unknown()));
const paths = maybe(z.array(z.string()));

const common = {
  continue: flag,
  stopReason: text,
  suppressOutput: flag,
  systemMessage: text,
  terminalSequence: text,
};
const blocking = { decision: maybe(z.literal("block")), reason: text };
const forModel = { additionalContext: text };
const elicited = () => ({ action: maybe(z.enum(["accept", "decline", "cancel"])), content: open });

type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** What only an event has, of the events that have something. */
const specifics: { readonly [Event in EventName]?: () => Fields } = {
  PreToolUse: () => ({
    ...forModel,
    permissionDecision: maybe(z.enum(["allow", "deny", "ask", "defer"])),
    permissionDecisionReason: text,
    updatedInput: open,
  }),
  PermissionRequest: () => ({
    decision: maybe(
      z.union([
        z.strictObject({
          behavior: z.literal("allow"),
          updatedInput: open,
          updatedPermissions: maybe(z.array(z.unknown())),
        }),
        z.strictObject({ behavior: z.literal("deny"), message: text, interrupt: flag }),
      ]),
    ),
  }),
  PermissionDenied: () => ({ retry: flag }),
  PostToolUse: () => ({ ...forModel, updatedToolOutput: maybe(z.unknown()) }),
  PostToolUseFailure: () => forModel,
  PostToolBatch: () => forModel,
  UserPromptSubmit: () => ({ ...forModel, sessionTitle: text, suppressOriginalPrompt: flag }),
  UserPromptExpansion: () => ({ ...forModel, suppressOriginalPrompt: flag }),
  MessageDisplay: () => ({ displayContent: text }),
  Stop: () => forModel,
  SubagentStart: () => forModel,
  SubagentStop: () => forModel,
  SessionStart: () => ({
    ...forModel,
    initialUserMessage: text,
    sessionTitle: text,
    watchPaths: paths,
    reloadSkills: flag,
  }),
  Setup: () => forModel,
  PreModelSwitch: () => ({
    permissionDecision: maybe(z.enum(["allow", "deny", "ask"])),
    permissionDecisionReason: text,
  }),
  PostModelSwitch: () => forModel,
  Elicitation: elicited,
  ElicitationResult: elicited,
  Notification: () => forModel,
  CwdChanged: () => ({ watchPaths: paths }),
  FileChanged: () => ({ watchPaths: paths }),
};

/** Beside those whose refusal is a block: at the end of a turn it means "go on", after a tool it is a remark. */
const BLOCKING: readonly string[] = ["PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop", "TeammateIdle"];

function answerTo(event: EventName): z.ZodMiniType {
  const { refusal }: EventRules = EVENTS[event];
  const blocks = refusal === "block" || BLOCKING.includes(event);
  const output = specifics[event]?.();
  return z.strictObject({
    ...common,
    ...(blocks ? blocking : {}),
    ...(output === undefined
      ? {}
      : { hookSpecificOutput: maybe(z.strictObject({ hookEventName: z.literal(event), ...output })) }),
  });
}

const schemas = lazily(
  Object.fromEntries(Object.keys(EVENTS).map((event) => [event, () => answerTo(event as EventName)])),
);

/** What a hook may answer to an event. Claude Code drops the whole of what does not fit, and goes on (run). */
export function answerSchema(event: EventName): z.ZodMiniType {
  return schemas[event] as z.ZodMiniType;
}
