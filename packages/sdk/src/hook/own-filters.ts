import type { Hook } from "./define-hook.js";
import type { ToolFilter } from "./tool-filter.js";

/** Tool calls that one option of a hook, such as `limits[0]`, is about. The hook itself receives other calls too. */
export interface OwnFilter extends ToolFilter {
  readonly option: string;
}

/** `Symbol.for`, so that two copies of the SDK in one process understand each other's hooks. */
const OWN_FILTERS = Symbol.for("agent-hook.own-filters");

/** Adds filters to a hook. Its manifest states them, so that `config`, `add` and `doctor` report one without tools. */
export function withOwnFilters<Env>(hook: Hook<Env>, filters: readonly OwnFilter[]): Hook<Env> {
  return Object.defineProperty(hook, OWN_FILTERS, { value: filters });
}

export function ownFilters(hook: Hook): readonly OwnFilter[] {
  return (hook as { [OWN_FILTERS]?: readonly OwnFilter[] })[OWN_FILTERS] ?? [];
}
