import { basename } from "node:path/posix";
import { parseOptions } from "../options.js";
import { judgeDeletion } from "../rules/deletions.js";
import { noteTarget } from "../rules/moves.js";
import { targetOf } from "../rules/places.js";
import { judgeUpload } from "../rules/uploads.js";
import { parseCode } from "../run/parse-code.js";
import { runText } from "../run/run-text.js";
import type { Program, Run } from "../run/shell.js";
import { expandWord } from "../run/words.js";
import { type Arg, argOf, type Content, changed, contentOf, EMPTY, joined, UNKNOWN } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { HOLE, withoutPatterns } from "../values/text.js";
import { noteExtracted } from "./extractors.js";
import { decompress } from "./outputs.js";

/** `host:path` or an address, but not `./a:b` and not a drive of Windows. */
const REMOTE = /^(?:[^/:@\s]+@)?[^/:\s]{2,}:(?!\/\/)|^\w+:\/\//;

/** Programs that pack files or carry them to other machines. */
export const transfers: Readonly<Record<string, Program>> = {
  scp: (run) => carry(run, { short: "cDFiJloPSX" }),
  sftp: (run) => {
    for (const [, file = ""] of (run.stdin.text ?? "").matchAll(/^\s*(?:re)?put\s+(?:-\w+\s+)*(\S+)/gm))
      run.shell.send(run.shell.read(file, run), run);
    return carry(run, { short: "bBcDFilooPRSs" });
  },
  rsync: synchronize,
  rclone: (run) => carry({ ...run, args: run.args.slice(1) }, {}, true, true),
  ditto: (run) => carry(run, {}, true, true),
  tar: archive,
  bsdtar: archive,
  gtar: archive,
  zip: (run) => {
    const { operands, valuesOf } = parseOptions(splitTt(run.args), { short: "bnt", values: ["unzip-command"] });
    for (const { text } of valuesOf("unzip-command")) runText(text, run);
    const [target, ...members] = operands;
    if (target) run.shell.write(target.text, { ...readAll(members, run), packed: true }, run);
    return EMPTY;
  },
  gzip: compress(".gz"),
  bzip2: compress(".bz2"),
  xz: compress(".xz"),
  zstd: compress(".zst"),
};

/** `-TT CODE` of zip is a short option of two letters. */
function splitTt(args: readonly Arg[]): readonly Arg[] {
  return args.map((arg) => (arg.text === "-TT" ? argOf("--unzip-command") : arg));
}

function isRemote({ text }: Arg): boolean {
  return REMOTE.test(text);
}

function readAll(members: readonly Arg[], run: Run): Content {
  return changed(joined(members.map(({ text }) => run.shell.read(text, run))));
}

function carry(run: Run, spec: { short?: string }, isRecursive = false, isMerged = false): Content {
  const { operands, valuesOf, has } = parseOptions(run.args, spec);
  const isDeep = isRecursive || has("r", "R");
  for (const option of valuesOf("o", "S")) runCommandOption(option, run);
  const target = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (target === undefined) return UNKNOWN;
  const local = sources.filter((source) => !isRemote(source));
  if (isRemote(target))
    judgeUpload(
      local.map(({ text }) => text),
      run,
    );
  if (isRemote(target)) run.shell.send(readAll(local, run), run);
  else if (sources.some(isRemote)) receive(sources, target, run);
  if (isRemote(target)) return UNKNOWN;
  for (const source of sources) {
    if (isRemote(source)) run.shell.copies({ from: undefined, to: target.text, isDeep, isMerged: true }, run);
    noteTarget(source, target, run, { isDeep: isDeep && !isRemote(source), isMerged });
    const [from, to] = [absolute(source.text, run.state), absolute(target.text, run.state)];
    const known = from === undefined ? undefined : run.state.files.get(from);
    if (known !== undefined && to !== undefined) run.state.files.set(to, known);
  }
  return UNKNOWN;
}

function receive(sources: readonly Arg[], target: Arg, run: Run): void {
  const content = contentOf(undefined, { remote: true });
  run.shell.write(target.text, content, run);
  for (const { text } of sources) run.shell.write(`${target.text.replace(/\/$/, "")}/${basename(text)}`, content, run);
}

/** `ssh -o ProxyCommand=...` starts a program of this machine. */
export function runCommandOption({ text }: Arg, run: Run): void {
  const code = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand)\s*[= ]\s*(.*)$/is.exec(text)?.[1];
  if (code) runText(code, run);
}

