import { defineHook, type Hook } from "@agent-hook/sdk";
import { z } from "zod";
import { checkOptions } from "../check-options.js";
import { changingTools } from "./changing-tools.js";

/** The options of `describeTools`. */
export interface DescribeToolsOptions {
  /** The new description of each tool, by the name that the model reads. */
  readonly tools: Readonly<Record<string, string>>;
}

export const optionsSchema = z.strictObject({ tools: z.record(z.string(), z.string().min(1)) });

/**
 * Returns a hook that gives tools other descriptions for the model. A tool that `tools` does not name keeps its
 * description.
 *
 * Few hosts let a hook change tools: Civic's proxy, and PicoClaw before v0.2.8. Under other hosts, it does not start,
 * and the error says why. Throws a `TypeError` if an option is invalid.
 *
 * @example
 * const tools = { search: "Search the shop's articles, not the web." };
 * await serveCivic(describeTools({ tools }), { port: 8080 });
 */
export function describeTools(options: DescribeToolsOptions): Hook<{}> {
  const { tools } = checkOptions("describeTools", optionsSchema, options);
  const descriptions = new Map(Object.entries(tools));
  return defineHook({
    ...changingTools("describe-tools", (tool) => {
      const description = descriptions.get(tool.name);
      return description === undefined ? tool : { ...tool, description };
    }),
  });
}
