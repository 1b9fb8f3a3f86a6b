import type { ScriptForm } from "../../host-tools/script-form.js";
import { EVENT_NAMES } from "./events.js";

/** Cline starts a file with any of these extensions, with the program in its first line (observed). */
const EXTENSIONS = ["", ".bash", ".cjs", ".cts", ".js", ".mjs", ".mts", ".ps1", ".py", ".sh", ".ts", ".zsh"];
/** Cline sorts the files of an event by name. */
const OWN_EXTENSIONS = ["", ".bash", ".sh", ".zsh"];

const HEAD = "#!/bin/sh\n# agent-hook: ";

/** Cline's hooks: a script for each hook, named after its event. Upper and lower case make no difference (observed). */
export const SCRIPTS: ScriptForm = {
  namesAt: (event) => OWN_EXTENSIONS.map((extension) => event + extension),
  isStarted: (name) =>
    EVENT_NAMES.some((event) => EXTENSIONS.some((end) => (event + end).toLowerCase() === name.toLowerCase())),
  isOurs: (text) => text.startsWith(HEAD),
  write: ({ name, command }) => `${HEAD}${name}\n${command}\n`,
};
