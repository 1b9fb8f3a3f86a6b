import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Asset {
  readonly type: string;
  readonly content: Buffer;
}

/** The files of the page, by the path of their address. */
export type Assets = ReadonlyMap<string, Asset>;

const FILES = {
  "/": ["index.html", "text/html"],
  "/page.js": ["page.js", "text/javascript"],
  "/page.css": ["page.css", "text/css"],
  "/icon.svg": ["icon.svg", "image/svg+xml"],
} as const;

/** Reads the files of the page. They are next to the program, and small. */
export function readAssets(): Assets {
  const folder = fileURLToPath(new URL("../../dist/page/", import.meta.url));
  return new Map(
    Object.entries(FILES).map(([path, [name, type]]) => {
      return [path, { type: `${type}; charset=utf-8`, content: readFileSync(`${folder}${name}`) }];
    }),
  );
}
