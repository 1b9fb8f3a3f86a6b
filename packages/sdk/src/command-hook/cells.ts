import type { Calls, Point } from "../hook/calls.js";
import type { Ability, Capability, Support } from "../hook/capabilities.js";
import type { Ask, Decisions, ToolCallPatch, ToolResultPatch } from "../hook/decisions.js";
import { changedArguments, changedText } from "./changes.js";

/** Whether a host supports a decision, and in which versions. */
export type Row = Omit<Capability, "point" | "decision">;

/**
 * What a host does with one decision at one point: the row of the docs, the failure that the author reads, and the
 * encoding. A decision of which a host has several rows, by version, has `rows`.
 */
type Cell<P extends Point = Point, Name = Ability, Host extends Wire = Wire> = (
  | Row
  | { readonly rows: readonly Row[] }
) & {
  /** Encodes the decision. Default: a denial if the decision has a reason, and otherwise no answer. */
  readonly encode?: (given: Given<P, Name, Host>) => Host["document"] | undefined;
  /** Returns why the host would not carry out this decision about this call, or `undefined`. */
  readonly unless?: (call: Calls[P], decision: DecisionNamed<P, Name>) => string | undefined;
};

/** The types of a one-shot host's wire. */
export interface Wire {
  readonly event: string;
  readonly payload: object;
  readonly document: object;
}

/** What an encoder gets. */
interface Given<P extends Point, Name, Host extends Wire = Wire> {
  readonly event: Host["event"];
  readonly payload: Host["payload"];
  readonly decision: DecisionNamed<P, Name>;
  /** The call as the host sent it. */
  readonly call: Calls[P];
  /** The encoded change of the result, if another member of the hook changed it. */
  readonly changed: Host["document"] | undefined;
}

/** A question may be about a call that another member of the hook changed. */
type DecisionNamed<P extends Point, Name> = Name extends "ask"
  ? Ask & { readonly patch?: ToolCallPatch }
  : Extract<Decisions[P], { readonly action: Name extends `modify${string}` ? "modify" : Name }>;

/** The decisions of each point. `modify` has a cell for each field that it can change. */
interface Names {
  readonly onPrompt: "addContext" | "deny";
  readonly beforeLlm: `modify.${"messages" | "model" | "tools" | "options"}` | "deny" | "abortTurn" | "hardAbort";
  readonly afterLlm: `modify.${"content" | "reasoning" | "toolCalls"}` | "deny" | "abortTurn" | "hardAbort";
  readonly beforeTool: `modify.${"arguments" | "tool"}` | "respond" | "deny" | "abortTurn" | "hardAbort";
  readonly approveTool: "approve" | "ask" | "deny";
  readonly afterTool: "modify.result" | "deny" | "abortTurn" | "hardAbort" | "addContext";
}

type Cells<P extends Point, Name extends string, Host extends Wire> = { readonly [N in Name]: Cell<P, N, Host> };

/** Every decision that a hook can make under a host. A decision without a cell does not compile. */
export type Table<Host extends Wire> = {
  readonly [P in Exclude<Point, "afterLlm">]: Cells<P, Names[P], Host>;
} & {
  readonly afterLlm: Cells<"afterLlm", Names["afterLlm"], Host> | NoReplies;
  readonly onEvent: { readonly addContext: Cell<"onPrompt", "addContext", Host>; readonly events: Row };
  readonly tools: { readonly offer: Row; readonly answer: Row; readonly "result.content"?: Row };
};

type NoReplies = Readonly<Record<"modify" | Exclude<Names["afterLlm"], `modify.${string}`>, Row>>;

export const yes = (note?: string): Row => row("yes", note);
export const partly = (note: string): Row => row("partly", note);
export const no = (note?: string): Row => row("no", note);

function row(support: Support, note: string | undefined): Row {
  return note === undefined ? { support } : { support, note };
}

/** Returns the rows of a table, for the docs and for `host.can`. */
export function rowsOf(table: object): readonly Capability[] {
  return Object.entries(
    table as Readonly<Record<Capability["point"], Readonly<Record<string, Row | { readonly rows: readonly Row[] }>>>>,
  ).flatMap(([point, cells]) =>
    Object.entries(cells).flatMap(([decision, cell]) =>
      ("rows" in cell ? cell.rows : [cell]).map(
        ({ support, since, before, note, withMod }: Row): Capability => ({
          point: point as Capability["point"],
          decision: decision as Ability,
          support,
          ...(since === undefined ? {} : { since }),
          ...(before === undefined ? {} : { before }),
          ...(note === undefined ? {} : { note }),
          ...(withMod === undefined ? {} : { withMod }),
        }),
      ),
    ),
  );
}

/** The cells of a host that does not call hooks about its model. `note` explains why. */
export function noModelCalls(note: string) {
  const not = no(note);
  const stops = { deny: not, abortTurn: not, hardAbort: not };
  return {
    beforeLlm: { "modify.messages": not, "modify.model": not, "modify.tools": not, "modify.options": not, ...stops },
    afterLlm: { modify: not, ...stops },
  };
}

/** The note for a host without events for its model calls. */
export function noSuchEvent(host: string): string {
  return `${host} has no such event: the handler is never called`;
}

/** The cells of a host that has no MCP server in the hook's process. */
export const TOOLS_OVER_MCP = {
  offer: no("run the same file as an MCP server"),
  answer: no("run the same file as an MCP server"),
};

/** The cell of the events of a host. */
export function eventsOf(host: string): Row {
  return yes(`an event without a portable kind has the kind other and ${host}'s event name`);
}

/** The cell of a host that runs a tool only with the model's own arguments. */
export const OWN_ARGUMENTS = no("deny, with the arguments to use as the reason, as withCommand does");

/** The cells of a host that calls only the tool that the model named, and itself. */
export const SAME_TOOL = { "modify.tool": no(), respond: no("offer the tool over MCP") };

/** The cell of a stop that only denies the call. */
export const LIKE_DENY = partly("like deny: the turn continues");

/** The cell of a host that cannot be stopped after a tool. */
export const NO_STOP = no("change the result instead");

/** The cell of a host that cannot ask the user because of a hook. */
export function asksNobody(because?: string): Row {
  return no(`the call is denied with \`needs a person: REASON\`${because === undefined ? "" : `: ${because}`}`);
}

/** The cell of a host that decides itself after the hook approved. */
export function ownApproval(host: string, when = "follows"): Row {
  return partly(`like no decision: ${host}'s own approval ${when}`);
}

type ChangeOfCall = { readonly decision: { readonly patch: ToolCallPatch }; readonly call: Calls["beforeTool"] };

/** Returns an encoder of changed arguments. It returns `undefined` if they are unchanged. */
export function rewriting<G extends ChangeOfCall, Document>(
  to: (args: Readonly<Record<string, unknown>>, given: G) => Document,
) {
  return (given: G): Document | undefined => {
    const args = changedArguments(given.decision.patch, given.call.arguments);
    return args === undefined ? undefined : to(args, given);
  };
}

type ChangeOfResult = { readonly decision: { readonly patch: ToolResultPatch }; readonly call: Calls["afterTool"] };

/** Returns an encoder of a result with another text. It returns `undefined` for the same text. */
export function replacing<G extends ChangeOfResult, Document>(to: (text: string, given: G) => Document) {
  return (given: G): Document | undefined => {
    const text = changedText(given.decision.patch);
    return text === undefined || text === given.call.result.forLlm ? undefined : to(text, given);
  };
}
