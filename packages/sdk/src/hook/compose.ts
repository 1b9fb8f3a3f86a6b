import type { Hook } from "./define-hook.js";

/** `Symbol.for`, so that two copies of the SDK in one process understand each other's hooks. */
const MEMBERS = Symbol.for("agent-hook.members");

/** The combined settings of these hooks. */
export type EnvOf<H> = [H] extends [Hook<infer Env>] ? Env : never;

/**
 * Combines several hooks into one. Handlers run in order and each sees the changes of the ones before. The first denial
 * ends the call. All `beforeTool` and `approveTool` handlers run before an own tool answers. `onFailure` and `env`
 * apply per member. `serve` refuses to start if two members define the same tool or different deadlines.
 *
 * @example export const hook = compose({ name: "house" }, guard, weather);
 */
export function compose<H extends readonly Hook[]>(...hooks: H): Hook<EnvOf<H[number]>>;
export function compose<H extends readonly Hook[]>(
  whole: { readonly name: string; readonly version?: string },
  ...hooks: H
): Hook<EnvOf<H[number]>>;
export function compose(...parts: readonly Hook[]): Hook {
  const [first, ...rest] = parts;
  const named = first !== undefined && isNameOnly(first);
  const members = (named ? rest : parts).flatMap(membersOf);
  const whole = named ? first : { name: members.map((member) => member.name).join("+") };
  return { ...whole, [MEMBERS]: members } as Hook;
}

/** Returns the members of a composed hook, or the hook itself if it is not composed. */
export function membersOf(hook: Hook): readonly Hook[] {
  return (hook as { [MEMBERS]?: readonly Hook[] })[MEMBERS] ?? [hook];
}

/** Whether `compose` made this hook. */
export function isComposed(hook: Hook): boolean {
  return MEMBERS in hook;
}

function isNameOnly(hook: Hook): boolean {
  // An instance of a class may inherit its handlers.
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(hook));
  return isPlain && !isComposed(hook) && Object.keys(hook).every((key) => key === "name" || key === "version");
}
