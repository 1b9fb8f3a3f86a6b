import { contents } from "../../site/src/contents.js";
import type { Finding, Page } from "./pages.js";

const CONTENTS = "site/src/contents.ts";

/** Finds pages of `docs` that the sidebar of the site does not list, and pages that it lists and that do not exist. */
export function sidebarProblems(pages: readonly Pick<Page, "file">[]): Finding[] {
  const files = pages.map(({ file }) => file).filter((file) => file.startsWith("docs/"));
  const listed = contents.flatMap((section) => Object.keys(section.pages).map((page) => `docs/${page}.md`));
  const folders = contents.flatMap(({ folder }) => (folder === undefined ? [] : [`docs/${folder}/`]));
  const isListed = (file: string) => listed.includes(file) || folders.some((folder) => file.startsWith(folder));
  return [
    ...files.filter((file) => !isListed(file)).map((file) => ({ file, line: 1, text: `is not in ${CONTENTS}` })),
    ...listed
      .filter((file, index) => !files.includes(file) || listed.indexOf(file) !== index)
      .map((file) => ({ file: CONTENTS, line: 1, text: `lists ${file}, which does not exist or is listed twice` })),
  ];
}
