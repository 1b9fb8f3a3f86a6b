/** The tables of the docs, each with the heading of its first column. */
export const TABLES = {
  oneFile: "one file, unchanged",
  readyMade: "ready-made hooks, from a policy file",
  arrives: "what arrives in the agent",
  guard: 'a guard, `onFailure: "block"`',
  observer: 'an observer, `onFailure: "continue"`',
  redactor: 'a redactor, `onFailure: "block"`, after the tool ran',
  brokenGuard: "when the guard",
  brokenGuardOnFailure: 'the same, with `"onFailure": "block"` in Claude Code\'s settings',
} as const;

export type TableName = keyof typeof TABLES;
