import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { html, staged } from "./folders.js";
import { sitePages } from "./sidebar.js";

/**
 * Writes what a language model reads: the source of each page next to its HTML, `llms.txt` with a link to each in the
 * order of the sidebar, and `llms-full.txt` with the text of all except the reference. `url`: where the site will be.
 */
export function writeLlmsFiles(url: string, title: string, summary: string): void {
  const intro = `# ${title}\n\n> ${summary}\n`;
  const groups = sitePages().map(({ text, items }) => ({
    text,
    pages: items.map((item) => ({ ...item, file: fileOf(item.link) })),
  }));
  for (const { file } of groups.flatMap(({ pages }) => pages)) copyPage(file);
  const index = groups.map(({ text, pages }) => {
    const lines = pages.map((page) => `- [${page.text}](${url}${page.file})`);
    return `## ${text}\n\n${lines.join("\n")}\n`;
  });
  writeFileSync(join(html, "llms.txt"), [intro, ...index].join("\n"));
  const texts = groups
    .flatMap(({ pages }) => pages)
    .filter(({ link }) => link !== "/" && !link.startsWith("/reference/"))
    .map(({ file }) => `<!-- ${url}${file} -->\n\n${withoutFrontMatter(readFileSync(join(staged, file), "utf8"))}`);
  writeFileSync(join(html, "llms-full.txt"), [intro, ...texts].join("\n"));
}

function fileOf(link: string): string {
  return `${link.endsWith("/") ? `${link}index` : link}.md`.slice(1);
}

function copyPage(file: string): void {
  mkdirSync(dirname(join(html, file)), { recursive: true });
  copyFileSync(join(staged, file), join(html, file));
}

function withoutFrontMatter(markdown: string): string {
  return markdown.replace(/^---\n.*?\n---\n/s, "");
}
