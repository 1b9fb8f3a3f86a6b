import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BIOME_JSON } from "../../packages/create-agent-hook/src/project/boilerplate.js";
import type { Files, Template } from "../../packages/create-agent-hook/src/shipped.js";
import type { ExactVersions } from "./exact-versions.js";
import { withoutTypes } from "./without-types.js";

/** The files of every template, except for sources and tests. */
const OTHER_FILES = ["README.md", "call.json", "tsconfig.json", "tsconfig.build.json"];

export function readTemplate(root: string, name: string, exact: ExactVersions): Template {
  const folder = join(root, "templates", name);
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const { description, engines, exports, files, scripts, dependencies, devDependencies } = JSON.parse(
    read("package.json"),
  );
  const typescript = Object.fromEntries([...sources(folder), ...OTHER_FILES].map((file) => [file, read(file)]));
  assertForm(name, typescript);
  const manifestText = execFileSync(process.execPath, [join(folder, "dist/main.js"), "--describe"], {
    encoding: "utf8",
  });
  return {
    name,
    manifest: JSON.parse(manifestText),
    packageJson: {
      description,
      engines,
      exports,
      files,
      scripts,
      dependencies: exact(dependencies),
      devDependencies: exact(devDependencies),
    },
    files: { typescript, javascript: inJavaScript(root, typescript) },
  };
}

function sources(folder: string): string[] {
  const filesIn = (part: string) =>
    readdirSync(join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/"),
      );
  return [...filesIn("src"), ...filesIn("test")].sort();
}

/** Checks what the scaffolder relies on. */
function assertForm(name: string, files: Files): void {
  const assertThat = (holds: boolean | undefined, what: string) => {
    if (!holds) throw new Error(`templates/${name}: ${what}`);
  };
  assertThat(
    files["src/hook.ts"]?.split(`name: "${name}",`).length === 2,
    "src/hook.ts must name the hook exactly once",
  );
  assertThat(
    files["src/main.ts"]?.startsWith("#!/usr/bin/env node\n"),
    "src/main.ts must start with a shebang, because it is a command",
  );
  assertThat(
    !files["README.md"]?.startsWith("# "),
    "README.md must not have a title: the project's name becomes the title",
  );
  assertThat(
    !/\b(npm|pnpm|npx)\b/.test(files["README.md"] ?? ""),
    "README.md must not name a package manager: the project may use another",
  );
}

/** Returns the same project in formatted JavaScript. */
function inJavaScript(root: string, typescript: Files): Files {
  const files = Object.entries(typescript).flatMap(([path, text]) => {
    if (path.startsWith("tsconfig")) return [];
    const stripped = path.endsWith(".ts") ? withoutTypes(path, text) : text;
    return [[path.replace(/\.ts$/, ".js"), namingJavaScript(stripped)] as const];
  });
  const folder = mkdtempSync(join(tmpdir(), "agent-hook-template-"));
  try {
    for (const [path, text] of [...files, ["biome.json", BIOME_JSON] as const]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const biome = join(root, "node_modules/.bin/biome");
    execFileSync(biome, ["check", "--write", "--error-on-warnings"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    return Object.fromEntries(files.map(([path]) => [path, readFileSync(join(folder, path), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Replaces the names of TypeScript and compiled files in a text. A JavaScript project is not compiled. */
function namingJavaScript(text: string): string {
  return text
    .replaceAll(/\b((?:src|test)\/[\w./-]+)\.ts\b/g, "$1.js")
    .replaceAll(/(from "\.\/[\w./-]+)\.ts"/g, '$1.js"')
    .replaceAll("dist/main.js", "src/main.js");
}
