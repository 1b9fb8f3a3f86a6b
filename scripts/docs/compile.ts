import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import * as sdk from "../../packages/sdk/src/index.js";
import { type Block, type Finding, type Page, root } from "./pages.js";

/** A ts block as a module. */
interface Module {
  readonly block: Block;
  readonly source: string;
  /** Lines before the first line of the block. */
  readonly offset: number;
}

/** Compiles the blocks of all pages in a folder that resolves the packages as a reader's project does. */
export class Snippets {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-hook-docs-")));
  readonly #modules = new Map<string, Module>();

  constructor(pages: readonly Page[]) {
    const visible: Record<string, string> = {};
    for (const name of ["zod", "vitest", "@types"]) visible[name] = `node_modules/${name}`;
    for (const name of ["sdk", "picoclaw", "testing", "civic", "frameworks", "hooks"])
      visible[`@agent-hook/${name}`] = `packages/${name}`;
    for (const name of ["ai", "langchain", "@anthropic-ai/claude-agent-sdk", "@mastra/core", "@openai/agents"])
      visible[name] = `packages/frameworks/node_modules/${name}`;
    // For the pages that show a hook before its migration from Civic's packages.
    visible["@civic/hook-common"] = "packages/civic/node_modules/@civic/hook-common";
    for (const [name, target] of Object.entries(visible)) {
      const link = join(this.folder, "node_modules", name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, target), link, "junction");
    }
    writeFileSync(join(this.folder, "package.json"), '{ "type": "module" }\n');
    // vitest searches all parent folders for a config and could find an unrelated one.
    writeFileSync(join(this.folder, "vitest.config.js"), "export default {};\n");
    for (const block of pages.flatMap((page) => page.blocks)) {
      if (block.language === "ts" && !block.marks.has("run by")) this.#add(block);
    }
  }

  /** Returns the path of a block's JavaScript. */
  built(block: Block): string {
    return join(this.folder, "dist", slug(block.file), nameOf(block).replace(/\.ts$/, ".js"));
  }

  /** Returns the JavaScript path of the page's block with the mark `file: NAME`, or `undefined`. */
  named(page: string, name: string): string | undefined {
    const isNamed = ({ file, marks }: Block) => file === page && marks.get("file") === name;
    const module = [...this.#modules.values()].find(({ block }) => isNamed(block));
    return module && this.built(module.block);
  }

  /** Compiles all blocks at once, with the settings of the workspace. */
  compile(): Finding[] {
    const read = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, this.folder);
    const program = ts.createProgram([...this.#modules.keys()], {
      ...options,
      composite: false,
      declaration: false,
      rootDir: join(this.folder, "src"),
      outDir: join(this.folder, "dist"),
      // Halves the time. The packages' own declarations are checked in their builds.
      skipLibCheck: true,
      typeRoots: [join(this.folder, "node_modules/@types")],
    });
    program.emit();
    const diagnostics = ts.getPreEmitDiagnostics(program);
    return [...diagnostics.flatMap((diagnostic) => this.#unexpected(diagnostic)), ...this.#missing(diagnostics)];
  }

  #add(block: Block): void {
    const file = join(this.folder, "src", slug(block.file), nameOf(block));
    const module = asModule(block);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, module.source);
    this.#modules.set(file, module);
  }

  #unexpected(diagnostic: ts.Diagnostic): Finding[] {
    const module = diagnostic.file && this.#modules.get(diagnostic.file.fileName);
    const text = `TS${diagnostic.code}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, " ")}`;
    if (!module) return [{ file: diagnostic.file?.fileName ?? "tsconfig.base.json", line: 1, text }];
    if (module.block.marks.get("must not compile") === `TS${diagnostic.code}`) return [];
    const { line } = ts.getLineAndCharacterOfPosition(diagnostic.file as ts.SourceFile, diagnostic.start ?? 0);
    return [{ file: module.block.file, line: module.block.line + line - module.offset, text }];
  }

  #missing(diagnostics: readonly ts.Diagnostic[]): Finding[] {
    return [...this.#modules].flatMap(([name, { block }]) => {
      const code = block.marks.get("must not compile");
      const hasError = diagnostics.some((diagnostic) => diagnostic.file?.fileName === name);
      return code === undefined || hasError
        ? []
        : [{ file: block.file, line: block.line, text: `expected ${code}, but it compiles` }];
    });
  }
}

/** Turns a block into a module. A block with `part of: defineHook` has only the text between the braces. */
function asModule(block: Block): Module {
  const whole = block.marks.get("part of");
  if (whole === undefined) return { block, source: `${block.code}\n`, offset: 0 };
  const imports = `import { ${Object.keys(sdk).join(", ")} } from "@agent-hook/sdk";`;
  return { block, source: `${imports} export const it = ${whole}({ name: "docs",\n${block.code}\n});\n`, offset: 1 };
}

function nameOf(block: Block): string {
  return block.marks.get("file") ?? `line-${block.line}.ts`;
}

function slug(file: string): string {
  return file.replace(/\.md$/, "").replaceAll("/", "-");
}
