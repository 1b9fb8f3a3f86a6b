import type { Outcome } from "../civic/client.js";
import type { Target } from "../civic/target.js";

/** Describes a client's result for the table. */
export function words({ text: resultText, error, isError }: Outcome): string {
  // The MCP SDK puts the code before the message each time it rebuilds an error. Each failure has a different id.
  const text = resultText
    .replace(/^(MCP error -?\d+: )+/, "")
    .replace(/ \(id [0-9a-f]{8}\)(?:; to find out why, run: npx agent-hook why \w+)?/, " (id)");
  if (error === undefined) return isError ? `an error result: ${text}` : `the result: ${text}`;
  const data = error.data === undefined ? "" : `, with ${Object.keys(error.data as object).join(" and ")}`;
  return `error ${error.code}${data}: ${text}`;
}

/** Describes whether a transfer reached the server. */
export function ran(target: Target): string {
  return target.ran.includes("transfer") ? "the tool runs" : "the tool does not run";
}
