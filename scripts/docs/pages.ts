import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** A problem and its position in a page. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** A page of the docs. `file` is relative to the root. */
export interface Page {
  readonly file: string;
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
}

/** A fenced code block with the `<!-- key: value -->` lines directly above it. */
export interface Block {
  readonly file: string;
  /** The line number of the first line of code, starting at 1. */
  readonly line: number;
  readonly language: string;
  readonly code: string;
  readonly marks: ReadonlyMap<string, string>;
}

const FENCE = /^```(\w*)$/;
const MARK = /^<!-- ([a-z ]+): (.+) -->$/;

export function readPages(): Page[] {
  const nested = ["packages", "examples", "templates"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`),
  );
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);
  return [
    "README.md",
    "CONTRIBUTING.md",
    "RELEASING.md",
    "SECURITY.md",
    "CODE_OF_CONDUCT.md",
    "CHANGELOG.md",
    ...docs,
    ...nested,
  ]
    .filter((file) => existsSync(join(root, file)))
    .map(readPage);
}

function readPage(file: string): Page {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  const blocks: Block[] = [];
  for (let index = 0; index < lines.length; index++) {
    const [, language] = FENCE.exec(lines[index] as string) ?? [];
    if (language === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    if (end === -1) throw new Error(`${file}:${index + 1} this code block has no end`);
    const code = lines.slice(index + 1, end).join("\n");
    blocks.push({ file, line: index + 2, language, code, marks: marksAbove(lines, index) });
    index = end;
  }
  return { file, lines, blocks };
}

function marksAbove(lines: readonly string[], fence: number): Map<string, string> {
  const marks = new Map<string, string>();
  for (let index = fence - 1; index >= 0; index--) {
    const [, key, value] = MARK.exec(lines[index] as string) ?? [];
    if (key === undefined || value === undefined) break;
    marks.set(key, value);
  }
  return marks;
}
