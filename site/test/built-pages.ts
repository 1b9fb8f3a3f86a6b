import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parse } from "node-html-parser";
import { html } from "../src/folders.js";
import { BASE } from "./build-once.js";

export interface BuiltPage {
  readonly ids: ReadonlySet<string>;
  /** Targets of its links, pictures, scripts and styles. */
  readonly targets: ReadonlySet<string>;
}

/** Reads the built pages, by file: for example `reference/sdk.html`. */
export function builtPages(): Map<string, BuiltPage> {
  const files = readdirSync(html, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  return new Map(files.map((file) => [file, readPage(file)]));
}

function readPage(file: string): BuiltPage {
  const page = parse(readFileSync(join(html, file), "utf8"));
  const targets = page
    .querySelectorAll("[href], [src]")
    .map(({ attributes }) => attributes.href ?? attributes.src ?? "");
  return { ids: new Set(page.querySelectorAll("[id]").map(({ id }) => id)), targets: new Set(targets) };
}

/** Lists the targets of a page that do not exist: a file of the site, or a heading of a page. */
export function brokenTargets(file: string, pages: ReadonlyMap<string, BuiltPage>): string[] {
  return [...(pages.get(file)?.targets ?? [])].filter((target) => isBroken(target, file, pages));
}

function isBroken(target: string, file: string, pages: ReadonlyMap<string, BuiltPage>): boolean {
  if (/^[a-z]+:/.test(target)) return false;
  const { pathname, hash } = new URL(target, `http://site${BASE}${file}`);
  const path = pathname.startsWith(BASE) ? fileOf(decodeURIComponent(pathname.slice(BASE.length))) : undefined;
  if (path === undefined) return true;
  return hash !== "" && !pages.get(path)?.ids.has(decodeURIComponent(hash.slice(1)));
}

/** Returns the file that GitHub Pages sends for a path. */
export function fileOf(path: string): string | undefined {
  const candidates = path === "" || path.endsWith("/") ? [posix.join(path, "index.html")] : [path, `${path}.html`];
  return candidates.find((name) => existsSync(join(html, name)) && !name.endsWith("/"));
}
