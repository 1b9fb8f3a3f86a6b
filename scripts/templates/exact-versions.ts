import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

type Dependencies = Readonly<Record<string, string>>;

/** Replaces workspace and catalog versions of dependencies with the exact published versions. */
export type ExactVersions = (dependencies: Dependencies) => Dependencies;

export function exactVersions(root: string): ExactVersions {
  const { catalog } = parse(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"));
  const packages = readdirSync(join(root, "packages")).map((folder) =>
    JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")),
  );
  const workspace = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  const sources: Readonly<Record<string, Dependencies>> = { "catalog:": catalog, "workspace:*": workspace };
  return (dependencies) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => {
        const version = sources[range]?.[name];
        if (version === undefined || !/^\d+\.\d+\.\d+$/.test(version))
          throw new Error(`${name}: expected an exact version for ${range}`);
        return [name, version];
      }),
    );
}
