import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const folder = dirname(fileURLToPath(import.meta.url));
const sdk = join(folder, "../../src/index.ts");

/** The options that the docs recommend to authors. */
export const STRICT: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  // Otherwise, the order in a union and the member that a message mentions depend on what was compiled before.
  stableTypeOrdering: true,
  paths: { "@agent-hook/sdk": [sdk] },
};

/** One line before each snippet, so that the snippet's line numbers start at 1. */
const PRELUDE = `
import { approve, compose, defineHook, defineTool, deny, modify, reject, respond, serve } from "@agent-hook/sdk";
import type { BeforeToolDecision, Handler, Hook, Tool, ToolCall } from "@agent-hook/sdk";
import * as mini from "zod/mini";
import { z } from "zod";
`.replaceAll("\n", " ");

const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles all snippets in one program, which is created when the first result is requested. A result lists the errors
 * of a snippet: code, line, underlined text, and the first lines of the message.
 */
export function compiler(options: ts.CompilerOptions): (code: string) => () => string {
  const files = new Map<string, string>();
  let program: ts.Program | undefined;
  return (code) => {
    const name = join(folder, `snippet-${files.size + 1}.ts`);
    files.set(name, `${PRELUDE}\n${code.trim()}\nexport {};\n`);
    return () => {
      program ??= programOf(files, options);
      const file = program.getSourceFile(name);
      return [
        ...program.getSyntacticDiagnostics(file),
        ...program.getSemanticDiagnostics(file),
        ...(options.declaration === true ? program.getDeclarationDiagnostics(file) : []),
      ]
        .map(describe)
        .join("\n");
    };
  };
}

function programOf(files: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.Program {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, language, ...rest) => {
    const text = files.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, language);
    if (!parsed.has(path)) parsed.set(path, getSourceFile(path, language, ...rest));
    return parsed.get(path);
  };
  return ts.createProgram({ rootNames: [...files.keys()], options, host });
}

const SHOWN_LINES = 4;

function describe({ code, file, start = 0, length = 0, messageText }: ts.Diagnostic): string {
  const line = file?.getLineAndCharacterOfPosition(start).line;
  const [underlined] = file?.text.slice(start, start + length).split("\n") ?? [];
  const message = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n");
  const hidden = message.length - SHOWN_LINES;
  return [
    `TS${code}, line ${line}, at ${underlined}:`,
    ...message.slice(0, SHOWN_LINES),
    ...(hidden > 0 ? [`(${hidden} more)`] : []),
  ].join("\n");
}
