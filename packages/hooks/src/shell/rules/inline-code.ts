import { runText } from "../run/run-text.js";
import type { Run } from "../run/shell.js";
import { argOf, EMPTY } from "../values/content.js";
import { absolute } from "../values/paths.js";
import { judgeOrigin, reportRemoteShell } from "./code-origin.js";
import { judgeDeletion } from "./deletions.js";
import { isSecretFile } from "./secret-files.js";

const STRING = `(?:'((?:[^'\\\\\\n]|\\\\.){0,2000})'|"((?:[^"\\\\\\n]|\\\\.){0,2000})"|\`((?:[^\`\\\\]|\\\\.){0,2000})\`)`;
/** Functions of Python, Node, Ruby, Perl and PHP that run a command line. */
const RUNS = new RegExp(
  `(?:\\b(?:system|popen|getoutput|getstatusoutput|run|call|check_call|check_output|Popen|exec|execSync|spawn|spawnSync|execFile|execFileSync|do shell script|shell_exec|passthru|exec_command|qx)\\s{0,9}\\(?\\s{0,9}|%x|\\$\\s*\`)${STRING}`,
  "g",
);
/** Calls of such functions with a list of words: `run(["rm", "-rf", "/"])`, `spawnSync("rm", ["-rf", "/"])`. */
const RUNS_LIST =
  /\b(?:run|call|check_call|check_output|Popen|spawn|spawnSync|execFile|execFileSync|system|exec|execvp?e?|execl[pe]?)\s*\(([^()]{0,2000})/g;
const DELETES =
  /\b(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_entry_secure|remove_dir_all|remove_tree|rimraf(?:\.sync)?|removeSync|emptyDirSync|unlinkSync|Deno\.remove(?:Sync)?|fs\.rm|fs\.promises\.rm|Remove-Item)\s*\(?\s*([^;]{0,400})/g;
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
  /\b(?:b64decode|a85decode|fromhex|unhexlify|atob|decode64|base64_decode|decode_base64|FromBase64String)\b|Buffer\.from\([^)]{0,200}["'](?:base64|hex)["']/;

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
  if (READS.test(code)) for (const text of stringsIn(code)) readSecret(text, run);
  if (CONNECTS.test(code) && SHELL.test(code)) reportRemoteShell(run);
  // A model can pass a command line to the wrong program, which fails. The next attempt will pass it to a shell.
  if (!isFile && /^\s*(?:sudo\s+)?(?:rm|git|dd|mkfs\S*)\s/.test(code)) source(code, run);
  if (EVALUATES.test(code)) {
    const remote = FETCHES.test(code);
    judgeOrigin({ remote, decoded: !remote && DECODES.test(code) }, run);
  }
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
