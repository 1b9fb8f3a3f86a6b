import type { Hook } from "./define-hook.js";

/** Symbol.for: two copies of the SDK in one process understand each other's hooks. */
const MEMBERS = Symbol.for("agent-hook.members");

/** The settings that all of these hooks need together. */
export type EnvOf<H> = [H] extends [Hook<infer Env>] ? Env : never;

/**
 * One hook of several. Handlers run in order, each sees what the one before left, the first refusal ends; all
 * `beforeTool` and `approveTool` handlers run before any own tool answers. `onFailure` and `env` hold for each member.
 * Two tools of one name and differing deadlines end the start.
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

/** The hooks that this one is made of; a plain hook is a list of one. */
export function membersOf(hook: Hook): readonly Hook[] {
  return (hook as { [MEMBERS]?: readonly Hook[] })[MEMBERS] ?? [hook];
}

/** Whether `compose` made this hook. */
export function isComposed(hook: Hook): boolean {
  return MEMBERS in hook;
}

function isNameOnly(hook: Hook): boolean {
  // An instance of a class has its handlers from elsewhere.
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(hook));
  return isPlain && !isComposed(hook) && Object.keys(hook).every((key) => key === "name" || key === "version");
}
