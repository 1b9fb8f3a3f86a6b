import { defineHook } from "@agent-hook/sdk";
import manifest from "../package.json" with { type: "json" };
import { daysBetween } from "./tools/days-between.js";
import { pause } from "./tools/pause.js";
import { showChart } from "./tools/show-chart.js";

export const hook = defineHook({
  name: "tools",
  version: manifest.version,
  tools: [daysBetween, showChart, pause],
});
