import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

/** Returns the absolute path of a file, or of each file below a folder, except hidden files and `node_modules`. */
export function filesBelow(name: string): string[] {
  const path = resolve(name);
  try {
    if (!statSync(path).isDirectory()) return [path];
    const entries = readdirSync(path, { withFileTypes: true });
    const visible = entries.filter(({ name }) => !name.startsWith(".") && name !== "node_modules");
    return visible.flatMap((entry) => {
      const inside = join(path, entry.name);
      return entry.isDirectory() ? filesBelow(inside) : [inside];
    });
  } catch {
    return [path];
  }
}

/** Returns a text that is different after each write, also if the file was replaced. */
export function stampOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join(" ");
  } catch {
    return "missing";
  }
}
