import { isDeepStrictEqual } from "node:util";
import type { CivicToolCall } from "@agent-hook/sdk/civic";
import {
  copyOf,
  type Dispatcher,
  decidesOnCalls,
  Failure,
  type Member,
  type MethodName,
  type NativeTable,
} from "@agent-hook/sdk/internal/adapter";
import { describeIssues } from "@agent-hook/sdk/internal/text";
import { abortIn, HookChainError } from "../chain/hook-chain-error.js";
import { answerSchemas } from "../protocol/answers.js";
import { isValidated } from "./class-hook.js";
import { continueWith, type Input, type PortableAnswer } from "./portable-step.js";

/** Runs the members' native handlers for Civic's methods. */
export class NativeHandlers {
  constructor(private readonly dispatcher: Dispatcher) {}

  handler(member: Member, method: MethodName) {
    return (member.hook.native as NativeTable)?.civic?.[method];
  }

  /**
   * Returns a member's answer, or `undefined` if it makes no decision. Rejects with the `HookChainError` that its
   * handler threw or answered with `abort`, or with a `Failure`.
   */
  async ask(member: Member, method: MethodName, input: Input): Promise<PortableAnswer | undefined> {
    const handler = this.handler(member, method);
    if (handler === undefined) return undefined;
    const where = `native.civic.${method}`;
    const value = await this.dispatcher.runNative(member, where, {}, (context) =>
      handler(copyOf(input) as never, context as never),
    );
    if (value === undefined) return undefined;
    if (Failure.is(value)) throw intendedErrorIn(value) ?? value;
    const abort = abortIn(value);
    if (abort !== undefined) throw abort;
    return this.#checkAnswer(member, method, where, value, input);
  }

  #checkAnswer(member: Member, method: MethodName, where: string, value: unknown, input: Input): PortableAnswer {
    const { name } = member.hook;
    const invalid = (words: string, cause?: unknown) =>
      new Failure("invalid-decision", name, where, `returned ${words}`, cause);
    let answer: PortableAnswer;
    try {
      // A copy, in the form that is sent: the handler may keep its object and change it later.
      answer = JSON.parse(JSON.stringify(value));
    } catch (cause) {
      throw invalid("a value that cannot be written as JSON", cause);
    }
    if (answer?.resultType === "continueAsync") throw new Failure("unsupported", name, where, ASYNC);
    const error = isValidated(value) ? undefined : answerSchemas[method].safeParse(answer).error;
    if (error !== undefined) throw invalid(describeIssues(error.issues, answer));
    if (answer.resultType === "continue" && this.#isAnotherCall(member, method, input, answer)) {
      throw new Failure("unsupported", name, where, "changed a call that another handler decides on: use beforeTool");
    }
    return answer;
  }

  /**
   * Whether the answer changes a call that another handler has already decided on. That handler would not see the
   * change.
   */
  #isAnotherCall(member: Member, method: MethodName, input: Input, answer: PortableAnswer): boolean {
    if (method !== "processCallToolRequest") return false;
    const { members } = this.dispatcher.hook;
    const before = members.slice(0, members.indexOf(member));
    const isDecided =
      decidesOnCalls(members) ||
      before.some((other) => other.policy === "block" && this.handler(other, method) !== undefined);
    return isDecided && !isDeepStrictEqual(callIn(answer), callIn(continueWith(method, input)));
  }
}

const ASYNC = "continueAsync contains a function: it works only in process, with runChain";

function callIn({ request }: PortableAnswer): unknown {
  const { name, arguments: args = {} } = (request as CivicToolCall).params;
  return { name, args };
}

/** Returns the MCP error that a handler threw for the client. Anything else that a handler throws is not sent. */
function intendedErrorIn({ cause }: Failure): HookChainError | undefined {
  if (HookChainError.is(cause)) return cause;
  const { code, message, name } = Object(cause) as { readonly [field: string]: unknown };
  // Errors of other libraries can have numeric codes too.
  const isMcpError = name === "McpError" || Object.getPrototypeOf(Object(cause)) === Object.prototype;
  return isMcpError && typeof code === "number" && typeof message === "string" ? HookChainError.of(cause) : undefined;
}
