import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the path of a program on the PATH, or `undefined`. */
export function find(name: string): string | undefined {
  const places = (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name));
  return places.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
