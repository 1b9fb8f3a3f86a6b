import { basename } from "node:path/posix";
import { parseOptions } from "../options.js";
import { isLocalHost } from "../rules/hosts.js";
import { reportLoss } from "../rules/stored-data.js";
import { judgePacked, judgeUpload } from "../rules/uploads.js";
import type { Program, Result, Run } from "../run/shell.js";
import {
  type Arg,
  type Content,
  contentOf,
  EMPTY,
  joined,
  type Marks,
  mergedMarks,
  UNKNOWN,
} from "../values/content.js";
import { absolute } from "../values/paths.js";
import { withoutPatterns } from "../values/text.js";
import { runCommandOption } from "./transfers.js";

const REMOTE: Marks = { remote: true };

/** Programs that connect to other machines. */
export const network: Readonly<Record<string, Program>> = {
  curl,
  wget,
  aria2c: (run) => fetched(run, { short: "do" }),
  fetch: (run) => fetched(run, { short: "o" }),
  lynx: (run) => fetched(run, {}),
  w3m: (run) => fetched(run, {}),
  http: sendsAll,
  https: sendsAll,
  httpie: sendsAll,
  xh: sendsAll,
  mail: sendsAll,
  mailx: sendsAll,
  mutt: sendsAll,
  sendmail: sendsAll,
  msmtp: sendsAll,
  telnet: sendsAll,
  ftp: sendsAll,
  dig: sendsAll,
  host: sendsAll,
  nslookup: sendsAll,
  ping: sendsAll,
  ssh,
  aws: cloud,
  gsutil: cloud,
  az: cloud,
  gcloud: cloud,
};

const CURL = {
  short: "dFTouHXAbcCDeEKmPQrtUwxyYz",
  values: [
    ...[
      "data",
      "data-binary",
      "data-raw",
      "data-ascii",
      "data-urlencode",
      "json",
      "form",
      "form-string",
      "upload-file",
    ],
    ...[
      "output",
      "user",
      "header",
      "request",
      "user-agent",
      "cookie",
      "cookie-jar",
      "config",
      "max-time",
      "proxy",
      "url",
    ],
    ...["referer", "range", "write-out", "cacert", "cert", "key", "retry", "connect-timeout", "output-dir", "resolve"],
    ...["dump-header", "trace", "trace-ascii", "stderr", "etag-save", "libcurl"],
  ],
  flags: ["help", "version", "remote-name", "silent", "location", "fail", "insecure", "show-error"],
};

/** Options of curl that name a file for something other than what it fetches. */
const CURL_OUTPUTS = ["D", "dump-header", "c", "cookie-jar", "trace", "trace-ascii", "stderr", "etag-save", "libcurl"];

function curl(run: Run): Content {
  const parsed = parseOptions(run.args, CURL);
  const urls = [...parsed.operands, ...parsed.valuesOf("url")];
  // As a later word, it can be the value of an option.
  if (/^(?:--version|-V|--help|-h|--manual|-M)$/.test(run.args[0]?.text ?? "")) return UNKNOWN;
  if (/^delete$/i.test(parsed.value("X", "request")?.text ?? "") && !urls.every(({ text }) => isLocalHost(text)))
    reportLoss(run, "asks");
  const bodies = parsed.valuesOf("d", "data", "data-ascii", "data-binary", "data-urlencode", "json", "F", "form");
  const uploads = parsed.valuesOf("T", "upload-file").map(({ text }) => text);
  judgeUpload([...bodies.flatMap(filesIn), ...uploads], run);
  for (const { text } of parsed.valuesOf("K", "config")) run.shell.read(text, run);
  const sent = bodies.map((body) => bodyOf(body, run));
  for (const header of parsed.valuesOf("H", "header"))
    sent.push(header.text.startsWith("@") ? bodyOf(header, run) : header);
  for (const file of parsed.valuesOf("T", "upload-file"))
    sent.push(file.text === "-" ? run.stdin : readMarks(file.text, run));
  run.shell.send(
    mergedMarks([...sent, ...urls, ...parsed.valuesOf("data-raw", "u", "user", "b", "cookie", "A", "e")]),
    run,
  );
  const body = mergedMarks(sent);
  if (body.packed && !urls.every(({ text }) => isLocalHost(text))) judgePacked(body, run);
  // With `-J`, the server chooses the name.
  const named = parsed.has("O", "remote-name") && !parsed.has("J", "remote-header-name") ? urls : [];
  const isLocal = urls.length > 0 && urls.every(({ text }) => text.startsWith("file://"));
  const content = isLocal
    ? joined(urls.map(({ text }) => run.shell.read(text.slice("file://".length), run)))
    : contentOf(undefined, REMOTE);
  for (const { text } of parsed.valuesOf(...CURL_OUTPUTS)) run.shell.changes(text, run);
  const folder = parsed.value("output-dir");
  const inside = inFolder(folder, run);
  if (parsed.has("O", "remote-name", "remote-name-all") && (folder || named.length === 0)) run.shell.fills(".", inside);
  return saved(content, parsed.value("o", "output"), named, inside);
}

function inFolder(folder: Arg | undefined, run: Run): Run {
  if (folder === undefined) return run;
  const state = run.state.subshell();
  state.cwd = absolute(withoutPatterns(folder.text), run.state);
  return { ...run, state };
}

/** Returns the marks of a request's body and of the files in it: `name=@file;type=x`, `@-`. */
function bodyOf(body: Arg, run: Run): Marks {
  const all = filesIn(body);
  return mergedMarks([body, ...all.map((file) => (file === "-" ? run.stdin : readMarks(file, run)))]);
}

