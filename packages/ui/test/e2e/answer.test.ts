import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Machine } from "../../../cli/test/approve/machine.js";
import { hasChromium, launchChromium, openLink } from "../browser.js";

const RUNS = "";

describe.skipIf(!hasChromium)("a person at the page (skipped if Chromium is not installed)", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("allows a call once, is asked again, and denies with a reason", async () => {
    await using machine = new Machine(50_000);
    await using terminal = machine.open(["ui"]);
    const [link = ""] = await terminal.shows(/http:\/\/127\.0\.0\.1:\d+\/#[\w-]{43}(?=\s)/);
    const { page, problems } = await openLink(browser, link);
    await page.getByText("live", { exact: true }).waitFor();

    const first = machine.call("make");
    await button(page, "Allow once").click();
    expect(await first).toBe(RUNS);
    await page.getByText(/^Allowed/).waitFor();

    const second = machine.call("make");
    await button(page, "Deny").waitFor();
    await page.getByLabel("Tell the agent why").fill("not on a Friday");
    await button(page, "Deny").click();
    expect(await second).toContain("not on a Friday");

    expect(await machine.questions()).toEqual([]);
    expect(problems).toEqual([]);
  });
});

/** A button of the open question. An answered one has none. */
function button(page: Page, name: string) {
  return page.getByRole("article", { name: "codex wants to call Bash" }).getByRole("button", { name });
}
