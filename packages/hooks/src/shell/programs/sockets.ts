import { parseOptions } from "../options.js";
import { reportRemoteShell } from "../rules/code-origin.js";
import { judgePacked } from "../rules/uploads.js";
import { runText } from "../run/run-text.js";
import type { Program, Run } from "../run/shell.js";
import { type Content, contentOf, EMPTY, joined, mergedMarks, UNKNOWN } from "../values/content.js";
import { withoutPatterns } from "../values/text.js";

/** Programs that connect a socket with files, pipes and other programs. */
export const sockets: Readonly<Record<string, Program>> = { nc: netcat, ncat: netcat, netcat, socat };

const SHELL = /^(?:\S*\/)?(?:ba|da|z|k|c|tc|fi|a)?sh$/;
const NETWORK_ADDRESS =
  /^(?:TCP|TCP4|TCP6|UDP|UDP4|UDP6|SCTP|SCTP4|SCTP6|DCCP|DCCP4|DCCP6|OPENSSL|SSL|VSOCK|SOCKS\w*|PROXY|IP\w*|DTLS)(?:-[A-Z0-9-]+)?:/i;

function netcat(run: Run): Content {
  const parsed = parseOptions(run.args, {
    short: "ecgGiIOpPqsTVwxXm",
    values: ["exec", "sh-exec", "lua-exec", "proxy"],
  });
  if (parsed.has("z", "h", "help", "version")) return UNKNOWN;
  const handlers = parsed.valuesOf("e", "exec", "c", "sh-exec");
  const hasPeer = parsed.operands.length > 0 || parsed.has("l", "listen");
  if (hasPeer) for (const { text } of handlers) serveProgram(withoutPatterns(text), run);
  if (!hasPeer) return UNKNOWN;
  run.shell.send(run.stdin, run);
  judgePacked(run.stdin, run);
  return contentOf(undefined, { remote: true });
}

/** Reports a program that gives a shell to whoever connects. Judges what the program runs in any case. */
function serveProgram(code: string, run: Run): void {
  if (endsInShell(code)) reportRemoteShell(run);
  run.shell.source(code, run.state.subshell(), EMPTY);
}

/** `env -u X nice -n 5 sh` starts a shell, too. */
function endsInShell(code: string): boolean {
  const words = code.trim().split(/\s+/);
  const [first = ""] = words;
  if (SHELL.test(first)) return !words.includes("-c");
  const last = words.findLast((word) => !word.startsWith("-")) ?? "";
  return STARTS_ANOTHER.test(first) && SHELL.test(last);
}

const STARTS_ANOTHER = /^(?:\S*\/)?(?:env|exec|nice|nohup|setsid|sudo|stdbuf|timeout)$/;

function socat(run: Run): Content {
  const { operands } = parseOptions(run.args, { short: "bdtTlLW" });
  if (operands.length < 2) return UNKNOWN;
  const addresses = operands.flatMap(({ text }) => withoutPatterns(text).split("!!"));
  const isNetwork = addresses.some((address) => NETWORK_ADDRESS.test(address) || leadsOut(address, run));
  // A program at one end reads what is at the other.
  const isProgram = (address: string) => /^(?:EXEC|SYSTEM|SHELL)\b/i.test(address);
  const read = addresses.filter((address) => !isProgram(address)).map((address) => readFrom(address, isNetwork, run));
  const inside = { ...run, stdin: read.length === 0 ? run.stdin : joined(read) };
  const sent = [...read, ...addresses.filter(isProgram).map((address) => readFrom(address, isNetwork, inside))];
  if (!isNetwork) return mergedMarks(sent).sensitive ? contentOf(undefined, { sensitive: true }) : UNKNOWN;
  run.shell.send(mergedMarks(sent), run);
  return contentOf(undefined, { remote: true });
}

/** `FD:3` may be a connection that the command opened before. */
function leadsOut(address: string, run: Run): boolean {
  const number = /^FD:(\w+)$/i.exec(address)?.[1];
  return number !== undefined && run.state.channels.get(String(Number(number)))?.to === "network";
}

function readFrom(address: string, isNetwork: boolean, run: Run): Content {
  const [, kind = "", rest = ""] = /^([A-Za-z-]+)(?::(.*))?$/s.exec(address) ?? [];
  if (address === "-" || /^STDIO$/i.test(address)) return run.stdin;
  const argument = unquoted(rest);
  switch (kind.toUpperCase()) {
    case "EXEC":
    case "SYSTEM":
    case "SHELL": {
      const code = kind.toUpperCase() === "EXEC" ? (argument.split(",")[0] ?? "") : argument;
      // Without a command, it is the user's shell.
      if (isNetwork && kind.toUpperCase() === "SHELL" && code === "") reportRemoteShell(run);
      if (isNetwork) serveProgram(code, run);
      return runText(code, run, run.stdin)[0]?.out ?? UNKNOWN;
    }
    case "OPEN":
    case "FILE":
    case "GOPEN":
    case "PIPE":
      return run.shell.read(argument.split(",")[0] ?? "", run);
    default:
      return UNKNOWN;
  }
}

function unquoted(text: string): string {
  return text
    .replace(/\\(.)/g, "$1")
    .replace(/^"(.*)"$/s, "$1")
    .replace(/^'(.*)'$/s, "$1");
}
