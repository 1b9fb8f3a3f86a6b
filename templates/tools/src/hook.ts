import { defineHook } from "@agent-hook/sdk";
import manifest from "../package.json" with { type: "json" };
import { daysBetween } from "./tools/days-between.ts";
import { pause } from "./tools/pause.ts";
import { showChart } from "./tools/show-chart.ts";

export const hook = defineHook({
  name: "tools",
  version: manifest.version,
  tools: [daysBetween, showChart, pause],
});