function filesIn({ text }: Arg): readonly string[] {
  const files = /^(?:[^@<]*=|[\w-]*(?=@))?[@<](.+)$/s.exec(text)?.[1];
  return (files ?? "").split(/[,;]/).filter((file) => file !== "" && !file.startsWith("type="));
}

function readMarks(text: string, run: Run): Marks {
  return run.shell.read(text, run);
}

function saved(content: Content, file: Arg | undefined, urls: readonly Arg[], run: Run): Content {
  for (const { text } of urls) run.shell.write(basename(text.replace(/[?#].*/s, "")), content, run);
  if (urls.length > 0) return EMPTY;
  if (file === undefined || file.text === "-" || file.text === "/dev/stdout") return content;
  run.shell.write(file.text, content, run);
  return EMPTY;
}

function wget(run: Run): Content {
  const parsed = parseOptions(run.args, {
    short: "OPoUtTQawie",
    values: [
      "output-document",
      "directory-prefix",
      "output-file",
      "append-output",
      "save-cookies",
      "user-agent",
      "post-data",
      "post-file",
      "body-file",
      "body-data",
      "header",
      "tries",
      "timeout",
      "input-file",
      "method",
      "user",
      "password",
    ],
    flags: ["help", "version", "quiet", "output-document"],
  });
  if (parsed.has("help", "h", "version", "V")) return UNKNOWN;
  if (/^delete$/i.test(parsed.value("method")?.text ?? "")) reportLoss(run, "asks");
  const bodies = parsed.valuesOf("post-file", "body-file");
  judgeUpload(
    bodies.map(({ text }) => text),
    run,
  );
  const files = bodies.map(({ text }) => readMarks(text, run));
  judgePacked(mergedMarks(files), run);
  run.shell.send(
    mergedMarks([...files, ...parsed.valuesOf("post-data", "body-data", "header"), ...parsed.operands]),
    run,
  );
  const file = parsed.value("O", "output-document");
  const content = contentOf(undefined, REMOTE);
  const folder = parsed.value("P", "directory-prefix");
  if (folder !== undefined && file === undefined) run.shell.fills(folder.text, run);
  for (const { text } of parsed.valuesOf("o", "output-file", "a", "append-output", "save-cookies"))
    run.shell.changes(text, run);
  return saved(content, file, file === undefined ? parsed.operands : [], file ? run : inFolder(folder, run));
}

function fetched(run: Run, spec: { short?: string }): Content {
  const parsed = parseOptions(run.args, { ...spec, values: ["dir", "out"] });
  const folder = parsed.value("d", "dir");
  if (folder !== undefined && run.name === "aria2c") run.shell.fills(folder.text, run);
  return saved(contentOf(undefined, REMOTE), parsed.value("o", "out"), [], inFolder(folder, run));
}

/** Everything that the program reads leaves the machine. */
function sendsAll(run: Run): Content {
  const files = run.args.flatMap(({ text }) => {
    const file = /^(?:[\w.-]+)?[@<](.+)$/.exec(text)?.[1] ?? /^-a(.+)$/.exec(text)?.[1];
    return file === undefined ? [] : [readMarks(file, run)];
  });
  if (run.args.some(({ text }) => text === "--version")) return UNKNOWN;
  const isHttp = /^(?:https?|httpie|xh)$/.test(run.name);
  if (isHttp && run.args.some(({ text }) => text === "--offline")) return UNKNOWN;
  if (isHttp && run.args.some(({ text }) => text === "DELETE") && !run.args.some(({ text }) => isLocalHost(text)))
    reportLoss(run, "asks");
  judgePacked(mergedMarks([run.stdin, ...files]), run);
  run.shell.send(mergedMarks([run.stdin, ...run.args, ...files]), run);
  return contentOf(undefined, REMOTE);
}

/** `aws s3 cp FILE s3://...` */
function cloud(run: Run): Content {
  const words = run.args.filter(({ text }) => !text.startsWith("-"));
  const target = words.at(-1)?.text ?? "";
  if (/^(?:s3|gs|az|https?):\/\//.test(target)) {
    const sources = words.filter(({ text }) => !/^\w+:\/\//.test(text) && /[./]/.test(text));
    run.shell.send(mergedMarks([run.stdin, ...sources.map(({ text }) => readMarks(text, run))]), run);
  }
  if (words.some(({ text }) => /^upload/.test(text)))
    run.shell.send(
      mergedMarks(words.filter(({ text }) => /[./]/.test(text)).map(({ text }) => readMarks(text, run))),
      run,
    );
  return UNKNOWN;
}

/** Judges what runs on the other machine like a command of this one, without the files that were written here. */
function ssh(run: Run): Content | Result[] {
  const parsed = parseOptions(run.args, { short: "BbcDEeFIiJLlmOopQRSWw", stopAtOperand: true });
  for (const option of parsed.valuesOf("o")) runCommandOption(option, run);
  const [host, ...words] = parsed.operands;
  if (host === undefined || parsed.has("help", "V")) return UNKNOWN;
  run.shell.send(mergedMarks([run.stdin, ...words]), run);
  const there = run.state.subshell();
  there.files = new Map();
  const code = words.length > 0 ? words.map(({ text }) => withoutPatterns(text)).join(" ") : run.stdin.text;
  if (code) run.shell.source(code, there, words.length > 0 ? run.stdin : EMPTY);
  return contentOf(undefined, REMOTE);
}
