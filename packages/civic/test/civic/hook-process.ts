import { fileURLToPath } from "node:url";
import type { Scene } from "./scene.js";
import { type Program, startProgram } from "./start-program.js";

/** Starts a program from `test/hooks` that serves a hook and prints its URL. */
export async function startHook(
  scene: Scene,
  file: string,
  ...args: readonly string[]
): Promise<Program & { readonly url: string }> {
  const path = fileURLToPath(new URL(`../hooks/${file}`, import.meta.url));
  const program = await startProgram(scene, [path, ...args], {}, /^serves (\S+)$/m);
  return { ...program, url: program.ready[1] as string };
}
