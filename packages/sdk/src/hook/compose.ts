import type { Hook } from "./define-hook.js";
import { HOOK_MARK, isMarked } from "./hook-mark.js";

/** `Symbol.for`, so that two copies of the SDK in one process understand each other's hooks. */
const MEMBERS = Symbol.for("agent-hook.members");

/** The first argument of `compose`, if the composition has a name of its own. */
interface CompositionName {
  readonly name: string;
  readonly version?: string;
}

/**
 * Rejects an object with keys other than `name` and `version`, such as a tool, or a policy that would apply to no
 * member. Without this type, TypeScript would accept it as a `CompositionName`.
 */
type HookOrName<Part> = Part extends Hook
  ? Part
  : [Exclude<keyof Part, keyof CompositionName>] extends [never]
    ? Part
    : "expected a hook or { name, version }";

/** The combined settings of these hooks. */
export type EnvOf<H> = [H] extends [Hook<infer Env>] ? Env : never;

/**
 * Combines several hooks into one. Handlers run in order, and each sees the changes of the earlier ones. The first
 * denial ends the call. All `beforeTool` and `approveTool` handlers run before an own tool answers. `onFailure` and
 * `env` apply per member. `serve` refuses to start if two members define the same tool or different deadlines.
 *
 * @example export const hook = compose({ name: "house" }, guard, weather);
 */
export function compose<First extends Hook | CompositionName, Rest extends readonly Hook[]>(
  first: HookOrName<First>,
  ...rest: Rest
): Hook<EnvOf<Extract<First | Rest[number], Hook>>>;
export function compose(...parts: readonly (Hook | CompositionName)[]): Hook {
  const [first, ...rest] = parts;
  const isNamed = isName(first);
  const members = ((isNamed ? rest : parts) as readonly Hook[]).flatMap(membersOf);
  const composition = isNamed ? first : { name: members.map((member) => member?.name).join("+") };
  return { ...composition, [HOOK_MARK]: true, [MEMBERS]: members } as Hook;
}

/** Returns the members of a composed hook, or the hook itself if it is not composed. */
export function membersOf(hook: Hook): readonly Hook[] {
  return (hook as { [MEMBERS]?: readonly Hook[] } | undefined)?.[MEMBERS] ?? [hook];
}

/** Whether `compose` made this hook. */
export function isComposed(hook: Hook): boolean {
  return MEMBERS in hook;
}

/** Whether a part is `{ name }` or `{ name, version }`. A class instance is not one: it may inherit its handlers. */
function isName(part: unknown): part is CompositionName {
  if (typeof part !== "object" || part === null || isMarked(part)) return false;
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(part));
  return isPlain && Object.keys(part).every((key) => key === "name" || key === "version");
}
