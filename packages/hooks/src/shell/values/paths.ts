import { isAbsolute, normalize } from "node:path/posix";
import type { State } from "./state.js";
import { HOLE, isKnown } from "./text.js";

/** Returns the absolute, normalized path that a word names, or `undefined` if the current folder is not known. */
export function absolute(text: string, state: State): string | undefined {
  const path = isAbsolute(text) ? text : state.cwd === undefined ? undefined : `${state.cwd}/${text}`;
  if (path === undefined || path.startsWith(HOLE)) return undefined;
  const normalized = normalize(path);
  return normalized.length > 1 ? normalized.replace(/\/$/, "") : normalized;
}

export function isBelow(path: string, folder: string): boolean {
  return path !== folder && path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** Folders whose content is expected to disappear. */
export const TEMPORARY = ["/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/dev/shm"];

export function isTemporary(path: string): boolean {
  return TEMPORARY.some((folder) => isBelow(path, folder));
}

/** Whether the path is inside the project, and not the project itself. */
export function isInProject(path: string, state: State): boolean {
  return state.project !== undefined && state.project !== "/" && isKnown(path) && isBelow(path, state.project);
}
