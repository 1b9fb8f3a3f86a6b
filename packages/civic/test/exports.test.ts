import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

/** Returns all exports of a module, including types. */
function exportsOf(program: ts.Program, file: string): string[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbol = source && checker.getSymbolAtLocation(source);
  return symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : [];
}

test("every export of @civic/hook-common 0.9.0 has a counterpart of the same name, except those for tRPC", () => {
  const theirs = fileURLToPath(import.meta.resolve("@civic/hook-common")).replace(/\.js$/, ".d.ts");
  const ours = fileURLToPath(new URL("../src/index.ts", import.meta.url));
  const options = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, noLib: true };
  const program = ts.createProgram([theirs, ours], options);
  const here = new Set(exportsOf(program, ours));
  const names = exportsOf(program, theirs);
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name) => !here.has(name)).sort()).toMatchInlineSnapshot(`
    [
      "HookRouter",
      "RemoteHookClient",
      "RemoteHookConfig",
      "createHookRouter",
      "createRemoteHookClients",
    ]
  `);
});