function synchronize(run: Run): Content {
  const parsed = parseOptions(run.args, {
    short: "efBMT",
    values: [
      "rsh",
      "exclude",
      "include",
      "filter",
      "files-from",
      "exclude-from",
      "include-from",
      "rsync-path",
      "backup-dir",
      "log-file",
      "password-file",
      "port",
      "bwlimit",
      "max-size",
      "min-size",
      "chmod",
      "chown",
      "compare-dest",
      "link-dest",
      "suffix",
      "timeout",
      "out-format",
      "temp-dir",
      "partial-dir",
    ],
    flags: ["dry-run", "list-only", "delete", "archive", "recursive"],
  });
  for (const { text } of parsed.valuesOf("e", "rsh")) {
    if (!/^ssh\b/.test(text)) runText(text, run);
  }
  const target = parsed.operands.at(-1);
  if (target === undefined || parsed.operands.length < 2) return UNKNOWN;
  if (
    !isRemote(target) &&
    parsed.options.some(({ name }) => name.startsWith("del")) &&
    !parsed.has("n", "dry-run", "list-only")
  ) {
    const hit = targetOf(target.text, run.state);
    if (hit.is === "system" || hit.is === "home" || hit.is === "project")
      judgeDeletion(target.text, run, "rsync-delete");
  }
  if (parsed.has("n", "dry-run", "list-only")) return UNKNOWN;
  return carry({ ...run, args: parsed.operands }, {}, parsed.has("a", "r", "archive", "recursive", "files-from"));
}

const TAR = {
  short: "fCTXbgHIKLNVF",
  values: [
    "file",
    "directory",
    "files-from",
    "exclude",
    "exclude-from",
    "use-compress-program",
    "label",
    "transform",
    "checkpoint-action",
    "to-command",
    "rsh-command",
    "info-script",
    "new-volume-script",
    "strip-components",
  ],
  flags: [
    "create",
    "extract",
    "get",
    "list",
    "append",
    "update",
    "to-stdout",
    "recursion",
    "no-recursion",
    "force-local",
    "gzip",
    "verbose",
  ],
};

function archive(run: Run): Content {
  const given = run.state.get("TAR_OPTIONS")?.values[0];
  const [first, ...rest] = [...(given ? wordsOf(given.text, run) : []), ...run.args];
  // The first word of `tar czf x` is a cluster of options without a hyphen.
  const args =
    first === undefined ? [] : /^[A-Za-z]+$/.test(first.text) ? [argOf(`-${first.text}`), ...rest] : [first, ...rest];
  const parsed = parseOptions(args, TAR);
  for (const code of parsed.valuesOf(
    "I",
    "use-compress-program",
    "to-command",
    "rsh-command",
    "info-script",
    "new-volume-script",
    "F",
  )) {
    runText(code.text, run);
  }
  for (const { text } of parsed.valuesOf("checkpoint-action")) {
    if (text.startsWith("exec=")) runText(text.slice(5), run);
  }
  const file = parsed.value("f", "file") ?? run.state.get("TAPE")?.values[0];
  const isStdout = file === undefined || file.text === "-";
  if (parsed.has("c", "create", "r", "append", "u", "update")) {
    const folder = parsed.value("C", "directory")?.text;
    const state = run.state.subshell();
    if (folder && folder !== HOLE && folder !== ".")
      state.cwd = folder.startsWith("/") ? folder : `${run.state.cwd}/${folder}`;
    const isFlat = parsed.has("no-recursion");
    const members = isFlat ? parsed.operands.filter(({ text }) => /\.\w+$/.test(text)) : parsed.operands;
    const content = { ...readAll(members, { ...run, state }), packed: true };
    if (isStdout) return content;
    if (isRemote(file) && !parsed.has("force-local")) run.shell.send(content, run);
    else run.shell.write(file.text, content, run);
    return EMPTY;
  }
  if (parsed.has("x", "extract", "get") && !parsed.has("O", "to-stdout", "to-command")) {
    const folders = parsed.valuesOf("C", "directory", "one-top-level").map(({ text }) => text);
    const members = parsed.operands.map(({ text }) => text);
    for (const folder of folders.length > 0 ? folders : ["."]) noteExtracted(folder, members, run);
  }
  // A reader of the command does not see what is in the archive.
  const source = isStdout ? run.stdin : run.shell.read(file.text, run);
  return parsed.has("O", "to-stdout") ? contentOf(undefined, { ...source, decoded: true }) : UNKNOWN;
}

function wordsOf(text: string, run: Run): readonly Arg[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .flatMap((word) => {
      const command = parseCode(`: '${withoutPatterns(word)}'`).commands[0]?.command;
      const [only] = command?.type === "Command" ? command.args : [];
      return only?.type === "Word" ? expandWord(only, run.state, run.shell) : [];
    });
}

function compress(suffix: string): Program {
  return (run) => {
    const parsed = parseOptions(run.args, { short: "STob", values: ["suffix", "threads"] });
    if (parsed.has("t", "test", "l", "list")) return readAll(parsed.operands, run);
    if (parsed.has("d", "decompress", "uncompress")) return decompress(run);
    const content = readAll(parsed.operands, run);
    if (parsed.has("c", "stdout", "to-stdout")) return content;
    if (parsed.operands.length === 0) return changed(run.stdin);
    const ending = parsed.value("S", "suffix")?.text ?? suffix;
    for (const { text } of parsed.operands) run.shell.write(text + ending, content, run);
    return EMPTY;
  };
}
