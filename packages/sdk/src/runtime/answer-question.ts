import type { ToolCall } from "../hook/calls.js";
import { type Ask, type Deny, deny } from "../hook/decisions.js";
import { type Awaitable, attempt } from "./awaitable.js";
import type { Deadline } from "./deadline.js";
import { denyForPerson } from "./denial.js";
import { afterFailure, Failure } from "./failure.js";
import type { HostRules } from "./host-rules.js";
import type { Observation } from "./observation.js";
import { type AnswerInTest, type PersonRequest, personOf } from "./person.js";
import type { Member } from "./prepared-hook.js";

/** What a member asks about a call. */
export interface MemberQuestion {
  readonly asker: Member;
  readonly ask: Ask;
  readonly call: ToolCall;
  readonly deadline: Deadline;
  readonly observation: Observation | undefined;
  readonly answerInTest: AnswerInTest | undefined;
}

/**
 * Asks a person if the host cannot. Returns the question if the host asks it, a denial, or `undefined` if a person allowed
 * the call. `hostMayAsk`: whether the answer to the host can be a question.
 */
export function answerQuestion(
  { asker, ask, call, deadline, observation, answerInTest }: MemberQuestion,
  rules: HostRules,
  hostMayAsk: boolean,
): Awaitable<Ask | Deny | undefined> {
  const person = personOf(asker.hook);
  if (person === undefined) return hostMayAsk ? ask : denyForPerson(ask);
  const hostAsks =
    hostMayAsk && rules.asksPeople?.() !== false && rules.whyUnsupported("approveTool", call, ask) === undefined;
  if (hostAsks && !person.always) return ask;
  const { name } = asker.hook;
  const { log, store } = asker;
  const request: PersonRequest = {
    ...{ hook: name, call, ask, host: rules.host, log, store, answerInTest, signal: deadline.signal },
    remainingMs: () => deadline.remainingMs,
  };
  return attempt<Deny | undefined>(
    () => deadline.inTime(() => person.decide(request)),
    (thrown) => {
      const failure = Failure.of(thrown, name, "askPerson");
      return afterFailure(failure, asker, true, () => deny(failure.publicText), observation);
    },
  );
}
