import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { launcherScript, launcherTable } from "../../../../scripts/generate-launcher.js";
import { HOST_DENIALS } from "../../src/hosts/generated/host-denials.js";
import { launcherPath } from "../../src/launcher/index.js";
import { DENIALS } from "../docker-agent/denials.js";

const { denials, withoutDenial } = DENIALS;

it("the launcher is generated from its template and the hosts' tables", () => {
  expect(readFileSync(launcherPath(), "utf8"), "run: npx tsx scripts/generate-launcher.ts").toBe(launcherScript());
});

it("the launcher for Windows has the same tables", () => {
  const table = new URL("../../src/launcher/guard/hosts.json", import.meta.url);
  expect(readFileSync(table, "utf8"), "run: npx tsx scripts/generate-launcher.ts").toBe(launcherTable());
});

describe.each(Object.entries(HOST_DENIALS))("the denials of %s", (_, host) => {
  it("have one line each, which any shell accepts in single quotes", () => {
    for (const document of Object.values(host.denials)) {
      expect(document).not.toMatch(/[\\'\n]/);
      expect(document).toBe(JSON.stringify(JSON.parse(document)));
    }
  });

  it("are missing for events without one", () => {
    expect(host.withoutDenial.filter((event) => event in host.denials)).toEqual([]);
  });
});

describe("docker-agent", () => {
  it("has 28 events", () => {
    expect(new Set([...Object.keys(denials), ...withoutDenial]).size).toBe(28);
  });

  it.each(["pre_tool_use", "permission_request"])(
    "has a denial for every variant, with the reason once: %s",
    (event) => {
      const document = denials[event] ?? "";
      expect(JSON.parse(document)).toMatchObject({
        decision: "block",
        hook_specific_output: { hook_event_name: event, permission_decision: "deny" },
      });
      expect(document.match(/denied: the hook failed/g)).toHaveLength(1);
    },
  );
});

const REFUSED = "denied: the hook failed";
const WITHHELD = "[withheld: hook failed]";

it.each([
  [
    "copilot",
    {
      preToolUse: { permissionDecision: "deny", permissionDecisionReason: REFUSED },
      postToolUse: { decision: "block", reason: WITHHELD },
      permissionRequest: { behavior: "deny", message: REFUSED },
      userPromptSubmitted: { decision: "block", reason: REFUSED },
    },
  ],
  [
    "gemini",
    {
      BeforeTool: { decision: "deny", reason: REFUSED },
      AfterTool: { decision: "deny", reason: WITHHELD },
      BeforeModel: { continue: false, stopReason: REFUSED },
      AfterModel: { continue: false, stopReason: REFUSED },
      BeforeAgent: { decision: "deny", reason: REFUSED },
    },
  ],
])("%s gets the denials that the real program accepted", (host, documents) => {
  const parsed = Object.entries(HOST_DENIALS[host]?.denials ?? {}).map(([event, text]) => [event, JSON.parse(text)]);
  expect(Object.fromEntries(parsed)).toEqual(documents);
});
