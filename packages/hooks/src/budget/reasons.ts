import type { Measure } from "./amounts.js";
import type { Limit } from "./options.js";

const UNITS: Readonly<Record<Measure, string>> = {
  tokens: "tokens",
  cost: "cost",
  toolCalls: "tool calls",
  modelCalls: "model calls",
  minutes: "minutes of work",
};

const WHOSE: Readonly<Record<NonNullable<Limit["scope"]>, string>> = {
  project: "of this project",
  user: "of this user",
  fleet: "of everybody together",
};

const STOP = "Stop now, and tell the user what is done and what is left.";

/** Returns the reason with which a call is denied once a limit is used up. */
export function reasonOf({ per, scope = "user" }: Limit, measure: Measure, most: number, used: number): string {
  const whose = per === "day" ? `today's budget ${WHOSE[scope]}` : `the budget of this ${per}`;
  const amount = `${rounded(used)} of ${rounded(most)} ${UNITS[measure]}`;
  const next = per === "turn" ? "The next prompt of the user starts a new turn." : "The user can raise the limit.";
  return `The agent must stop: ${whose} is used up (${amount}). ${STOP} ${next}`;
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export const UNMEASURED = `The agent must stop: there is a budget, and the host reports no tokens to count. ${STOP} The user can limit toolCalls or minutes instead.`;

/** Returns the reason for a model without a price. */
export function unpricedReason(model: string): string {
  const name = model === "" ? "a model without a name" : model;
  return `The agent must stop: there is a budget for the cost, and no price for ${name}. ${STOP} The user can add the price to the option prices of the budget.`;
}

export const UNREAD =
  "The session's file is too long to read at once, so the budget does not know yet what was used. Try again: the next call reads the next part.";
