import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type DefaultTheme, defineConfig } from "vitepress";
import { slugify } from "../src/anchors.js";
import { dist, html, staged } from "../src/folders.js";
import { writeLlmsFiles } from "../src/llms.js";
import { descriptionOf, headOf } from "../src/meta.js";
import { repository } from "../src/repository.js";
import { guideSidebar, referenceSidebar } from "../src/sidebar.js";
import { replaceEmptyHeaders } from "../src/table-corners.js";

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
  transformPageData: (page) => ({ description: descriptionOf(page.relativePath) ?? description }),
  transformHead: ({ pageData }) => headOf(pageData, url),
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}logo.svg` }]],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify },
    config: ({ core }) => core.ruler.push("table-corners", ({ tokens }) => replaceEmptyHeaders(tokens)),
  },
  themeConfig: {
    logo: { src: "/logo.svg", alt: "" },
    nav: [
      { text: "Start", link: "/first-hook" },
      { text: "Without code", link: "/policy-file" },
      { text: "Reference", link: "/reference/", activeMatch: "/reference/" },
    ],
    sidebar: { "/": guideSidebar(), "/reference/": referenceSidebar() },
    outline: [2, 3],
    search: { provider: "local", options: search() },
    socialLinks: [{ icon: "github", link: repository }],
    // The default label of the link differs from its text.
    notFound: {
      title: "Page not found",
      quote: "Search, or start at the home page.",
      linkText: "Home",
      linkLabel: "Home",
    },
    editLink: { pattern: `${repository}/edit/main/docs/:path`, text: "Edit this page on GitHub" },
    footer: { message: "MIT License" },
    externalLinkIcon: true,
  },
  vite: {
    define: { PUBLIC_FILES: readdirSync(join(staged, "public")) },
    build: { chunkSizeWarningLimit: 4000 },
  },
  buildEnd: () => writeLlmsFiles(url, title, description),
});

function search(): DefaultTheme.LocalSearchOptions {
  return {
    miniSearch: {
      searchOptions: {
        // Whole pages come before their sections, and guides before the reference. VitePress sends the source of this
        // function to the browser.
        boostDocument: (page, _, stored) =>
          (String(page).includes("/reference/") ? 0.3 : 1) * (String(stored?.titles) === "" ? 2 : 1),
      },
    },
  };
}
