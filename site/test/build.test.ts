import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { sidebarProblems } from "../../scripts/docs/sidebar.js";
import { contents } from "../src/contents.js";
import { publicPackages } from "../src/entry-points.js";
import { docs, html } from "../src/folders.js";
import { withoutLongTypes } from "../src/long-types.js";
import { linkToRepository } from "../src/repository.js";
import { sitePages } from "../src/sidebar.js";
import { brokenTargets, builtPages, fileOf } from "./built-pages.js";

describe("the built site", () => {
  const pages = builtPages();

  test("is built without a warning", () => {
    expect(inject("buildLog")).toContain("build complete");
    expect(inject("buildLog")).not.toMatch(/warn|error|dead link|not found/i);
  });

  test("has a page for each file of docs and for each module that a program can import", () => {
    const files = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
    const modules = publicPackages().flatMap(({ entryPoints }) =>
      entryPoints.map(({ page }) => `reference/${page}.md`),
    );
    const expected = [...files, ...modules, "reference/index.md"].map((name) => name.replace(/\.md$/, ".html"));
    expect([...pages.keys()].sort()).toEqual([...expected, "404.html"].sort());
  });

  test("has no link, picture or script whose file or heading does not exist", () => {
    expect([...pages.keys()].flatMap((file) => brokenTargets(file, pages).map((link) => `${file}: ${link}`))).toEqual(
      [],
    );
  });

  test("has every page in a sidebar, except for the page of unknown paths", () => {
    const links = sitePages().flatMap(({ items }) => items.map(({ link }) => link));
    const files = links.map((link) => fileOf(link.slice(1)));
    expect(files.sort()).toEqual([...pages.keys()].filter((file) => file !== "404.html").sort());
  });

  test("shows the examples of docstrings, and nothing that is internal", () => {
    expect(read("reference/hooks-shell.html")).toContain("sudo rm -rf /");
    expect([...pages.keys()].filter((file) => file.includes("internal"))).toEqual([]);
  });

  test("describes each guide by its first paragraph, and names the page's own address", () => {
    const page = read("policy-file.html");
    const address = "https://agent-hook.github.io/agent-hook/policy-file";
    const description = "agent-hook add makes your agents call ready-made hooks, which a policy file names.";
    expect(page).toContain(`<meta name="description" content="${description}`);
    expect(page).toContain(`<meta property="og:description" content="${description}`);
    expect(page).toContain('<meta property="og:title" content="Protect an agent without writing code">');
    expect(page).toContain(`<link rel="canonical" href="${address}">`);
    expect(page).toContain(`<meta property="og:url" content="${address}">`);
    expect(read("index.html")).toContain('<link rel="canonical" href="https://agent-hook.github.io/agent-hook/">');
    expect(read("404.html")).not.toContain("canonical");
  });

  test("has llms.txt, which names the source of every page, and llms-full.txt, which has the text of all guides", () => {
    const named = [...read("llms.txt").matchAll(/\(https:\/\/agent-hook\.github\.io\/agent-hook\/(.*)\)/g)].map(
      ([, file]) => file,
    );
    const sources = [...pages.keys()]
      .filter((file) => file !== "404.html")
      .map((file) => file.replace(/\.html$/, ".md"));
    expect(named.sort()).toEqual(sources.sort());
    for (const file of sources) expect(existsSync(join(html, file)), file).toBe(true);
    expect(read("llms-full.txt")).toContain("# When a hook fails");
    expect(read("llms-full.txt")).not.toContain("layout: home");
  });
});

test("the link check finds a missing file and a missing heading", () => {
  const targets = new Set([
    "/agent-hook/",
    "/agent-hook/#there",
    "/agent-hook/#gone",
    "/agent-hook/gone",
    "https://x.y/z",
  ]);
  const pages = new Map([["index.html", { ids: new Set(["there"]), targets }]]);
  expect(brokenTargets("index.html", pages)).toEqual(["/agent-hook/#gone", "/agent-hook/gone"]);
});

test("npm run check-docs finds a page that the sidebar does not list, and a listed page that does not exist", () => {
  const pages = contents.flatMap((section) => Object.keys(section.pages).map((page) => ({ file: `docs/${page}.md` })));
  expect(sidebarProblems(pages)).toEqual([]);
  expect(sidebarProblems([...pages.slice(1), { file: "docs/new.md" }, { file: "docs/recipes/new.md" }])).toEqual([
    { file: "docs/new.md", line: 1, text: expect.stringContaining("is not in") },
    { file: "site/src/contents.ts", line: 1, text: expect.stringContaining("docs/index.md, which does not exist") },
  ]);
});

test("a link out of docs leads to the repository, and other links and code stay as they are", () => {
  const page = "[a](../examples/weather) [b](../README.md#x) [c](failure.md#y)\n```sh\n[d](../README.md)\n```";
  expect(linkToRepository(page, "events.md")).toBe(
    [
      "[a](https://github.com/agent-hook/agent-hook/tree/main/examples/weather) " +
        "[b](https://github.com/agent-hook/agent-hook/blob/main/README.md#x) [c](failure.md#y)",
      "```sh\n[d](../README.md)\n```",
    ].join("\n"),
  );
  expect(linkToRepository("[a](../failure.md)", "recipes/a.md")).toBe("[a](../failure.md)");
});

test("a reference page shows the start of a type of many lines, and tables and other text as they are", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`).join("\n");
  const table = `| a |${"\n| b |".repeat(40)}`;
  const page = `# A\n\n\`\`\`ts\n${lines(40)}\n\`\`\`\n\n${table}\n\n${lines(40)}\n\nend\n`;
  expect(withoutLongTypes(page)).toBe(
    `# A\n\n\`\`\`ts\n${lines(12)}\n// ...\n\`\`\`\n\n${table}\n\nThe type in the code above.\n\nend\n`,
  );
});

function read(file: string): string {
  return readFileSync(join(html, file), "utf8");
}
