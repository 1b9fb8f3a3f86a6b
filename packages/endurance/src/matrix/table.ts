import { hostCan } from "@agent-hook/sdk/hosts";
import {
  SIMULATED_HOSTS,
  SIMULATIONS,
  type SimulatedHost,
  type Simulation,
} from "@agent-hook/sdk/internal/simulations";
import { all, type CallEffect, type Cells, type TextEffect } from "./cells.js";

// The tables in the docs. The tests compare them with what real processes do under the rules of every host.

export type Policy = "block" | "continue";

/** A fault, by its name in `hooks/matrix.mjs` and the tests, and its result under each policy. */
type Row<Cell> = { readonly fault: string } & Readonly<Record<Policy, Cells<Cell>>>;

/** The hook is a child of a shell script. Ending the script does not end the hook. */
export const LOOPS_IN_A_SCRIPT = "loops for ever, in a shell script without `exec`";
/** A child of the script has all descriptors of the hook and keeps running. */
export const KILLED_IN_A_SCRIPT = "is killed in a shell script whose child keeps every descriptor";

/** These hosts do not start if a hook cannot start. */
const notStarted = { picoclaw: "ended", mcp: "ended", civic: "ended" } as const;
/** These hosts do not use a launcher. */
const unlaunched = { picoclaw: "-", mcp: "-", civic: "-" } as const;

/** These hosts call their hooks only for calls that the user's rules do not permit. */
const onlyUnpermitted = SIMULATED_HOSTS.filter(
  (name) => (SIMULATIONS[name] as Simulation).skipsPermitted !== undefined,
);
/** No hook denies the call. */
const continued = all<CallEffect>(
  "allowed",
  Object.fromEntries(onlyUnpermitted.map((name) => [name, "asks the user"])),
);
/** Without its hook, Civic's proxy fails every request. MCP clients call tools of the hook, which are gone with it. */
const hookGone = { ...continued, mcp: "denied", civic: "denied" } as const;
const denied = all<CallEffect>("denied");

const dead = (fault: string): Row<CallEffect> => ({ fault, block: denied, continue: hookGone });
const survived = (fault: string): Row<CallEffect> => ({ fault, block: denied, continue: continued });

/** `rm -rf ./work` with a guard that denies it: in `approveTool` under `block`, in `beforeTool` under `continue`. */
export const GUARD: readonly Row<CallEffect>[] = [
  { fault: "nothing wrong, and the call is harmless", block: continued, continue: continued },
  { fault: "nothing wrong", block: denied, continue: denied },
  { fault: "prints, and its child prints", block: denied, continue: denied },
  // Only PicoClaw has a limit: 1 MiB per line.
  { fault: "answers too much", block: denied, continue: all<CallEffect>("denied", { picoclaw: "allowed" }) },
  survived("throws"),
  survived("rejects"),
  survived("decides nonsense"),
  // A hook's own tool has the same deadline as its handlers.
  { fault: "never settles", block: denied, continue: { ...continued, mcp: "denied" } },
  dead("loops for ever"),
  dead("exits with 0, without a word"),
  dead("exits with 1"),
  dead("is killed in the middle of its answer"),
  dead("is killed before it is asked"),
  dead("runs out of memory"),
  ...["its file is missing", "node is missing"].map((fault) => ({
    fault,
    block: { ...denied, ...notStarted },
    continue: { ...continued, ...notStarted },
  })),
  ...["the launcher is missing", LOOPS_IN_A_SCRIPT, KILLED_IN_A_SCRIPT].map((fault) => ({
    fault,
    block: { ...denied, ...unlaunched },
    continue: { ...continued, ...unlaunched },
  })),
];

/** `-` for hosts that never call a hook about tool results and, below, about the model's input. */
const uncalledResult = { mcp: "-" } as const;
const withoutModelEvents = SIMULATED_HOSTS.filter((name) => (SIMULATIONS[name] as Simulation).model === undefined);
const uncalledInput: Cells<TextEffect> = {
  mcp: "-",
  civic: "-",
  ...Object.fromEntries(withoutModelEvents.map((name) => [name, "-"])),
};

/** Whether a hook can decide this about a result of the host's own shell. */
const canDo = (name: SimulatedHost, what: "modify" | "deny") =>
  hostCan(name, what, "afterTool") && (SIMULATIONS[name] as Simulation).changesOnly === undefined;
/** These hosts show a result as it is or end the turn before it. */
const unchanging = SIMULATED_HOSTS.filter((name) => !canDo(name, "modify"));
/** Those that read no answer after a tool cannot end the turn. */
const notChanged = (cell: TextEffect): Cells<TextEffect> =>
  Object.fromEntries(unchanging.map((name) => [name, canDo(name, "deny") ? cell : "passed on"]));

const result = (cell: TextEffect, others: Cells<TextEffect> = {}) => all(cell, { ...uncalledResult, ...others });
const input = (cell: TextEffect, others: Cells<TextEffect> = {}) => all(cell, { ...uncalledInput, ...others });

const deadResult = (fault: string): Row<TextEffect> => ({
  fault,
  // PicoClaw continues without the hook. Claude Code's launcher ends the turn.
  block: result("withheld", { picoclaw: "passed on", "claude-code": "ended", ...notChanged("ended") }),
  continue: result("passed on", { civic: "withheld" }),
});
const deadInput = (fault: string): Row<TextEffect> => ({
  fault,
  block: input("ended", { picoclaw: "passed on" }),
  continue: input("passed on"),
});

/** A tool result that contains a secret, with a redactor. */
export const RESULT: readonly Row<TextEffect>[] = [
  {
    fault: "nothing wrong",
    block: result("hidden", notChanged("ended")),
    continue: result("hidden", notChanged("passed on")),
  },
  ...["throws", "never settles"].map((fault) => ({
    fault,
    block: result("withheld", { picoclaw: "ended", ...notChanged("ended") }),
    continue: result("passed on"),
  })),
  deadResult("loops for ever"),
  deadResult("is killed in the middle of its answer"),
  deadResult("is killed before it is asked"),
  {
    fault: "node is missing",
    block: result("withheld", { picoclaw: "ended", civic: "ended", "claude-code": "ended", ...notChanged("ended") }),
    continue: result("passed on", { picoclaw: "ended", civic: "ended" }),
  },
];

/** Model input that contains a secret, with a redactor. */
export const INPUT: readonly Row<TextEffect>[] = [
  { fault: "nothing wrong", block: input("hidden"), continue: input("hidden") },
  ...["throws", "never settles"].map((fault) => ({ fault, block: input("ended"), continue: input("passed on") })),
  deadInput("loops for ever"),
  deadInput("is killed in the middle of its answer"),
  deadInput("is killed before it is asked"),
  { fault: "node is missing", block: input("ended"), continue: input("passed on", { picoclaw: "ended" }) },
];
