import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { HeadConfig, PageData } from "vitepress";
import { staged } from "./folders.js";

/** Search engines show about this many characters. */
const MAX_LENGTH = 160;

/** Returns the first paragraph of a page as plain text, or `undefined` if the page has none, such as the home page. */
export function descriptionOf(file: string): string | undefined {
  const path = join(staged, file);
  if (!existsSync(path)) return undefined;
  const [, afterTitle = ""] = readFileSync(path, "utf8").split(/^# .+$/m, 2);
  const paragraph = afterTitle.split(/\n\n+/).find((block) => /^[\w`*[]/.test(block.trim()));
  if (paragraph === undefined) return undefined;
  const text = paragraph
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .trim()
    .replaceAll(/\s+/g, " ");
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, text.lastIndexOf(" ", MAX_LENGTH - 3))}...`;
}

/** Returns the tags that name a page for search engines and for previews of links. `url`: where the site will be. */
export function headOf({ relativePath, title, description, isNotFound }: PageData, url: string): HeadConfig[] {
  if (isNotFound || relativePath === "404.md") return [];
  const address = `${url}${relativePath.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")}`;
  return [
    ["link", { rel: "canonical", href: address }],
    ["meta", { property: "og:title", content: title }],
    ["meta", { property: "og:description", content: description }],
    ["meta", { property: "og:url", content: address }],
  ];
}
