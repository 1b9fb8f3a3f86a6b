import type { MethodName } from "@agent-hook/sdk/adapter";
import { METHODS, type Phase } from "../protocol/methods.js";

/** The input of any method. */
export type Input = Readonly<Record<string, unknown>>;

/** An answer of any method. */
export interface HookAnswer {
  readonly resultType: string;
  readonly [field: string]: unknown;
}

/** The field by which each phase goes on; an error goes on as it is. */
const CARRIED: Readonly<Record<Phase, string | undefined>> = {
  request: "request",
  result: "response",
  notification: "notification",
  error: undefined,
  "notification error": undefined,
};

/** What the portable handlers made of a call. */
export type PortableStep<Shown = Input> =
  | { readonly denial: HookAnswer }
  | {
      /** What the next is shown. */
      readonly input: Shown;
      /** What is answered unless the next refuses. */
      readonly answer?: HookAnswer;
    };

/** Says to go on with the input as it is now. */
export function goOn(method: MethodName, input: Input): HookAnswer {
  const { phase } = METHODS[method];
  const field = CARRIED[phase];
  if (field === undefined) return { resultType: "continue" };
  return { resultType: "continue", [field]: phase === "notification" ? input : input[field] };
}

/** The input with what an answer goes on with. */
export function inputAfter(method: MethodName, input: Input, answer: HookAnswer): Input {
  const { phase } = METHODS[method];
  const field = CARRIED[phase];
  if (field === undefined) return input;
  return phase === "notification" ? (answer[field] as Input) : { ...input, [field]: answer[field] };
}
