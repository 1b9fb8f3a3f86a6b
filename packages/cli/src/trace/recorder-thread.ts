// The thread of a `Recorder`: turns the bytes on the wire into lines, and the lines into entries.
import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";
import { basename } from "node:path";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { entryOf, TranscriptWriter } from "@agent-hook/sdk/transcript";
import { ByteLines } from "./byte-lines.js";
import type { Ending } from "./start-hook.js";

export interface RecordingOptions {
  readonly path: string;
  /** Keeps secrets in the recording. */
  readonly raw: boolean;
  /** The launcher's key. A line of the hook that begins with it is not recorded: it is not a message. */
  readonly answerKey?: string;
}

/** A chunk from the wire. */
export interface Piece {
  readonly from: "host" | "hook";
  /** The time in milliseconds since 1970. */
  readonly at: number;
  /** 0 if no more will come from there. */
  readonly length: number;
}

/** The input of the thread: the bytes of the pieces, concatenated. */
export interface Batch {
  readonly bytes: Uint8Array;
  readonly pieces: readonly Piece[];
  /** How the hook ended. Only in the last batch. */
  readonly ending?: Ending;
}

/** The output of the thread. A failure is reported by its error event. */
export interface Progress {
  /** The number of bytes in batches that were processed. */
  readonly done: number;
  /** The number of lines in the recording. */
  readonly lines: { readonly host: number; readonly hook: number };
  /** Whether everything was written. */
  readonly isLast: boolean;
}

/** While secrets are searched, a line is in memory several times. */
const LONGEST_LINE = 64 * 1024 * 1024;
/** With a higher priority, the thread would delay the wire on a busy machine. */
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
 * Lowers the thread's priority, for machines with few cores. With everything on one core, a call took 90 µs longer
 * instead of 130 µs, and a call in a flood 3 µs instead of 11 µs. Only Linux has priorities for threads.
 */
function letTheWireGoFirst(): void {
  try {
    setPriority(Number(basename(readlinkSync("/proc/thread-self"))), NICENESS);
  } catch {
    // The thread then keeps its normal priority.
  }
}
