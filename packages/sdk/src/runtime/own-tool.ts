import type { Context, Host, ToolContext } from "../hook/context.js";
import { type Ask, type Deny, deny, type Respond, respond } from "../hook/decisions.js";
import type { ToolResult } from "../hook/message.js";
import type { Schema, SchemaResult } from "../hook/schema.js";
import { describeIssues } from "../text/index.js";
import { type Awaitable, after, attempt } from "./awaitable.js";
import type { Deadline } from "./deadline.js";
import { checkDecision, resultRules } from "./decision-rules.js";
import { withReason } from "./denial.js";
import { afterFailure, Failure, type FailureLog } from "./failure.js";
import { whyContentUnsupported } from "./host-rules.js";
import type { Observation } from "./observation.js";
import type { OwnTool } from "./prepared-hook.js";

/** Returns a person's denial of a call that the tool leaves to one, or `undefined` if the person allows it. */
type Answered = (question: Ask) => Awaitable<Ask | Deny | undefined>;

/**
 * Runs an own tool: checks the arguments, then calls the tool's `approve`, then `run`, all under the call's deadline.
 * If `run` fails, the model receives an error result. If `approve` fails, the call is denied.
 */
export function runOwnTool(
  own: OwnTool,
  args: unknown,
  context: ToolContext<never>,
  deadline: Deadline,
  answered: Answered,
  observation?: Observation,
): Awaitable<Respond | Deny> {
  const { tool } = own;
  const runIfValid = (parsed: SchemaResult<unknown>): Awaitable<Respond | Deny> => {
    if (parsed.issues !== undefined) {
      return error(`Invalid arguments for ${tool.name}: ${describeIssues(parsed.issues, args)}`);
    }
    const input = parsed.value as never;
    return after(approval(own, input, context, deadline, answered, observation), (denial) => denial ?? answer(input));
  };
  const answer = (input: never): Awaitable<Respond> => {
    const value: Awaitable<unknown> = deadline.inTime(() => tool.run(input, context));
    return after(value, (returned) =>
      after(resultOf(own, returned, deadline, context.host), (result) => respond(result)),
    );
  };
  return attempt<Respond | Deny>(
    () => after(parse(tool.input, args, deadline), runIfValid),
    (thrown) => error(textFor(own, thrown, observation)),
  );
}

/** Returns the error result that replaces a result that cannot be sent. */
export function replaceUnsendable(
  hook: FailureLog,
  tool: string,
  failure: Failure,
  observation?: Observation,
): Respond {
  hook.failed(failure, TOOL_FAILED);
  observation?.failed(failure, TOOL_FAILED);
  const what = failure.kind === "too-large" ? "is too large" : "cannot be sent";
  return error(`The result of the tool ${tool} ${what} (id ${failure.id}).`);
}

/** The consequence of a failure of an own tool. */
export const TOOL_FAILED = "the model was told that the tool failed";

function approval(
  own: OwnTool,
  args: never,
  context: Context<never>,
  deadline: Deadline,
  answered: Answered,
  observation: Observation | undefined,
): Awaitable<Deny | undefined> {
  const { tool, member } = own;
  if (tool.approve === undefined) return undefined;
  const where = `approve of tool ${tool.name}`;
  const checkApproval = (value: unknown): Awaitable<Deny | undefined> => {
    const checked = checkDecision("approveTool", value);
    if ("problem" in checked) throw new Failure("invalid-decision", member.hook.name, where, checked.problem);
    const { decision } = checked;
    if (decision.action === "approve") return undefined;
    const decisionWithReason = withReason(decision, member.hook.name);
    observation?.decided(member, decisionWithReason);
    if (decisionWithReason.action !== "ask") return decisionWithReason;
    return answered(decisionWithReason) as Awaitable<Deny | undefined>;
  };
  return attempt(
    () =>
      after(
        deadline.inTime<unknown>(() => tool.approve?.(args, context)),
        checkApproval,
      ),
    (thrown) => {
      const failure = Failure.of(thrown, member.hook.name, where);
      return afterFailure(failure, member, true, () => deny(failure.publicText), observation);
    },
  );
}

function resultOf(own: OwnTool, value: unknown, deadline: Deadline, host: Host): Awaitable<ToolResult> {
  const { tool } = own;
  if (tool.output !== undefined) {
    return after(parse(tool.output, value, deadline), (parsed) => {
      if (parsed.issues !== undefined) throw invalidReply(own, describeIssues(parsed.issues, value));
      const text = JSON.stringify(parsed.value) as string | undefined;
      if (text === undefined) throw invalidReply(own, "the output cannot be written as JSON");
      // Decided by the text: the value may be of a class that JSON writes as a string, such as a date.
      const isObject = text.startsWith("{");
      return { forLlm: text, ...(isObject ? { structured: parsed.value as Readonly<Record<string, unknown>> } : {}) };
    });
  }
  if (typeof value === "string") return { forLlm: value };
  const checked = resultRules.toolResult.safeParse(value);
  if (!checked.success) throw invalidReply(own, describeIssues(checked.error.issues, value));
  const result = value as ToolResult;
  const unsupported = whyContentUnsupported(result, host);
  if (unsupported !== undefined)
    throw new Failure("unsupported", own.member.hook.name, `tool ${tool.name}`, unsupported);
  return result;
}

function invalidReply(own: OwnTool, problem: string): Failure {
  const detail = `run returned an invalid result, expected a string or { forLlm, ... }: ${problem}`;
  return new Failure("invalid-decision", own.member.hook.name, `tool ${own.tool.name}`, detail);
}

function parse(schema: Schema, value: unknown, deadline: Deadline): Awaitable<SchemaResult<unknown>> {
  return deadline.inTime(() => schema["~standard"].validate(value));
}

/** Returns the text for the model: that of a `ToolError`, otherwise a generic one with the id of the line on stderr. */
function textFor(own: OwnTool, thrown: unknown, observation: Observation | undefined): string {
  const { tool, member } = own;
  const modelText = toolErrorText(thrown);
  if (modelText !== undefined) return modelText || `The tool ${tool.name} failed.`;
  const failure = Failure.of(thrown, member.hook.name, `tool ${tool.name}`);
  member.failed(failure, TOOL_FAILED);
  observation?.failed(failure, TOOL_FAILED);
  const why = failure.kind === "timed-out" ? "did not answer in time" : "failed";
  return `The tool ${tool.name} ${why} (id ${failure.id}).`;
}

/** Compares by name, since the error may come from another copy of the SDK. Never throws, whatever was thrown. */
function toolErrorText(thrown: unknown): string | undefined {
  try {
    if (!(thrown instanceof Error) || thrown.name !== "ToolError") return undefined;
    return typeof thrown.message === "string" ? thrown.message : "";
  } catch {
    return undefined;
  }
}

function error(forLlm: string): Respond {
  return respond({ forLlm, isError: true });
}
