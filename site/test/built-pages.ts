import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type HTMLElement, parse } from "node-html-parser";
import { html } from "../src/folders.js";
import { BASE } from "./build-once.js";

/** The built pages by file, for example `reference/sdk.html`. */
export function builtPages(): Map<string, HTMLElement> {
  const files = readdirSync(html, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  return new Map(files.map((file) => [file, parse(readFileSync(join(html, file), "utf8"))]));
}

/** Lists the links and pictures of a page whose file or heading does not exist. */
export function brokenLinks(file: string, pages: ReadonlyMap<string, HTMLElement>): string[] {
  const page = pages.get(file);
  const targets = page
    ?.querySelectorAll("[href], [src]")
    .map((link) => link.getAttribute("href") ?? link.getAttribute("src"));
  return [...new Set(targets)].filter(
    (target): target is string => target !== undefined && isBroken(target, file, pages),
  );
}

function isBroken(target: string, file: string, pages: ReadonlyMap<string, HTMLElement>): boolean {
  if (/^[a-z]+:/.test(target)) return false;
  const { pathname, hash } = new URL(target, `http://site${BASE}${file}`);
  if (!pathname.startsWith(BASE)) return true;
  const path = fileOf(decodeURIComponent(pathname.slice(BASE.length)));
  if (path === undefined) return true;
  const id = decodeURIComponent(hash.slice(1));
  return (
    id !== "" &&
    !pages
      .get(path)
      ?.querySelectorAll("[id]")
      .some((element) => element.id === id)
  );
}

/** Returns the file that GitHub Pages sends for a path. */
export function fileOf(path: string): string | undefined {
  const candidates = path === "" || path.endsWith("/") ? [posix.join(path, "index.html")] : [path, `${path}.html`];
  return candidates.find((name) => existsSync(join(html, name)) && !name.endsWith("/"));
}
