import { liveOf } from "../../families/opencode/live.js";
import { PROGRAM } from "./events.js";

export const live = liveOf(PROGRAM, { package: "@kilocode/cli", pluginPackage: "@kilocode/plugin" });
