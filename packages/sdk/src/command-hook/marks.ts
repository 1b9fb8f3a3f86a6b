/** Loaded at every startup to detect the host. Must not import anything. */

// Captured when the SDK is loaded: a dependency that replaces it later would hide every host.
const { entries } = Object;

type Fields = Readonly<Record<string, unknown>>;

/** What a field contains: a value of this type, a text that matches, or one of these texts. */
type Mark = "string" | "number" | RegExp | readonly string[];

/** How the messages of a host look (observed). */
export interface Marks {
  /** The fields of every message. */
  readonly always: Readonly<Record<string, Mark>>;
  /** Fields that no message has. */
  readonly never?: readonly string[];
  /** Fields that only some messages have. Each of them makes a message fit better. */
  readonly sometimes?: Readonly<Record<string, Mark>>;
}

/** How several hosts write the names of their events: `PreToolUse`. */
export const PASCAL_CASE = /^(?:[A-Z][a-z]+)+$/;

/** Returns how well a message fits the marks of a host: the number of marks it has, or 0 if it is from another host. */
export function matchScore(message: unknown, { always, never = [], sometimes = {} }: Marks): number {
  if (typeof message !== "object" || message === null) return 0;
  const fields = message as Fields;
  if (never.some((name) => fields[name] !== undefined)) return 0;
  const required = entries(always);
  if (!required.every(([name, mark]) => matchesMark(fields[name], mark))) return 0;
  return required.length + entries(sometimes).filter(([name, mark]) => matchesMark(fields[name], mark)).length;
}

function matchesMark(value: unknown, mark: Mark): boolean {
  if (typeof mark === "string") return typeof value === mark;
  if (typeof value !== "string") return false;
  return mark instanceof RegExp ? mark.test(value) : mark.includes(value);
}
