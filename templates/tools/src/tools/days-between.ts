import { defineTool } from "@agent-hook/sdk";
import { z } from "@agent-hook/sdk/zod";

const MS_PER_DAY = 86_400_000;

/** A tool that returns plain text. */
export const daysBetween = defineTool({
  name: "days_between",
  description: "Count the days from one date to another; negative if the second is earlier",
  input: z.object({
    from: z.iso.date().describe("e.g. 2026-01-31"),
    to: z.iso.date().describe("e.g. 2026-03-01"),
  }),
  // A date without a time is midnight in UTC, where every day has 24 hours.
  run: ({ from, to }) => `${(Date.parse(to) - Date.parse(from)) / MS_PER_DAY} days`,
});
