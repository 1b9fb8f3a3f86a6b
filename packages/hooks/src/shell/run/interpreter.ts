import type { Script, Statement, SyntaxNode } from "unbash";
import type { ShellClass, ShellFinding } from "../classes.js";
import { giveUp, spend, TOO_DEEP } from "../limits.js";
import { PROGRAMS } from "../programs/index.js";
import { isSecretFile } from "../rules/secret-files.js";
import { judgeChange, judgePlace } from "../rules/writes.js";
import { type Arg, type Content, contentOf, EMPTY, joined, type Marks, UNKNOWN } from "../values/content.js";
import { absolute, isBelow } from "../values/paths.js";
import type { State } from "../values/state.js";
import { isKnown, plain } from "../values/text.js";
import { channelAt, writeTo } from "./channels.js";
import { runCommand } from "./commands.js";
import { mergeEqual, runCompound } from "./compound.js";
import { parseCode } from "./parse-code.js";
import { runPipeline } from "./pipelines.js";
import type { Copy, Result, Run, Shell } from "./shell.js";
import { runSimple } from "./simple.js";

/** The work of a step, of each word of a program, and of each character of a word: many rules look at them. */
const STEP = 150;
const WORD = 75;
const CHARACTER = 0.5;
/** The work of a file: the disk is asked where it is. */
const FILE = 150;
const MAX_DEPTH = 100;
/** The most outcomes of a list of commands that are followed. */
const MAX_OUTCOMES = 32;

const MAX_REPORTED_LENGTH = 300;

/** A finding with the words of the program that it is about. */
export interface FoundIn extends Omit<ShellFinding, "class" | "level"> {
  readonly class: ShellClass;
  readonly words: readonly string[];
}

/** Follows a command through a state, and collects what the rules find. */
export class Interpreter implements Shell {
  readonly #findings = new Map<string, FoundIn>();
  /** The files that the command reads and writes, as absolute paths. */
  readonly files = new Map<string, "read" | "write">();
  /** The places that get another file or folder, as absolute paths. */
  readonly moved = new Map<string, "always" | "unless-folder">();
  /** Files on the disk, and unknown texts, that name files which the command writes. */
  readonly fileLists: {
    readonly file: string | undefined;
    readonly filesIn: (text: string) => readonly string[] | undefined;
  }[] = [];
  readonly copied: Copy[] = [];
  /** The programs that run, with their arguments, in order. Wrappers come before what they start. */
  readonly runs: (readonly string[])[] = [];
  /** The limit that the command reached, or `undefined`. What comes after it was not judged. */
  limit: string | undefined;
  /** Whether the command reads files that its text does not name. */
  unresolved = false;
  #depth = 0;

