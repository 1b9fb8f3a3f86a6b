// Writes as many megabytes to stderr as a tool call asks for, and answers other calls between chunks.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";

const CHUNK = `${"x".repeat(1023)}\n`.repeat(256);
const wait = new Int32Array(new SharedArrayBuffer(4));

/** Node sets stderr to non-blocking, so a full pipe is an error. */
function writeAll(text) {
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(2, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(wait, 0, 0, 1);
    }
  }
}

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { id, params } = JSON.parse(line);
  for (let left = 4 * (params.arguments?.megabytes ?? 0); left > 0; left--) {
    writeAll(CHUNK);
    await new Promise(setImmediate);
  }
  writeSync(1, `${JSON.stringify({ jsonrpc: "2.0", id, result: { action: "continue", approved: true } })}\n`);
});
