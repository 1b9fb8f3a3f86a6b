import { liveOf } from "../../families/opencode/live.js";
import { PROGRAM } from "./events.js";

export const live = liveOf(PROGRAM, {
  package: "opencode-ai",
  // It replaces a file that prints an error by the program for this machine.
  runsInstallScript: true,
  pluginPackage: "@opencode-ai/plugin",
});
