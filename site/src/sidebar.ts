import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contents, type Section } from "./contents.js";
import { publicPackages } from "./entry-points.js";
import { docs } from "./folders.js";
import { repository } from "./repository.js";

export interface SidebarLink {
  readonly text: string;
  readonly link: string;
}
export interface SidebarGroup {
  readonly text: string;
  readonly items: SidebarLink[];
}

/** Returns the sidebar of the guides: the sections of `contents`, with links to the reference before the last one. */
export function guideSidebar(): SidebarGroup[] {
  const groups = contents
    .map((section) => ({ text: section.title, items: links(section) }))
    .filter(({ items }) => items.length > 0);
  const reference = { text: "Reference", items: [{ text: "Every function and type", link: "/reference/" }] };
  const contribute = groups.pop();
  contribute?.items.push({ text: "Contributing", link: `${repository}/blob/main/CONTRIBUTING.md` });
  return [...groups, reference, ...(contribute === undefined ? [] : [contribute])];
}

/** Returns the sidebar of the reference: a group for each package. */
export function referenceSidebar(): SidebarGroup[] {
  const packages = publicPackages().map(({ name, entryPoints }) => ({
    text: name,
    items: entryPoints.map(({ name, page }) => ({
      text: name.replace("@agent-hook/", ""),
      link: `/reference/${page}`,
    })),
  }));
  return [{ text: "Reference", items: [{ text: "Overview", link: "/reference/" }] }, ...packages];
}

/** Lists the links to the pages of the site once, in reading order. */
export function sitePages(): SidebarGroup[] {
  const guides = guideSidebar().map(({ text, items }) => ({
    text,
    items: items.filter(({ link }) => link.startsWith("/") && link !== "/reference/"),
  }));
  return [...guides, ...referenceSidebar()].filter(({ items }) => items.length > 0);
}

function links({ pages, folder }: Section): SidebarLink[] {
  const listed = Object.entries(pages).map(([page, text]) => ({ text, link: page === "index" ? "/" : `/${page}` }));
  return folder === undefined ? listed : [...listed, ...linksOf(folder)];
}

function linksOf(folder: string): SidebarLink[] {
  return pagesBelow(folder).map((page) => {
    const path = `${folder}/${page}`;
    return { text: titleOf(join(docs, `${path}.md`)), link: page === "index" ? `/${folder}/` : `/${path}` };
  });
}

/** Returns the pages of a folder without `.md`: `index`, then the others in the order in which it links to them. */
function pagesBelow(folder: string): string[] {
  const names = readdirSync(docs).includes(folder) ? readdirSync(join(docs, folder)) : [];
  const pages = names.filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -".md".length));
  const index = pages.includes("index") ? readFileSync(join(docs, folder, "index.md"), "utf8") : "";
  const position = (page: string) => (page === "index" ? -1 : `${index}(${page}.md)`.indexOf(`(${page}.md)`));
  return pages.sort((a, b) => position(a) - position(b) || a.localeCompare(b));
}

/** Returns the text of the page's first heading. */
function titleOf(file: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1];
  if (title === undefined) throw new Error(`${file} has no heading "# ...".`);
  return title.replaceAll("`", "");
}
