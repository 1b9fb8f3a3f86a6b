import { parseOptions } from "../options.js";
import { HEADERS, notePatch, type Strip } from "../rules/patched-files.js";
import type { Program, Run } from "../run/shell.js";
import { type Content, contentOf, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { isKnown, withoutPatterns } from "../values/text.js";

/** Programs that change the files which a patch names. `patch [FILE [PATCH]]` */
export const patch: Readonly<Record<string, Program>> = {
  patch: (run) => {
    const { operands, value, has } = parseOptions(run.args, {
      short: "pdiorBDFgVYz",
      values: ["strip", "directory", "input", "output", "reject-file", "prefix", "ifdef", "fuzz", "suffix"],
      flags: ["reverse", "dry-run", "forward", "force", "backup", "quiet", "silent", "verbose", "help", "version"],
    });
    if (has("help", "version", "dry-run", "C", "check", "v")) return UNKNOWN;
    const folder = value("d", "directory");
    const state = run.state.subshell();
    if (folder !== undefined) state.cwd = absolute(folder.text, run.state);
    const inFolder = { ...run, state };
    const [file, input = value("i", "input")] = operands;
    for (const written of [file, value("o", "output"), value("r", "reject-file")]) {
      if (written !== undefined) run.shell.changes(written.text, inFolder);
    }
    const content = input === undefined || input.text === "-" ? run.stdin : run.shell.read(input.text, inFolder);
    const strip = Number.parseInt(value("p", "strip")?.text ?? "", 10);
    // Without the option, `patch` takes the last name of a path, or the whole path if that file exists.
    const strips: readonly Strip[] = Number.isNaN(strip) ? ["base", 0] : [strip];
    notePatch(content, { headers: HEADERS.patch, strips, namesNone: file !== undefined }, inFolder);
    return UNKNOWN;
  },
  apply_patch: applyPatch,
  applypatch: applyPatch,
};

/** The program that Codex gives its shell. The patch is its argument, or else its input. */
function applyPatch(run: Run): Content {
  const [patch] = run.args;
  const text = patch === undefined || !isKnown(patch.text) ? undefined : withoutPatterns(patch.text);
  const content = patch === undefined ? run.stdin : contentOf(text);
  notePatch(content, { headers: HEADERS.codex, strips: [0] }, run);
  return UNKNOWN;
}
