import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readPolicy } from "../../src/policy/index.js";

const PAGE = new URL("../../../../docs/policy-file.md", import.meta.url);

test("every policy on its page is valid", async () => {
  const policies = [...readFileSync(PAGE, "utf8").matchAll(/^```yaml\n(.*?)^```$/gms)];
  expect(policies.length).toBeGreaterThan(0);
  for (const [, text = ""] of policies) await expect(readPolicy(text, "policy.yaml")).resolves.toBeDefined();
});
