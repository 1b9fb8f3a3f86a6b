// Ways to print around the answer: in this process, in a thread and in a child.
import { spawn, spawnSync } from "node:child_process";
import fs, { createWriteStream, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { Worker } from "node:worker_threads";
import { textOf } from "./texts.mjs";

/** Saved before the SDK takes over stdout, as a dependency does that is imported first. */
const early = { writeSync, write: fs.write, log: console.log };
const earlyStdout = () => process.stdout.write.bind(process.stdout);

const printers = {
  "console.log": (text) => console.log(String(text)),
  "console.error": (text) => console.error(String(text)),
  "process.stdout": (text) => process.stdout.write(text),
  "process.stderr": (text) => process.stderr.write(text),
  "a stdout that was kept": (text) => earlyStdout()(text),
  writeSync: (text, descriptor) => writeSync(descriptor, text),
  "an early writeSync": (text, descriptor) => early.writeSync(descriptor, text),
  "an early write": (text, descriptor) => early.write(descriptor, Buffer.from(text), () => {}),
  "an early console.log": (text) => early.log(String(text)),
  "a socket": (text, descriptor) => new Socket({ fd: descriptor }).on("error", () => {}).write(text),
  "a stream": (text, descriptor) =>
    createWriteStream("", { fd: descriptor, autoClose: false })
      .on("error", () => {})
      .write(text),
  "a file of /proc": (text, descriptor) => writeSync(openSync(`/proc/self/fd/${descriptor}`, "a"), text),
  "a child": (text) => spawnSync("/bin/cat", { input: text, stdio: ["pipe", "inherit", "inherit"] }),
  "a child's stderr": (text) => spawnSync("/bin/sh", ["-c", "/bin/cat >&2"], { input: text, stdio: ["pipe", 1, 2] }),
  "a child with a descriptor": (text, descriptor) =>
    spawnSync("/bin/cat", { input: text, stdio: ["pipe", descriptor, "inherit"] }),
  "a child that stays": (text) => {
    const child = spawn("/bin/cat", { stdio: ["pipe", "inherit", "inherit"] });
    child.stdin.on("error", () => {}).write(text);
    child.unref();
  },
  "a thread": (text, descriptor) =>
    thread(`require("node:fs").writeSync(${descriptor}, Buffer.from(${JSON.stringify([...Buffer.from(text)])}))`),
  "a thread's console": (text) => thread(`console.log(${JSON.stringify(String(text))})`),
  "every descriptor": (text) => {
    for (let descriptor = 1; descriptor < 40; descriptor++) {
      try {
        if (fs.fstatSync(descriptor).isFIFO() || fs.fstatSync(descriptor).isSocket()) early.writeSync(descriptor, text);
      } catch {
        // Not open, or not writable.
      }
    }
  },
};
export const PRINTERS = Object.keys(printers);

async function thread(code) {
  const worker = new Worker(code, { eval: true });
  await new Promise((resolve) => worker.once("exit", resolve).once("error", resolve));
}

export const printing = {
  async prints({ by, text, descriptor, waits }, { plan }) {
    try {
      await printers[by](textOf(text, plan), descriptor);
    } catch {
      // The descriptor is not open, or its reader is gone.
    }
    // Lets the text reach the host before the answer.
    if (waits) await new Promise((resolve) => setTimeout(resolve, 50));
  },
};
