import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { html } from "../src/folders.js";
import { BASE } from "./build-once.js";
import { fileOf } from "./built-pages.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Serves the built site as GitHub Pages does. Returns its URL, which ends with `/`, and how to end it. */
export async function serveSite(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const found = pathname.startsWith(BASE) ? fileOf(pathname.slice(BASE.length)) : undefined;
    const file = found ?? "404.html";
    response.writeHead(found === undefined ? 404 : 200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    response.end(readFileSync(join(html, file)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`, close: () => server.close() };
}
