import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type Finding, type Page, root } from "./pages.js";

const LINK = /\[([^\]]*)\]\(([^)\s]+)\)/g;
/** Test files. The text of a link to a test must be the test's title. */
const TESTS = /\/test\/.*\.ts$|\/properties\/.*\.ts$/;

/** Finds links to missing files, missing headings and missing tests. */
export function brokenLinks(pages: readonly Page[]): Finding[] {
  return pages.flatMap((page) =>
    prose(page).flatMap(([line, text]) =>
      [...text.matchAll(LINK)].flatMap(([, title = "", target = ""]) => {
        const text = problem(target, title, page, pages);
        return text === undefined ? [] : [{ file: page.file, line, text }];
      }),
    ),
  );
}

function problem(target: string, title: string, page: Page, pages: readonly Page[]): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page.file : relative(root, join(root, dirname(page.file), path));
  if (!existsSync(join(root, file))) return `${target} does not exist`;
  if (TESTS.test(file) && !hasTitle(file, title)) return `${target} has no test "${title}"`;
  if (anchor === undefined) return undefined;
  const targetPage = pages.find((other) => other.file === file);
  return targetPage && headings(targetPage).includes(anchor) ? undefined : `${target}: that page has no such heading`;
}

/** Returns the anchors of a page as GitHub generates them. */
function headings(page: Page): string[] {
  return prose(page).flatMap(([, text]) => {
    const [, title] = /^#+ (.+)$/.exec(text) ?? [];
    if (title === undefined) return [];
    return title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
  });
}

/** Returns the lines outside of code blocks with their numbers, starting at 1. */
function prose({ lines, blocks }: Page): [number, string][] {
  const inCode = ({ line, code }: Page["blocks"][number], number: number) =>
    number >= line && number < line + code.split("\n").length;
  return lines
    .map((text, index): [number, string] => [index + 1, text])
    .filter(([number]) => !blocks.some((block) => inCode(block, number)));
}

/** Returns whether a file contains the title in quotes. A title is long enough to be unique. */
function hasTitle(file: string, title: string): boolean {
  return readFileSync(join(root, file), "utf8").includes(JSON.stringify(title));
}
