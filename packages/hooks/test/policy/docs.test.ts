import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPolicy } from "../../src/policy/index.js";

test.each(["judge", "policy-file", "ask-person"])("every policy on the page %s is valid", async (name) => {
  const page = new URL(`../../../../docs/${name}.md`, import.meta.url);
  const policies = [...readFileSync(page, "utf8").matchAll(/^```yaml\n(.*?)^```$/gms)];
  expect(policies.length).toBeGreaterThan(0);
  for (const [, text = ""] of policies) await expect(readPolicy(text, "policy.yaml")).resolves.toBeDefined();
});
