import { defineTool } from "@agent-hook/sdk";
import { z } from "@agent-hook/sdk/zod";

const WIDTH = 30;

const bar = z.object({ label: z.string().max(30), value: z.number().nonnegative() });

/** Returns one text for the user and another for the model, which does not need to read its own numbers again. */
export const showChart = defineTool({
  name: "show_chart",
  description: "Show the user a bar chart",
  input: z.object({ title: z.string().max(100), bars: z.array(bar).min(1).max(20) }),
  run: ({ title, bars }) => ({
    forLlm: `The user sees the chart "${title}".`,
    forUser: [title, ...lines(bars)].join("\n"),
  }),
});

function lines(bars: z.infer<typeof bar>[]): string[] {
  const longest = Math.max(...bars.map(({ label }) => label.length));
  const highest = Math.max(...bars.map(({ value }) => value));
  return bars.map(
    ({ label, value }) => `${label.padEnd(longest)} ${"█".repeat(Math.round((value / highest) * WIDTH))} ${value}`,
  );
}
