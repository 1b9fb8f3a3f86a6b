import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";

const CHROMIUM = ["chromium", "chromium-browser", "google-chrome"]
  .flatMap((name) => (process.env.PATH ?? "").split(":").map((folder) => join(folder, name)))
  .find((path) => existsSync(path));
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const hasChromium = CHROMIUM !== undefined;

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM as string, args: ["--no-sandbox"] });
}

export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the page, and requests to other servers. */
  readonly problems: readonly string[];
}

/** Opens a link in a window without history or storage. */
export async function openLink(browser: Browser, link: string, options: BrowserContextOptions = {}): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(Number(process.env.UI_TIMEOUT ?? 600_000));
  const problems: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL("/", link).href)) problems.push(request.url());
  });
  await page.goto(link);
  return { page, problems };
}

/** Lists what axe-core finds: the rule, and the first elements that break it. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run();
    return violations.map(({ id, impact, nodes }) => {
      const elements = nodes.slice(0, 3).map(({ html, any }) => `${html.slice(0, 150)} ${any[0]?.message ?? ""}`);
      return `${impact} ${id} (${nodes.length}): ${elements.join(" | ")}`;
    });
  });
}
