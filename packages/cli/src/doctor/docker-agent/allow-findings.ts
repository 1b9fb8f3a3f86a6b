import { mayChangeArguments } from "../../host-config/docker-agent-events.js";
import type { HookFacts } from "../../host-config/hook-facts.js";
import { isObject } from "../../host-config/json-objects.js";
import { list } from "../../words.js";
import { type Finding, finding } from "../findings/catalogue.js";
import type { Facts } from "./gather.js";

const FIX = "remove the rules, so that docker-agent asks the user";

/** Reports how allow rules limit a hook that may deny tool calls. `fix` makes docker-agent call it before them. */
export function allowFindings(manifest: HookFacts, asked: boolean, facts: Facts, fix = FIX): Finding[] {
  const rules = allowRules(facts);
  if (rules.length === 0) return [];
  const lets = `permissions.allow lets ${list(rules)} run`;
  if (!asked) return [finding("allow-rules", `${lets} without calling it`, fix)];
  if (!mayChangeArguments(manifest)) return [];
  const what = `${lets} with the model's arguments: it can deny these calls, but its changes to arguments are lost`;
  return [finding("allow-rewrites", what, "deny what must not run unchanged, or remove the rules")];
}

function allowRules({ config: { kind, value } }: Facts): string[] {
  const { permissions } = kind === "settings" && isObject(value.settings) ? value.settings : value;
  const { allow } = isObject(permissions) ? permissions : {};
  return Array.isArray(allow) ? allow.map(String) : [];
}
