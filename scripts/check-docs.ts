import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Snippets } from "./docs/compile.js";
import { brokenLinks } from "./docs/links.js";
import { type Block, type Finding, readPages } from "./docs/pages.js";
import { checks, tryGuard } from "./docs/run.js";
import { sidebarProblems } from "./docs/sidebar.js";
import { tooManyWords } from "./docs/words.js";

// Compiles and runs every code block of the docs, depending on its language and marks:
//   ts     compiled, all together; a hook that is served must describe itself
//            <!-- file: NAME.ts -->             other blocks of the page import it or show its output
//            <!-- file: NAME.test.ts -->        vitest runs it
//            <!-- part of: defineHook -->       the text between the braces
//            <!-- must not compile: TS2561 -->  only this error
//   text   <!-- output: node FILE -->           the output of the command
//   json   parses; a PicoClaw config starts the page's hooks with every mode that they need
//   sh     names scripts and files that exist
//   any    <!-- run by: FILE -->              a test runs it
// It needs the built packages. Links are checked too, and the number of words. The text of a link to a test must be the test's title.

// Hooks that a check starts must not write to the log of whoever runs it.
process.env.XDG_STATE_HOME = join(tmpdir(), "agent-hook-test-state");

const pages = readPages();
const blocks = pages.flatMap((page) => page.blocks);
const snippets = new Snippets(pages);
const findings: Finding[] = [
  ...brokenLinks(pages),
  ...sidebarProblems(pages),
  ...tooManyWords(pages),
  ...snippets.compile(),
];

async function check(block: Block): Promise<void> {
  const test = block.marks.get("run by");
  if (test !== undefined) return addFindings(block, existsSync(test) ? [] : [`no test ${test}`]);
  const checkBlock = checks[block.language];
  if (checkBlock === undefined)
    addFindings(block, [`blocks of "${block.language}" are not checked: use ${Object.keys(checks)}`]);
  else await addResults(block, checkBlock(block, snippets));
}

async function addResults(block: Block, texts: Promise<string[]>): Promise<void> {
  addFindings(block, await texts.catch((error: unknown) => [String(error)]));
}

function addFindings({ file, line }: Pick<Block, "file" | "line">, texts: readonly string[]): void {
  findings.push(...texts.map((text) => ({ file, line, text })));
}

const queue = blocks.values();
await Promise.all(
  [1, 2, 3].map(async () => {
    for (const block of queue) await check(block);
  }),
);
const guard = blocks.find(({ file, marks }) => file === "README.md" && marks.get("file") === "guard.ts");
if (guard === undefined) addFindings({ file: "README.md", line: 1 }, ["it shows no guard.ts"]);
else await addResults(guard, tryGuard(snippets.built(guard)));

rmSync(snippets.folder, { recursive: true, force: true });
for (const { file, line, text } of findings) console.error(`${file}:${line} ${text}`);
if (findings.length > 0) process.exitCode = 1;
else console.log(`${blocks.length} code blocks on ${pages.length} pages compile, run and print what the docs show`);
