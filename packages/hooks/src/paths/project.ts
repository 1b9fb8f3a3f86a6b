import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { isBelow } from "./path-names.js";

/** Returns the folder that an agent may write: the repository around its folder, but never a home or its parents. */
export function projectAround(folder: string, home: string = homedir()): string {
  const isTop = (place: string) => isBelow(place, home) || dirname(place) === place;
  for (let place = realOf(folder); !isTop(place); place = dirname(place)) {
    if (existsSync(`${place}/.git`)) return place;
  }
  return folder;
}

function realOf(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
