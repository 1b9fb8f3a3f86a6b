import type { Calls, Point } from "../hook/calls.js";
import type { HostCapabilities } from "../hook/capabilities.js";
import { type Decisions, deny, type ToolCallPatch, type ToolResultPatch } from "../hook/decisions.js";
import type { ToolCallOutcome } from "../runtime/call-state.js";
import type { OneShotAdapter } from "./adapter.js";
import { type Row, rowsOf, type Table, type Wire } from "./cells.js";
import { changedArguments, changesResult } from "./changes.js";
import { denialFor } from "./denials.js";

type AdapterOf<Host extends Wire> = OneShotAdapter<Host["event"], Host["payload"], Host["document"]>;
type FromTable = "capabilities" | "whyUnsupported" | "denialAt" | "encode" | "denial";
type Optional = "whyNativeUnsupported" | "applyChanges" | "conflict";

/** What an adapter has in addition to its table. */
interface Parts<Host extends Wire>
  extends Omit<AdapterOf<Host>, FromTable | Optional>,
    Partial<Pick<AdapterOf<Host>, Optional | "denialAt">> {
  readonly host: string;
  /** The name for people. */
  readonly title: string;
  readonly table: Table<Host>;
  /** What the host does when the hook is dead, where it is not what the cells of `deny` say. */
  readonly whenDead?: Partial<HostCapabilities["whenDead"]>;
  /** Returns the denial for an event, or `undefined` if the event cannot be denied. `payload` may be unreadable. */
  denial(event: Host["event"], reason: string, payload: Host["payload"]): Host["document"] | undefined;
}

/** Creates the adapter of a host from its table: capabilities, unsupported decisions, and encodings. */
export function oneShotAdapter<Host extends Wire>(parts: Parts<Host>): AdapterOf<Host> {
  const { host, title, table, whenDead, ...rest } = parts;
  return {
    whyNativeUnsupported: () => undefined,
    applyChanges: (payload) => payload,
    conflict: () => undefined,
    denialAt: (point, failure, call) => (canDeny(table, point, call) ? denialFor(point, failure) : undefined),
    ...rest,
    capabilities: { host, decisions: rowsOf(table), whenDead: { ...whenDeadBy(table), ...whenDead } },
    whyUnsupported: (point, call, decision) => whyUnsupported(title, table, point, call, decision),
    encode: (event, decision, payload) => encode(parts, event, decision, payload),
    denial(event, failure, payload) {
      const isResult = parts.events[event].point === "afterTool";
      return parts.denial(event, isResult ? failure.withheldText : failure.publicText, payload);
    },
  };
}

/** A cell of any decision. */
interface AnyCell extends Partial<Row> {
  readonly encode?: (given: never) => object | undefined;
  readonly unless?: (call: never, decision: never) => string | undefined;
}
type AnyCells = Readonly<Record<string, AnyCell>>;

/** The cell with the encoding of all that `modify` changes at a point. */
const MODIFIES: Readonly<Record<string, string>> = {
  beforeLlm: "modify.messages",
  afterLlm: "modify.content",
  beforeTool: "modify.arguments",
  afterTool: "modify.result",
};

function cellsAt(table: object, point: string): AnyCells {
  return (table as Readonly<Record<string, AnyCells>>)[point] as AnyCells;
}

/** The launcher denies on behalf of a dead hook wherever the host can be denied. */
function whenDeadBy(table: object): HostCapabilities["whenDead"] {
  const at = (point: Point) => (cellsAt(table, point).deny?.support === "no" ? "continues" : "denies");
  return {
    onPrompt: at("onPrompt"),
    beforeLlm: at("beforeLlm"),
    afterLlm: at("afterLlm"),
    beforeTool: at("beforeTool"),
    approveTool: at("approveTool"),
    afterTool: at("afterTool"),
  };
}

function canDeny(table: object, point: Point, call: Calls[Point]): boolean {
  const { support, unless } = cellsAt(table, point).deny as AnyCell;
  return support !== "no" && unless?.(call as never, deny("") as never) === undefined;
}

function whyUnsupported<P extends Point>(
  title: string,
  table: object,
  point: P,
  call: Calls[P],
  decision: Decisions[P],
): string | undefined {
  const cells = cellsAt(table, point);
  const { action } = decision;
  // No method of arrays: a dependency may have redefined them.
  for (const name in cells) {
    const { support, note } = cells[name] as AnyCell;
    const isMeant = name === action || (action === "modify" && isChanged(name, call, decision));
    if (isMeant && support === "no") return sentence(title, point, name, note);
  }
  const main = action === "modify" ? MODIFIES[point] : action;
  return cells[main as string]?.unless?.(call as never, decision as never);
}

/** Whether a patch changes the field of a cell of `modify`. */
function isChanged(name: string, call: object, decision: object): boolean {
  const { patch } = decision as { readonly patch: Readonly<Record<string, unknown>> };
  switch (name) {
    case "modify.tool":
      return patch.tool !== undefined && patch.tool !== (call as Calls["beforeTool"]).tool;
    case "modify.arguments":
      return (
        patch.arguments !== undefined &&
        changedArguments(patch as ToolCallPatch, (call as Calls["beforeTool"]).arguments) !== undefined
      );
    case "modify.result":
      return changesResult(call as Calls["afterTool"], patch as ToolResultPatch);
    default:
      return name.startsWith("modify.") && patch[name.slice("modify.".length)] !== undefined;
  }
}

/** What a host does instead of a decision that it never carries out. */
function sentence(title: string, point: Point, name: string, note: string | undefined): string {
  const then = note === undefined ? "" : `: ${note}`;
  switch (name) {
    case "modify.tool":
      return `${title} cannot call another tool instead${then}`;
    case "modify.arguments":
      return `${title} runs a tool with the model's own arguments${then}`;
    case "respond":
      return `${title} does not accept a tool result from a hook: deny with the text as the reason, or ${note}`;
    default:
      return `${title} does not support ${name} in ${point}${then}`;
  }
}

function encode<Host extends Wire>(
  parts: Parts<Host>,
  event: Host["event"],
  decision: Decisions[Point] | ToolCallOutcome,
  payload: Host["payload"],
): Host["document"] | undefined {
  if (decision === undefined) return undefined;
  const { action } = decision;
  const { point = "onEvent" } = parts.events[event];
  const asks = action === "approve" || action === "ask";
  const cells = cellsAt(parts.table, asks ? "approveTool" : point);
  const cell = cells[action === "modify" ? (MODIFIES[point] as string) : action];
  if (cell?.encode === undefined) {
    return "reason" in decision ? parts.denial(event, decision.reason, payload) : undefined;
  }
  const given = {
    event,
    payload,
    decision,
    get call() {
      return parts.decodeCall(event, payload);
    },
    get changed() {
      if (action === "modify" || !("patch" in decision)) return undefined;
      const { patch } = decision;
      return encode(parts, event, { action: "modify", patch } as Decisions["afterTool"], payload);
    },
  };
  return cell.encode(given as never);
}

/** Why a native answer fails that changes a call after the hook approved it. */
export function changesApproved(field: string): string {
  return `${field} would change the call after its approval: change the arguments in beforeTool`;
}
