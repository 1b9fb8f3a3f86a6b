// Records the README's animated picture: Claude Code is asked to delete a folder, the hook is killed while it is asked,
// and the call is still denied. The program, the hook, the shells and the files are real. Only the model is scripted.
// Not shown: the lower rows of Claude Code's screen with its input, and pauses of more than 1.2 s.
import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { writeConfig } from "../packages/interop/src/configure.js";
import { install, programOf } from "../packages/interop/src/install.js";
import { writeFiles } from "../packages/sdk/src/host-tools/live/folders.js";
import { endLeftBehind } from "../packages/sdk/src/host-tools/live/left-behind.js";
import { anthropic } from "../packages/sdk/src/host-tools/live/model-servers/anthropic.js";
import { type ModelServer, startModelServer } from "../packages/sdk/src/host-tools/live/model-servers/model-server.js";
import type { ModelInput, ModelReply } from "../packages/sdk/src/host-tools/live/model-servers/script.js";
import { type LiveHost, liveHosts } from "../packages/sdk/src/hosts/live-agents.js";
import { type Frame, Recording } from "./demo/frames.js";
import { Pane, waitUntil } from "./demo/pane.js";
import { textOf } from "./demo/screen.js";
import { renderSvg } from "./demo/svg.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const OUTPUT = join(root, "docs", "public", "killed-hook.svg");
const MAX_BYTES = 150_000;
/** The picture shows these paths, so they are the same on every machine. */
const HOME = "/tmp/demo";
const PROJECT = join(HOME, "album");
const GUARD = join(HOME, "guard.js");
const PHOTO = join(PROJECT, "photos", "2026.jpg");
const PID_FILE = join(HOME, "guard.pid");

const COLUMNS = 80;
/** Claude Code's input needs the lower rows. */
const AGENT = { rows: 18, visibleRows: 13 };
const SHELL = { rows: 4, visibleRows: 4 };

const PROMPT = "Delete the photos folder.";
const GIVES_UP = "The call was denied. I left the folder alone.";

const agent = liveHosts.find(({ name }) => name === "claude-code") as LiveHost;
await install(agent);
// Fails if the folder exists: it may be somebody's.
await mkdir(HOME);
try {
  await prepareHome();
  await using model = await startModelServer(anthropic(reply));
  const frames = await record(model);
  assertFacts(model, frames);
  const picture = draw(frames);
  await mkdir(dirname(OUTPUT), { recursive: true });
  await writeFile(OUTPUT, picture);
  const seconds = frames.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  console.log(`wrote ${OUTPUT}: ${frames.length} frames, ${seconds.toFixed(1)} s, ${Buffer.byteLength(picture)} bytes`);
} finally {
  // Claude Code still writes files when its terminal is gone.
  await endLeftBehind(HOME);
  await rm(HOME, { recursive: true, force: true });
}
// A pane that failed may still have its shell.
process.exit();

/** The model's whole script. */
function reply(input: ModelInput): ModelReply {
  if (input.from === "tool") return { text: GIVES_UP };
  const args = { command: "rm -rf photos", description: "Delete the photos folder" };
  return input.text.includes(PROMPT) ? { tool: "Bash", arguments: args } : { text: "hello" };
}

async function prepareHome(): Promise<void> {
  const project = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const state = {
    hasCompletedOnboarding: true,
    hasSeenAutoDefaultNotice: true,
    theme: "dark",
    customApiKeyResponses: { approved: ["dummy"], rejected: [] },
    projects: { [PROJECT]: project },
  };
  await writeFiles(HOME, {
    ".claude.json": JSON.stringify(state),
    // Without the guard, Claude Code would run every command.
    [agent.hooksFile]: JSON.stringify({ permissions: { allow: ["Bash"] } }),
    "package.json": JSON.stringify({ type: "module" }),
    "album/photos/2026.jpg": "the only copy",
  });
  await mkdir(join(HOME, "node_modules", "@agent-hook"), { recursive: true });
  await symlink(join(root, "packages", "sdk"), join(HOME, "node_modules", "@agent-hook", "sdk"));
  await copyFile(join(root, "packages", "interop", "hooks", "guards", "slow.mjs"), GUARD);
  await writeConfig(agent.name, { file: GUARD }, HOME);
}

async function record(model: ModelServer): Promise<Frame[]> {
  const env = {
    ...agent.environment(model.url, join(HOME, ".tmp")),
    PATH: [dirname(programOf(agent)), dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
    HOME,
    PS1: "$ ",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
    LANG: "C.UTF-8",
    NO_PROXY: "127.0.0.1",
  };
  const [top, bottom] = [AGENT, SHELL].map((size) => new Pane({ columns: COLUMNS, ...size, cwd: PROJECT, env })) as [
    Pane,
    Pane,
  ];
  await Promise.all([top.waitFor("$"), bottom.waitFor("$")]);
  const recording = new Recording(() => [...top.lines(), ...bottom.lines()]);
  await wait(500);
  await top.type(`claude "${PROMPT}"`);
  await waitUntil(() => existsSync(PID_FILE), `the guard is asked:\n${top.text()}`);
  await wait(1500);
  await bottom.type("kill -9 $(cat ~/guard.pid)");
  await top.waitFor(GIVES_UP);
  await wait(800);
  await bottom.type("ls");
  await bottom.waitFor("photos");
  await wait(800);
  const frames = recording.stop();
  for (const pane of [top, bottom]) pane.end();
  return frames;
}

/** Throws if the picture would not show what happened. */
function assertFacts({ requests }: ModelServer, frames: readonly Frame[]): void {
  const results = requests.flatMap(({ input }) => (input?.from === "tool" ? [input.text] : []));
  const last = (frames.at(-1)?.lines ?? []).map(textOf).join("\n");
  const all = frames.flatMap(({ lines }) => lines.map(textOf)).join("\n");
  const facts = {
    "the guard was killed": !isRunning(Number(readFileSync(PID_FILE, "utf8"))),
    "the model read one result, a denial": results.length === 1 && /denied: the hook failed/.test(results[0] ?? ""),
    "the folder is there": existsSync(PHOTO),
    "the last frame shows it": /rm -rf photos[\s\S]*denied: the hook failed[\s\S]*kill -9[\s\S]*ls\nphotos/.test(last),
    "nothing of this machine is shown": ![root, homedir(), hostname()].some((word) => all.includes(word)),
  };
  for (const [fact, holds] of Object.entries(facts)) {
    if (!holds) throw new Error(`expected: ${fact}. The last frame:\n${last}\nThe results:\n${results.join("\n")}`);
  }
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

function draw(frames: readonly Frame[]): string {
  const picture = renderSvg({
    title: "A hook is killed while it is asked, and the call is still denied",
    description: `Claude Code is told to delete a folder and calls rm -rf photos. While the guard is asked, a second terminal ends it with kill -9. Claude Code does not run the command: "denied: the hook failed". ls shows that the folder is still there. Recorded with ${agent.title} ${agent.version} and a scripted model.`,
    columns: COLUMNS,
    panes: [
      { label: `${agent.title} ${agent.version}, with a scripted model`, rows: AGENT.visibleRows },
      { label: "another terminal", rows: SHELL.visibleRows },
    ],
    frames,
  });
  if (Buffer.byteLength(picture) > MAX_BYTES) throw new Error(`the picture has more than ${MAX_BYTES} bytes`);
  return picture;
}
