import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { startTestHost, type TEST_HOSTS, type TestHost, type TestProcessOptions } from "@agent-hook/testing";
import { onTestFinished } from "vitest";
import { type Block, type Page, readPages } from "../../../scripts/docs/pages.js";
import { folder, program } from "./config-folder.js";
import { type CommandResult, file } from "./run-command.js";

export type HostName = (typeof TEST_HOSTS)[number];

/** The pages of docs/recipes, without the list. */
export const recipePages: readonly Page[] = readPages().filter(
  (page) => page.file.startsWith("docs/recipes/") && !page.file.endsWith("/index.md"),
);

/** A recipe's files in a reader's folder, next to the packages that the reader installed. */
export class Recipe {
  readonly page: Page;
  readonly folder: string;
  readonly home: string;

  /** `project` is an existing folder of the reader. */
  constructor(name: string, project = folder()) {
    this.folder = project;
    this.home = folder();
    this.page = recipePages.find((page) => page.file === `docs/recipes/${name}.md`) as Page;
    installPackages(this.folder);
    program(
      join(this.home, "bin/npx"),
      `#!/bin/sh\nset -- "$@"\n[ "$1" = agent-hook ] || exit 1\nshift\n${YES}\nexec '${process.execPath}' '${BIN}' "$@"\n`,
    );
    for (const block of this.page.blocks) {
      const saved = savedAs(block);
      if (saved !== undefined) program(join(this.folder, saved), `${block.code}\n`);
    }
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** The code of the block that is saved under a name. */
  code(name: string): string {
    return this.page.blocks.find((block) => savedAs(block) === name)?.code ?? "";
  }

  /** Runs commands as the reader does at a terminal. */
  async run(commands: string, env: Readonly<Record<string, string>> = {}): Promise<CommandResult> {
    const path = `${join(this.home, "bin")}:${dirname(process.execPath)}:${process.env.PATH}`;
    const child = spawn("/bin/sh", ["-ec", commands], {
      cwd: this.folder,
      env: { ...process.env, HOME: this.home, PATH: path, CLAUDE_CONFIG_DIR: undefined, NODE_PATH: "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, [code]] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      once(child, "close"),
    ]);
    return { code, stdout, stderr };
  }

  /** Runs each block of commands of the page, and returns what it prints with what the page shows below it. */
  async follow(env: Readonly<Record<string, string>> = {}): Promise<readonly Step[]> {
    const steps: Step[] = [];
    for (const block of this.page.blocks.filter(({ marks }) => marks.has("run by") && !marks.has("file"))) {
      const last = steps.at(-1);
      if (block.language === "sh") steps.push({ block, ...(await this.run(block.code, env)), shown: undefined });
      else if (last) last.shown = block.code;
    }
    return steps;
  }

  /** Starts the recipe under a host, through the launcher where the host's config has one. */
  start(name: string, host: HostName | "mcp", options: Omit<TestProcessOptions, "host"> = {}): Promise<TestHost> {
    const launcher = host === "picoclaw" || host === "mcp" ? {} : { launcher: "block" as const };
    const env = { NODE_PATH: "", HOME: this.home, ...options.env };
    return startTestHost(["node", this.path(name)], { host, cwd: this.folder, ...launcher, ...options, env });
  }
}

interface Step extends CommandResult {
  readonly block: Block;
  /** What the page shows as the beginning of the output. */
  shown: string | undefined;
}

const BIN = file("packages/cli/bin/agent-hook.js");
/** Without a terminal, nobody can answer the question. */
const YES = 'case "$*" in "config "*--write*) command=$1; shift; set -- "$command" --yes "$@" ;; esac';

/** Returns the file under which a reader saves a block. TypeScript blocks are valid JavaScript. */
function savedAs({ marks }: Block): string | undefined {
  return marks.get("file")?.replace(/\.ts$/, ".mjs");
}

/** Installs the packages that the recipes name. */
export function installPackages(project: string): void {
  const packages: Record<string, string> = { "agent-hook": file("packages/cli") };
  for (const name of ["sdk", "hooks"]) packages[`@agent-hook/${name}`] = file(`packages/${name}`);
  for (const name of ["ai", "@ai-sdk/openai-compatible"]) packages[name] = file(`packages/hooks/node_modules/${name}`);
  packages[".bin/agent-hook"] = BIN;
  packages[".bin/biome"] = file("node_modules/@biomejs/biome/bin/biome");
  for (const [name, target] of Object.entries(packages)) {
    const link = join(project, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(target, link);
  }
  const manifest = join(project, "package.json");
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "name": "shop", "version": "1.0.0", "private": true }\n');
}

/** Removes what differs between runs and machines: times, dates and the folder. */
export function comparable(text: string, place: string): string {
  return text
    .replaceAll(place, "PLACE")
    .replaceAll("/home/ada/shop", "PLACE")
    .replaceAll(/\w+day, \d{4}-\d\d-\d\d \d\d:\d\d \([^)]*\)/g, "DATE")
    .trim();
}

/** Starts a server that answers each request, and keeps what it received. */
export async function server(answer: (body: string) => string | number | undefined) {
  const received: string[] = [];
  const http = createServer((request, response) => {
    void textOf(request).then((body) => {
      received.push(body);
      const answered = answer(body);
      if (typeof answered === "number") response.writeHead(answered).end();
      else if (answered !== undefined) response.setHeader("content-type", "application/json").end(answered);
    });
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  onTestFinished(() => void http.close().closeAllConnections());
  return { received, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, http };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

export const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
