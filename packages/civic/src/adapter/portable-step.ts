import type { MethodName } from "@agent-hook/sdk/internal/adapter";
import { METHODS, type Phase } from "../protocol/methods.js";

/** The input of any method. */
export type Input = Readonly<Record<string, unknown>>;

/** An answer of any method. */
export interface PortableAnswer {
  readonly resultType: string;
  readonly [field: string]: unknown;
}

/** The field that `continue` carries in each phase. An error continues unchanged. */
const CONTINUE_FIELD: Readonly<Record<Phase, string | undefined>> = {
  request: "request",
  result: "response",
  notification: "notification",
  error: undefined,
  "notification error": undefined,
};

/** The result of the portable handlers for a call. */
export type PortableStep<Shown = Input> =
  | { readonly denial: PortableAnswer }
  | {
      /** The input for the next handler. */
      readonly input: Shown;
      /** The answer, unless a later handler denies the call. */
      readonly answer?: PortableAnswer;
    };

/** Returns the answer that continues with the current input. */
export function continueWith(method: MethodName, input: Input): PortableAnswer {
  const { phase } = METHODS[method];
  const field = CONTINUE_FIELD[phase];
  if (field === undefined) return { resultType: "continue" };
  return { resultType: "continue", [field]: phase === "notification" ? input : input[field] };
}

/** Returns the input with the change that a `continue` answer carries. */
export function inputAfter(method: MethodName, input: Input, answer: PortableAnswer): Input {
  const { phase } = METHODS[method];
  const field = CONTINUE_FIELD[phase];
  if (field === undefined) return input;
  return phase === "notification" ? (answer[field] as Input) : { ...input, [field]: answer[field] };
}
