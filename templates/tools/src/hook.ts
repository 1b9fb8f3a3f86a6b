import { defineHook } from "@agent-hook/sdk";
import { daysBetween } from "./tools/days-between.js";
import { pause } from "./tools/pause.js";
import { showChart } from "./tools/show-chart.js";

export const hook = defineHook({
  name: "tools",
  tools: [daysBetween, showChart, pause],
});
