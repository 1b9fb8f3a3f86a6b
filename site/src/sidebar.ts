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
  readonly collapsed: boolean;
  readonly items: SidebarLink[];
}

/** Returns the sidebar: the sections of `contents`, with the reference before the last one. */
export function sidebar(): SidebarGroup[] {
  const groups = contents
    .map((section) => ({ text: section.title, collapsed: false, items: links(section) }))
    .filter(({ items }) => items.length > 0);
  const contribute = groups.pop();
  contribute?.items.push({ text: "Contributing", link: `${repository}/blob/main/CONTRIBUTING.md` });
  return [...groups, reference(), ...(contribute === undefined ? [] : [contribute])];
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

/** Returns the pages of a folder without `.md`: `index` first, the others by name. */
function pagesBelow(folder: string): string[] {
  const names = readdirSync(docs).includes(folder) ? readdirSync(join(docs, folder)) : [];
  const pages = names.filter((name) => name.endsWith(".md")).map((name) => name.slice(0, -".md".length));
  return pages.sort((a, b) => Number(b === "index") - Number(a === "index") || a.localeCompare(b));
}

/** Returns the text of the page's first heading. */
export function titleOf(file: string): string {
  const title = /^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1];
  if (title === undefined) throw new Error(`${file} has no heading "# ...".`);
  return title.replaceAll("`", "");
}

function reference(): SidebarGroup {
  const modules = publicPackages().flatMap(({ entryPoints }) => entryPoints);
  const items = modules.map(({ name, page }) => ({
    text: name.replace("@agent-hook/", ""),
    link: `/reference/${page}`,
  }));
  return { text: "Reference", collapsed: true, items: [{ text: "Overview", link: "/reference/" }, ...items] };
}
