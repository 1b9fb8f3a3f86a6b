import { parseOptions } from "../options.js";
import type { Arg } from "../values/content.js";
import { absolute, isInProject } from "../values/paths.js";
import type { State } from "../values/state.js";

/**
 * Whether an agent works in a folder outside of the project, where the settings of the project and their guard do not
 * count. `options`: those of the agent whose value is this folder.
 */
export function startsElsewhere(words: readonly Arg[], options: readonly string[], state: State): boolean {
  if (words.length === 2 && /^(?:-v|--version)$/i.test(words[1]?.text ?? "")) return false;
  const names = options.map((option) => option.replace(/^-+/, ""));
  const { valuesOf } = parseOptions(words.slice(1), {
    values: names.filter((name) => name.length > 1),
    short: names.filter((name) => name.length === 1).join(""),
  });
  const folders = valuesOf(...names).map(({ text }) => text);
  return (folders.length > 0 ? folders : ["."]).some((folder) => {
    const path = absolute(folder, state);
    return path === undefined || (path !== state.project && !isInProject(path, state));
  });
}