  get findings(): readonly FoundIn[] {
    return [...this.#findings.values()];
  }

  source(text: string, state: State, stdin: Content): Result[] {
    return this.script(parseCode(text), state, stdin);
  }

  script(script: Script, state: State, stdin: Content): Result[] {
    return this.list(script.commands, state, stdin);
  }

  /** Runs statements one after the other, from each outcome of the one before. */
  list(statements: readonly Statement[], state: State, stdin: Content): Result[] {
    let outcomes: Result[] = [{ state, out: EMPTY, ok: true }];
    for (const { command, background } of statements) {
      outcomes = outcomes.flatMap((outcome) => {
        if (outcome.state.ended !== undefined) return [outcome];
        const next = this.node(command, background ? outcome.state.subshell() : outcome.state, stdin);
        if (background) return [{ ...outcome, out: joined([outcome.out, ...next.slice(0, 1).map(({ out }) => out)]) }];
        return next.map((result) => ({ ...result, out: joined([outcome.out, result.out]) }));
      });
      outcomes = mergeEqual(outcomes);
      if (outcomes.length > MAX_OUTCOMES) giveUp("it can end in too many ways");
    }
    return outcomes;
  }

  node(node: SyntaxNode, state: State, stdin: Content): Result[] {
    return this.#step(() => {
      switch (node.type) {
        case "Command":
          return runSimple(node, state, stdin, this);
        case "Pipeline":
          return runPipeline(node, state, stdin, this);
        case "Script":
        case "CompoundList":
          return this.list(node.commands, state, stdin);
        case "Statement":
          return this.list([node], state, stdin);
        default:
          return runCompound(node, state, stdin, this);
      }
    });
  }

  command(argv: readonly Arg[], state: State, stdin: Content): Result[] {
    return this.#step(() => {
      for (const { text } of argv) spend(WORD + text.length * CHARACTER);
      this.#note(argv);
      return runCommand(argv, state, stdin, this, PROGRAMS);
    });
  }

  #step(take: () => Result[]): Result[] {
    spend(STEP);
    if (++this.#depth > MAX_DEPTH) giveUp(TOO_DEEP);
    const results = take();
    this.#depth--;
    return results;
  }

  read(path: string, run: Run): Content {
    spend(FILE);
    const channel = channelAt(path, run.state);
    if (channel?.to === "content") return channel.content;
    if (channel?.to === "network") return contentOf(undefined, { remote: true });
    if (channel !== undefined && channel.to !== "file") return UNKNOWN;
    const absolutePath = absolute(channel?.path ?? path, run.state);
    if (!isKnown(absolutePath ?? path)) this.unresolved = true;
    else if (absolutePath !== undefined) this.files.set(absolutePath, this.files.get(absolutePath) ?? "read");
    const known = absolutePath === undefined ? undefined : run.state.files.get(absolutePath);
    const secrecy =
      isSecretFile(absolutePath ?? path, run.state) ??
      (absolutePath && holdsSecret(absolutePath, run.state) ? "sensitive" : undefined);
    if ((secrecy === "secret" || known?.secret) && run.state.isTaken !== true) {
      const reason = `It reads ${plain(path)}, which holds secrets. Work without it, or ask the user for what you need.`;
      this.report(run, { class: "leaks-data", rule: "read-secret", reason });
    }
    const isOnDisk = absolutePath !== undefined && isKnown(absolutePath) && this.files.get(absolutePath) !== "write";
    const onDisk = isOnDisk ? { ...UNKNOWN, parts: [{ file: absolutePath }] } : UNKNOWN;
    return secrecy === undefined ? (known ?? onDisk) : contentOf(known?.text, { ...known, sensitive: true });
  }

  write(path: string, content: Content, run: Run, append = false): void {
    spend(FILE);
    const channel = channelAt(path, run.state);
    if (channel !== undefined && channel.to !== "file") {
      writeTo(channel, content, run);
      return;
    }
    const absolutePath = absolute(channel?.path ?? path, run.state);
    if (absolutePath === undefined) return;
    this.files.set(absolutePath, "write");
    judgeChange(absolutePath, run);
    const before = run.state.files.get(absolutePath);
    run.state.files.set(absolutePath, append && before ? joined([before, content]) : content);
  }

  changes(path: string, run: Run, what?: "link"): void {
    spend(FILE);
    const absolutePath = absolute(path, run.state);
    if (absolutePath === undefined) return;
    this.files.set(absolutePath, "write");
    judgePlace(absolutePath, run, what);
  }

  changesSettings(path: string, run: Run): void {
    const absolutePath = absolute(path, run.state);
    if (absolutePath !== undefined) this.files.set(absolutePath, "write");
  }

  moves(path: string, when: "always" | "unless-folder", run: Run): void {
    spend(FILE);
    const absolutePath = absolute(path, run.state);
    if (absolutePath === undefined) return;
    // The command may have removed the folder before.
    const isCertain = when === "always" || this.files.get(absolutePath) === "write";
    if (isCertain || !this.moved.has(absolutePath)) this.moved.set(absolutePath, isCertain ? "always" : when);
    this.files.set(absolutePath, "write");
    judgePlace(absolutePath, run, "link");
  }

  writesListed(file: string | undefined, filesIn: (text: string) => readonly string[] | undefined): void {
    this.fileLists.push({ file, filesIn });
  }

  copies({ from, to, ...copy }: Omit<Copy, "isChanged">, run: Run): void {
    const isFound = from !== undefined && isKnown(from);
    const [source, target] = [isFound ? absolute(from, run.state) : undefined, absolute(to, run.state)];
    if (target === undefined) return;
    spend(this.files.size);
    const isBelowSource = (path: string) => source !== undefined && (path === source || isBelow(path, source));
    const isChanged = [...this.files].some(([path, access]) => access === "write" && isBelowSource(path));
    this.copied.push({ ...copy, from: source, to: target, isChanged });
  }

  fills(folder: string, run: Run): void {
    this.changes(`${folder}/**`, run);
  }

  send(content: Marks, run: Run): void {
    if (!content.sensitive) return;
    const reason = "It sends a secret, or a file that may hold one, over the network. Send only files without secrets.";
    this.report(run, { class: "leaks-data", rule: "send-secret", reason });
  }

  report({ name, args }: Pick<Run, "name" | "args">, found: Pick<FoundIn, "class" | "rule" | "reason">): void {
    const words = [name, ...args.map(({ text }) => plain(text))];
    const command = words.map(quoted).join(" ").slice(0, MAX_REPORTED_LENGTH);
    // Where something is says less than what happens to it.
    spend(this.#findings.size);
    if (found.rule === "write-outside" && this.findings.some((other) => other.command === command)) return;
    this.#findings.set(`${found.class} ${found.rule} ${command}`, { ...found, command, words });
  }

  #note([program, ...args]: readonly Arg[]): void {
    if (program === undefined) return;
    this.runs.push([plain(program.text).replace(/^.*\//, ""), ...args.map(({ text }) => plain(text))]);
  }
}

/** Whether the command has put something sensitive into a folder. */
function holdsSecret(folder: string, state: State): boolean {
  spend(state.files.size);
  const below = [...state.files].filter(([path]) => isBelow(path, folder));
  return below.some(([path, { sensitive }]) => sensitive || isSecretFile(path, state) !== undefined);
}

/** Returns a word as a shell reads it. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./\u2026~*?-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
