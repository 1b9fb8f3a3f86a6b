import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
// @ts-expect-error: plain JavaScript, which any Node can read
import { isBuilt, writeStamp } from "../../../scripts/build-stamp.cjs";

const BUILT_MS = 1_000_000;

/** A workspace that was built after all of its files were written. */
function builtWorkspace() {
  const root = mkdtempSync(join(tmpdir(), "build-stamp-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (file: string, atMs: number) => {
    const path = join(root, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
    utimesSync(path, atMs / 1000, atMs / 1000);
  };
  mkdirSync(join(root, "node_modules"));
  write("packages/sdk/src/index.ts", BUILT_MS - 1000);
  write("packages/picoclaw/dist/index.js", BUILT_MS - 1000);
  writeStamp(root, "demo", BUILT_MS);
  return { root, write };
}

describe("npm start builds", () => {
  test.each(["packages/sdk/src/index.ts", "templates/guard/README.md", "pnpm-lock.yaml", "packages/sdk/package.json"])(
    "when %s changed",
    (file) => {
      const { root, write } = builtWorkspace();
      write(file, BUILT_MS + 1000);
      expect(isBuilt(root, "demo")).toBe(false);
    },
  );

  test("when a file came, although it is older, or went, or an output went", () => {
    const { root, write } = builtWorkspace();
    expect(isBuilt(root, "demo")).toBe(true);
    write("packages/sdk/src/old.ts", BUILT_MS - 1000);
    expect(isBuilt(root, "demo")).toBe(false);
    rmSync(join(root, "packages/sdk/src/old.ts"));
    expect(isBuilt(root, "demo")).toBe(true);
    rmSync(join(root, "packages/picoclaw/dist"), { recursive: true });
    expect(isBuilt(root, "demo")).toBe(false);
  });

  test("when nothing is installed", () => {
    const { root } = builtWorkspace();
    rmSync(join(root, "node_modules"), { recursive: true });
    expect(isBuilt(root, "demo")).toBe(false);
  });
});

test.each([
  "packages/sdk/dist/index.js",
  "packages/sdk/tsconfig.tsbuildinfo",
  "packages/sdk/schemas/codex/Stop.json",
  "packages/sdk/THIRD_PARTY_NOTICES.md",
  "node_modules/zod/index.js",
])("npm start does not build again because of %s", (file) => {
  const { root, write } = builtWorkspace();
  write(file, BUILT_MS + 1000);
  expect(isBuilt(root, "demo")).toBe(true);
});

test("npm start accepts a full build, and the registry needs more than npm start builds", () => {
  const { root } = builtWorkspace();
  expect(isBuilt(root, "all")).toBe(false);
  writeStamp(root, "all", BUILT_MS);
  rmSync(join(root, "node_modules/.built-demo"));
  expect(isBuilt(root, "demo")).toBe(true);
});
