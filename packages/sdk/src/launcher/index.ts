export { type LauncherCommand, LauncherCommandError, launcherCommand, parseLauncherCommand } from "./command.js";
export { launcherPath } from "./launcher-path.js";
