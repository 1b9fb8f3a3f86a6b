import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import { dist, html, staged } from "../src/folders.js";
import { writeLlmsFiles } from "../src/llms.js";
import { repository } from "../src/repository.js";
import { sidebar } from "../src/sidebar.js";

/** The folder of the site on its server, for example `/agent-hook/`. */
const base = process.env.SITE_BASE ?? "/";
/** Where the site will be: for the sitemap and `llms.txt`. */
const url = `${process.env.SITE_ORIGIN ?? "https://agent-hook.github.io"}${base}`;
const title = "agent-hook";
const description = "One hook file. Every agent. It still says no when it crashes.";

export default defineConfig({
  title,
  description,
  lang: "en",
  base,
  srcDir: staged,
  outDir: html,
  cacheDir: join(dist, "cache"),
  cleanUrls: true,
  sitemap: { hostname: url },
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}logo.svg` }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    // As GitHub does, so that a link to a heading works there and here.
    anchor: { slugify },
  },
  themeConfig: {
    logo: { src: "/logo.svg", alt: "" },
    nav: [
      { text: "Start", link: "/first-hook" },
      { text: "Without code", link: "/policy-file" },
      { text: "Reference", link: "/reference/", activeMatch: "/reference/" },
    ],
    sidebar: sidebar(),
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "Edit this page on GitHub" },
    footer: { message: "MIT License" },
    externalLinkIcon: true,
  },
  vite: {
    define: { HAS_DEMO: existsSync(join(staged, "public/demo.svg")) },
    build: { chunkSizeWarningLimit: 4000 },
  },
  buildEnd: () => writeLlmsFiles(url, title, description),
});

function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
