import { runText } from "../run/run-text.js";
import type { Run } from "../run/shell.js";
import { argOf, EMPTY } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { judgeOrigin, reportRemoteShell } from "./code-origin.js";
import { judgeDeletion } from "./deletions.js";
import { isMetadata, reportMetadata } from "./hosts.js";
import { isSecretFile } from "./secret-files.js";

const STRING = `(?:'((?:[^'\\\\\\n]|\\\\.){0,2000})'|"((?:[^"\\\\\\n]|\\\\.){0,2000})"|\`((?:[^\`\\\\]|\\\\.){0,2000})\`)`;
/** Functions of Python, Node, Ruby, Perl and PHP that run a command line. */
const RUNS = new RegExp(
  `(?:\\b(?:system|popen|getoutput|getstatusoutput|run|call|check_call|check_output|Popen|exec|execSync|spawn|spawnSync|execFile|execFileSync|do shell script|shell_exec|passthru|exec_command|qx|(?:async-)?shell-command|spawn)\\s{0,9}\\(?\\s{0,9}|%x|\\$\\s*\`)${STRING}`,
  "g",
);
/** Calls of such functions with a list of words: `run(["rm", "-rf", "/"])`, `spawnSync("rm", ["-rf", "/"])`. */
const RUNS_LIST =
  /\b(?:run|call|check_call|check_output|Popen|spawn|spawnSync|execFile|execFileSync|system|exec|execvp?e?|execl[pe]?)\s*\(([^()]{0,2000})/g;
const DELETES =
  /\b(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_entry_secure|remove_dir_all|remove_tree|rimraf(?:\.sync)?|removeSync|emptyDirSync|unlinkSync|Deno\.remove(?:Sync)?|fs\.rm|fs\.promises\.rm|Remove-Item)\s*\(?\s*([^;]{0,400})/g;
/** Calls that delete or write one file: its path is the first text, or the second of a copy. */
const DELETES_FILE =
  /\b(?:os\.(?:remove|unlink|rmdir|truncate)|unlink(?:Sync)?|fs\.(?:promises\.)?unlink|File\.(?:delete|unlink)|FileUtils\.rm(?:_f)?|writeFile(?:Sync)?|appendFile(?:Sync)?|truncateSync|File\.write|file_put_contents|os\.chmod|chmodSync)\s*\(?\s*([^;\n]{0,400})/g;
const COPIES_FILE =
  /\b(?:shutil\.(?:copy\w*|move)|os\.(?:rename|replace|symlink|link)|copyFile(?:Sync)?|renameSync|symlinkSync|cpSync|FileUtils\.(?:cp|mv|ln_s)|rename|copy)\s*\(\s*([^;\n]{0,400})/g;
const OPENS_FILE = new RegExp(`\\bopen\\(\\s*${STRING}\\s*,\\s*(?:mode\\s*=\\s*)?["'][^"']*[wax+]`, "g");
const PATH_METHOD = new RegExp(
  `\\bPath\\(\\s*${STRING}\\s*\\)\\.(?:unlink|write_\\w+|touch|rmdir|rename|chmod)\\b`,
  "g",
);
/** Perl, Ruby and PHP run the text between backticks. */
const BACKTICKS = /`((?:[^`\\]|\\.){1,2000})`/g;
const STRINGS = new RegExp(STRING, "g");
/** Expressions for the user's home. */
const HOME = /\b(?:homedir\(|HOME\b|Path\.home|expanduser\(\s*\))/;
const READS = /\b(?:open|read\w*|readFile\w*|File|IO|slurp|cat|file_get_contents|Get-Content)\b/i;
const CONNECTS = /\b(?:socket|fsockopen|TCPSocket|net\.(?:connect|Socket)|createConnection|TCPClient)\b/i;
const SHELL = /["'](?:\/[\w/.-]{0,60}\/)?(?:(?:ba|da|z|k|c)?sh(?:\.exe)?|cmd\.exe|powershell)["'\s]/;
/** Functions that fetch, and functions that run what was fetched. */
const FETCHES =
  /\bfetch\(|\b(?:urlopen|urlretrieve|requests\.get|httpx\.get|https?\.get|open-uri|LWP|IWR|Invoke-WebRequest|DownloadString|curl)\b/i;
const EVALUATES =
  /(?<![.\w])exec\s{0,9}\(|\b(?:eval|new Function|instance_eval|vm\.run\w*|iex|IEX|Invoke-Expression)\b/;
const DECODES =
  /(?:\b|_)(?:b64decode|a85decode|fromhex|unhexlify|atob|decode64|base64_decode|decode_base64|FromBase64String)\b|Buffer\.from\([^)]{0,200}["'](?:base64|hex)["']/;

/** Calls that give a text to a shell. */
const RUNS_TEXT =
  /\bos\.(?:system|popen)\s*\(|\bsubprocess\.\w+\s*\(.{0,400}shell\s*=\s*True|\b(?:exec|execSync|shell_exec|passthru)\s*\(/;

const MAY_BE_METADATA = /169\.254|metadata|fd00:|100\.100\.|0xa9fe|\d{10}/i;

/** Judges code in another language by the calls that it plainly makes. Its variables are not followed. */
export function judgeInline(code: string, run: Run, isFile = false): void {
  for (const match of code.matchAll(RUNS)) source(match[1] ?? match[2] ?? match[3], run);
  for (const [, list = ""] of code.matchAll(RUNS_LIST)) words(list, run);
  if (/^(?:perl|ruby|php)/.test(run.name)) for (const [, text] of code.matchAll(BACKTICKS)) source(text, run);
  for (const [call = "", list = ""] of code.matchAll(DELETES)) {
    if (/^(?:rm|fs\.)/.test(call) && /(?:rm|rmSync)\s*\(/.test(call) && !/recursive/.test(list)) continue;
    if (/^Remove-Item/.test(call) && !/-Recurse/i.test(list)) continue;
    const [text = HOME.test(list) ? "~" : undefined] = stringsIn(list).filter((string) => !HOME.test(string));
    if (text !== undefined) judgeDeletion(withHome(text, run), run, "rm-recursive");
  }
  judgeFiles(code, run);
  if (READS.test(code)) for (const text of stringsIn(code)) readSecret(text, run);
  if (CONNECTS.test(code) && SHELL.test(code)) reportRemoteShell(run);
  // A model can pass a command line to the wrong program, which fails. The next attempt will pass it to a shell.
  if (!isFile && /^\s*(?:(?:sudo|spawn|exec|shell)\s+)?(?:rm|git|dd|mkfs\S*)\s/.test(code))
    source(code.replace(/^\s*(?:spawn|exec|shell)\s+/, ""), run);
  if (MAY_BE_METADATA.test(code) && stringsIn(code).some(isMetadata)) reportMetadata(run);
  if (DECODES.test(code) && RUNS_TEXT.test(code)) judgeOrigin({ decoded: true }, run);
  if (EVALUATES.test(code)) {
    const remote = FETCHES.test(code);
    judgeOrigin({ remote, decoded: !remote && DECODES.test(code) }, run);
  }
}

function judgeFiles(code: string, run: Run): void {
  const paths = [
    ...[...code.matchAll(DELETES_FILE)].map(([, list = ""]) => stringsIn(list)[0]),
    ...[...code.matchAll(COPIES_FILE)].map(([, list = ""]) => stringsIn(list)[1]),
    ...[...code.matchAll(OPENS_FILE), ...code.matchAll(PATH_METHOD)].map((match) => match[1] ?? match[2] ?? match[3]),
  ];
  for (const path of paths) if (path !== undefined && path !== "") run.shell.changes(withHome(path, run), run);
}

function readSecret(text: string, run: Run): void {
  const path = withHome(text, run);
  if (!/\s/.test(path) && isSecretFile(absolute(path, run.state) ?? path, run.state) === "secret")
    run.shell.read(path, run);
}

function source(text: string | undefined, run: Run): void {
  if (text) runText(text.replace(/\\(["'`\\])/g, "$1"), run);
}

function words(list: string, run: Run): void {
  const all = stringsIn(list);
  if (all.length > 1)
    run.shell.command(
      all.map((text) => argOf(text)),
      run.state.subshell(),
      EMPTY,
    );
}

/** Replaces a `~`: for `expanduser("~")`, and for languages that expand it themselves. */
function withHome(text: string, { state }: Run): string {
  return /^~(?:\/|$)/.test(text) ? `${state.home ?? ""}${text.slice(1)}` : text;
}

function stringsIn(text: string): readonly string[] {
  return [...text.matchAll(STRINGS)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}
