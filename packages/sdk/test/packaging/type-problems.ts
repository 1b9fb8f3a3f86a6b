import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** The part of `@arethetypeswrong/core` that we use. */
interface Core {
  createPackageFromTarballData(data: Uint8Array): unknown;
  checkPackage(
    tarball: unknown,
    options: { readonly excludeEntrypoints: readonly string[] },
  ): Promise<{ readonly types: unknown; readonly problems?: readonly { readonly kind: string }[] }>;
}

const require = createRequire(import.meta.url);
const fromCli = createRequire(require.resolve("@arethetypeswrong/cli/package.json"));
// What the program attw runs. In this process, TypeScript is loaded once for all packages.
const core: Core = await import(pathToFileURL(fromCli.resolve("@arethetypeswrong/core")).href);

/** Returns attw's findings about a tarball for packages with only ES modules. */
export async function typeProblems(tarball: string): Promise<readonly object[]> {
  const data = core.createPackageFromTarballData(new Uint8Array(readFileSync(tarball)));
  // A shell script has no types.
  const { types, problems } = await core.checkPackage(data, { excludeEntrypoints: ["./launcher/guard.sh"] });
  if (!types || problems === undefined) return [{ kind: "no types" }];
  return problems.filter(({ kind }) => kind !== "CJSResolvesToESM");
}
