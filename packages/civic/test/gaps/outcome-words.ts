import type { Outcome } from "../civic/client.js";
import type { Target } from "../civic/target.js";

/** What a client got, in words for the table. */
export function words({ text: said, error, isError }: Outcome): string {
  // The SDK of MCP writes the code before the message wherever an error is made again; each failure has an id of its own.
  const text = said.replace(/^(MCP error -?\d+: )+/, "").replace(/ \(id [0-9a-f]{8}\)/, " (id)");
  if (error === undefined) return isError ? `an error result: ${text}` : `the result: ${text}`;
  const data = error.data === undefined ? "" : `, with ${Object.keys(error.data as object).join(" and ")}`;
  return `error ${error.code}${data}: ${text}`;
}

/** Whether a transfer reached the server. */
export function ran(target: Target): string {
  return target.ran.includes("transfer") ? "the tool runs" : "the tool does not run";
}
