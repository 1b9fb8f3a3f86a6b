import type { Outcome } from "../civic/client.js";
import type { Target } from "../civic/target.js";

/** What a client got, in words for the table. */
export function words({ text, error, isError }: Outcome): string {
  if (error === undefined) return isError ? `an error result: ${text}` : `the result: ${text}`;
  const data = error.data === undefined ? "" : `, with ${Object.keys(error.data as object).join(" and ")}`;
  return `error ${error.code}${data}: ${error.message}`;
}

/** Whether a transfer reached the server. */
export function ran(target: Target): string {
  return target.ran.includes("transfer") ? "the tool runs" : "the tool does not run";
}
