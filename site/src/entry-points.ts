import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./folders.js";

/** A module that a program can import. */
export interface EntryPoint {
  /** For example `@agent-hook/hooks/shell`. */
  readonly name: string;
  /** The page below `reference`, for example `hooks-shell`. */
  readonly page: string;
  /** Its declarations. */
  readonly file: string;
}

export interface PublicPackage {
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  readonly entryPoints: readonly EntryPoint[];
}

// In the order of the sidebar. The others have a command and nothing to import.
const FOLDERS = ["sdk", "hooks", "testing", "picoclaw", "civic", "frameworks"];

/** Reads what each public package exports. Exports below `./internal` are not public. */
export function publicPackages(): PublicPackage[] {
  return FOLDERS.map((folder) => {
    const { name, description, exports } = JSON.parse(
      readFileSync(join(root, "packages", folder, "package.json"), "utf8"),
    );
    const entryPoints = Object.entries<{ types?: string }>(exports).flatMap(([path, { types }]) =>
      types === undefined || path.startsWith("./internal/") ? [] : expand(folder, path, types),
    );
    return { folder, name, description, entryPoints };
  });
}

function expand(folder: string, path: string, types: string): EntryPoint[] {
  const [before, after] = types.split("*");
  if (before === undefined || after === undefined) return [entryPoint(folder, path, types)];
  return readdirSync(join(root, "packages", folder, before))
    .filter((name) => existsSync(join(root, "packages", folder, before + name + after)))
    .sort()
    .map((name) => entryPoint(folder, path.replace("*", name), before + name + after));
}

function entryPoint(folder: string, path: string, types: string): EntryPoint {
  const subpath = path.slice("./".length);
  return {
    name: ["@agent-hook", folder, ...(subpath === "" ? [] : [subpath])].join("/"),
    page: [folder, ...(subpath === "" ? [] : [subpath])].join("-"),
    file: join(root, "packages", folder, types),
  };
}
