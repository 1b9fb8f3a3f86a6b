import type { HookSummary } from "../host-config/index.js";
import { unmatchedFilters } from "../host-config/unmatched-filters.js";
import { type Finding, finding } from "./findings.js";

/** Reports guards whose filter can match no tool of an agent, whatever the agent's config is. */
export function filterFindings(
  { manifest }: { readonly manifest?: HookSummary },
  { name, title }: { readonly name: string; readonly title: string },
): Finding[] {
  if (manifest === undefined) return [];
  const fix = "correct the filter in the hook, then write its entries again";
  return unmatchedFilters(name, title, manifest).map((why) => finding("matches-nothing", why, fix));
}
