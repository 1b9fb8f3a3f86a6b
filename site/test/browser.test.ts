import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { screenshots } from "../src/folders.js";
import { sitePages } from "../src/sidebar.js";
import { serveSite } from "./serve.js";

const CHROMIUM = ["chromium", "chromium-browser", "google-chrome"]
  .flatMap((name) => (process.env.PATH ?? "").split(":").map((folder) => join(folder, name)))
  .find((path) => existsSync(path));
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const recipe = sitePages()
  .find(({ text }) => text === "Recipes")
  ?.items.at(-1)
  ?.link.slice(1);
/** By the name of its screenshots. */
const PAGES: Readonly<Record<string, string>> = {
  ...(recipe === undefined ? {} : { recipe }),
  home: "",
  guide: "first-hook",
  long: "security",
  table: "failure",
  reference: "reference/sdk",
  unknown: "no-such-page",
};
const VIEWS = [
  { name: "light", colorScheme: "light", width: 1280, height: 900 },
  { name: "dark", colorScheme: "dark", width: 1280, height: 900 },
  { name: "phone", colorScheme: "light", width: 390, height: 844 },
  { name: "phone-dark", colorScheme: "dark", width: 390, height: 844 },
] as const;

describe.skipIf(CHROMIUM === undefined)("in Chromium", () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;

  beforeAll(async () => {
    mkdirSync(screenshots, { recursive: true });
    site = await serveSite();
    browser = await chromium.launch({ executablePath: CHROMIUM as string, args: ["--no-sandbox"] });
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  for (const view of VIEWS) {
    for (const [name, path] of Object.entries(PAGES)) {
      test(`${name}, ${view.name}: no error, nothing from another server, no sideways scrolling, no violation`, async () => {
        const { page, problems } = await open(view);
        await page.goto(site.url + path, { waitUntil: "networkidle" });
        if (name === "table") await page.locator("table").first().scrollIntoViewIfNeeded();
        await page.screenshot({ path: join(screenshots, `${name}-${view.name}.png`) });
        expect(problems.filter((problem) => !(name === "unknown" && problem.includes("404")))).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        expect(await violations(page)).toEqual([]);
        await page.context().close();
      });
    }
  }

  test("no page scrolls sideways on a phone or has an error", async () => {
    const { page, problems } = await open(VIEWS[2]);
    const wide: string[] = [];
    for (const { link } of sitePages().flatMap(({ items }) => items)) {
      await page.goto(site.url + link.slice(1));
      if ((await sidewaysScroll(page)) > 0) wide.push(link);
    }
    expect(wide).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  for (const view of [VIEWS[0], VIEWS[2]]) {
    test(`the search finds guardShell, ${view.name}`, async () => {
      const { page, problems } = await open(view);
      await page.goto(site.url, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Search" }).first().click();
      await page.locator("#localsearch-input").fill("guardShell");
      const results = page.locator(".VPLocalSearchBox .result");
      await results.first().waitFor();
      await page.screenshot({ path: join(screenshots, `search-${view.name}.png`) });
      expect(await results.first().getAttribute("href")).toContain("/guard-shell");
      await results.first().click();
      await page.waitForURL((url) => url.href !== site.url);
      expect(problems).toEqual([]);
      await page.context().close();
    });
  }

  async function open({
    colorScheme,
    width,
    height,
  }: (typeof VIEWS)[number]): Promise<{ page: Page; problems: string[] }> {
    const context = await browser.newContext({ colorScheme, viewport: { width, height } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith("data:")) problems.push(request.url());
    });
    return { page, problems };
  }
});

/** Returns how far the page can be scrolled to the right, in pixels. */
function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Lists what axe-core finds: the rule, and the first elements that break it. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run();
    return violations.map(({ id, impact, nodes }) => {
      const elements = nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 150)} ${any[0]?.message ?? ""}`);
      return `${impact} ${id} (${nodes.length}): ${elements.join(" | ")}`;
    });
  });
}
