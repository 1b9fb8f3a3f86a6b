import type { Redirection } from "unbash";
import { isMetadata, reportMetadata } from "../rules/hosts.js";
import { type Content, contentOf, EMPTY } from "../values/content.js";
import type { Channel, State } from "../values/state.js";
import { isKnown } from "../values/text.js";
import { channelAt, writeTo } from "./channels.js";
import type { Result, Run, Shell } from "./shell.js";
import { expandParts, expandText } from "./words.js";

interface Opened {
  readonly descriptor: string;
  readonly channel: Channel;
  readonly append: boolean;
}

/** Runs a command with its redirections, and writes its output where they lead. */
export function withRedirects(
  redirects: readonly Redirection[],
  state: State,
  stdin: Content,
  shell: Shell,
  body: (state: State, stdin: Content) => Result[],
): Result[] {
  if (redirects.length === 0) return body(state, stdin);
  const before = new Map(state.channels);
  const opened: Opened[] = [];
  let input = stdin;
  for (const redirect of redirects) {
    const next = open(redirect, state, shell);
    const { descriptor, channel } = next;
    opened.push(next);
    state.channels.set(descriptor, channel);
    if (descriptor === "0") input = contentFrom(channel, asRun(state, shell));
  }
  const { isTaken } = state;
  if (opened.some(({ descriptor, channel }) => descriptor === "1" && channel.to === "file")) state.isTaken ||= "file";
  const results = body(state, input);
  for (const result of results) result.state.isTaken = isTaken;
  const output = opened.findLast(({ descriptor }) => descriptor === "1");
  return results.map((result) => {
    const run = asRun(result.state, shell);
    // After unknown output, the file's content is unknown, too.
    if (output) deliver(output, result.out, run);
    for (const { descriptor } of opened) {
      const old = before.get(descriptor);
      if (old === undefined) result.state.channels.delete(descriptor);
      else result.state.channels.set(descriptor, old);
    }
    // A file that cannot be opened makes any command fail.
    const ok = result.ok === true ? undefined : result.ok;
    return output ? { ...result, out: EMPTY, ok } : { ...result, ok };
  });
}

/** `exec 3>file`: the redirections stay open. */
export function openForGood(redirects: readonly Redirection[], state: State, shell: Shell): void {
  for (const redirect of redirects) {
    const { descriptor, channel } = open(redirect, state, shell);
    const run = asRun(state, shell);
    if (descriptor === "0") contentFrom(channel, run);
    if (descriptor === "1") deliver({ descriptor, channel, append: true }, EMPTY, run);
    state.channels.set(descriptor, channel);
  }
}

/** A redirection reads and writes like a program. */
function asRun(state: State, shell: Shell): Run {
  return { name: "redirection", args: [], state, shell, stdin: EMPTY };
}

function deliver({ channel, append }: Opened, content: Content, run: Run): void {
  if (channel.to === "file") run.shell.write(channel.path, content, run, append);
  else writeTo(channel, content, run);
}

function contentFrom(channel: Channel, run: Run): Content {
  if (channel.to === "content") return channel.content;
  if (channel.to === "network") return contentOf(undefined, { remote: true });
  return channel.to === "file" ? run.shell.read(channel.path, run) : EMPTY;
}

function open(redirect: Redirection, state: State, shell: Shell): Opened {
  const isInput = redirect.operator.startsWith("<");
  const descriptor = descriptorOf(redirect, isInput, state);
  const opened = (channel: Channel, append = false): Opened => ({ descriptor, channel, append });
  if (redirect.type === "HereDoc") {
    const parts = redirect.delimiter?.quoted ? undefined : redirect.body.parts;
    const body = parts === undefined ? { text: redirect.body.text } : expandParts(parts, state, shell);
    const text = redirect.operator === "<<-" ? body.text.replace(/^\t+/gm, "") : body.text;
    return opened({ to: "content", content: contentOf(isKnown(text) ? text : undefined, body) });
  }
  const target = redirect.target === undefined ? { text: "" } : expandText(redirect.target, state, shell);
  if (redirect.type === "HereString") {
    const text = isKnown(target.text) ? `${target.text}\n` : undefined;
    return opened({ to: "content", content: contentOf(text, target) });
  }
  if (redirect.operator === "<&" || redirect.operator === ">&") {
    if (target.text === "-") return opened({ to: "closed" });
    const source = target.text.replace(/-$/, "");
    const same = state.channels.get(source);
    if (same !== undefined) return opened(same);
    if (/^\d+$/.test(source)) return opened({ to: "closed" });
  }
  const channel = channelAt(target.text, state) ?? { to: "file", path: target.text };
  if (channel.to === "network" && channel.host !== undefined && isMetadata(channel.host))
    reportMetadata(asRun(state, shell));
  // Opening a file for writing empties it, whatever the command writes later.
  const append = redirect.operator === ">>" || redirect.operator === "<>";
  if (!isInput && !append && channel.to === "file" && descriptor !== "1") {
    shell.write(channel.path, EMPTY, asRun(state, shell));
  }
  return opened(channel, append);
}

/** `{fd}>file` stores the number of a new descriptor in a variable. */
function descriptorOf(redirect: Redirection, isInput: boolean, state: State): string {
  const { descriptor } = redirect;
  if (descriptor?.type === "FileDescriptor") return String(descriptor.value);
  if (descriptor?.type === "FileDescriptorVariable") {
    const known = state.get(descriptor.name)?.values[0]?.text;
    const closes = redirect.type === "Redirect" && redirect.target?.value === "-";
    if (closes && known !== undefined) return known;
    const number = String(10 + state.channels.size);
    state.set(descriptor.name, [{ text: number }]);
    return number;
  }
  return isInput ? "0" : "1";
}
