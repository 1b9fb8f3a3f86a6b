// The thread of a `Recorder`: makes lines of the bytes that passed, and entries of the lines.
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { entryOf, TranscriptWriter } from "@agent-hook/sdk/transcript";
import { ByteLines } from "./byte-lines.js";
import type { Ending } from "./start-hook.js";

export interface RecordingOptions {
  readonly path: string;
  /** Leave secrets in. */
  readonly raw: boolean;
  /** The key of the launcher. A line of the hook that begins with it is not recorded: it is not a message. */
  readonly answerKey?: string;
}

/** A chunk that passed. */
export interface Piece {
  readonly from: "host" | "hook";
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** 0: no more will come from there. */
  readonly length: number;
}

/** What the thread is told: the bytes of the pieces, one after the other. */
export interface Batch {
  readonly bytes: Uint8Array;
  readonly pieces: readonly Piece[];
  /** Of the hook; with the last batch. */
  readonly ending?: Ending;
}

/** What the thread tells. That it failed, its end by an error does. */
export interface Progress {
  /** So many bytes of batches are done with. */
  readonly done: number;
  /** What is in the transcript. */
  readonly lines: { readonly host: number; readonly hook: number };
  /** All is written. */
  readonly isLast: boolean;
}

/** While secrets are looked for, a line is in memory a few times. */
const LONGEST_LINE = 64 * 1024 * 1024;
/** With more, the wire would have to wait for the thread on a busy machine. */
const NICENESS = 10;

const { path, raw, answerKey } = workerData as RecordingOptions;
const port = parentPort as MessagePort;
const lines = { host: 0, hook: 0 };
const streams = { host: new ByteLines(LONGEST_LINE), hook: new ByteLines(LONGEST_LINE) };
const writer = new TranscriptWriter(path, (error) => {
  throw error;
});
letTheWireGoFirst();
port.on("message", (batch: Batch) => {
  record(batch);
  if (batch.ending !== undefined) finish(batch.ending);
  const progress: Progress = { done: batch.bytes.length, lines, isLast: batch.ending !== undefined };
  port.postMessage(progress);
});

function record({ bytes, pieces }: Batch): void {
  let start = 0;
  for (const { from, at, length } of pieces) {
    const piece = bytes.subarray(start, start + length);
    for (const line of length === 0 ? streams[from].end() : streams[from].push(piece)) write(from, line, at);
    start += length;
  }
}

function finish(ending: Ending): void {
  const now = Date.now();
  for (const from of ["host", "hook"] as const) for (const line of streams[from].end()) write(from, line, now);
  writer.write({ from: "hook", at: timeOf(now), ...ending });
  writer.close();
  port.unref();
}

function write(from: Piece["from"], line: Uint8Array, at: number): void {
  if (from === "hook" && answerKey !== undefined && isHeader(line, answerKey)) return;
  writer.write(entryOf(from, line, { raw, at: timeOf(at) }));
  lines[from] += 1;
}

function isHeader(line: Uint8Array, key: string): boolean {
  return Buffer.from(line.subarray(0, key.length + 1)).toString("latin1") === `${key} `;
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

/**
 * Where cores are short. With everything on one core, a call took 90 µs longer instead of 130, and a flood of calls 3
 * instead of 11. Only Linux has priorities for threads.
 */
function letTheWireGoFirst(): void {
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), NICENESS);
  } catch {
    // Then it takes its turn.
  }
}
