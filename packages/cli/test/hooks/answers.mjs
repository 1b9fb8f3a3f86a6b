// Returns each call in its answer. Repeats any other line, and unfinished input at the end, unchanged.
import { readSync, writeSync } from "node:fs";

const buffer = Buffer.alloc(65_536);
let rest = Buffer.alloc(0);

function writeAll(bytes) {
  for (let written = 0; written < bytes.length; ) written += writeSync(1, bytes, written);
}

function answerTo(line) {
  try {
    const { id, params } = JSON.parse(line);
    const answer = JSON.stringify({ jsonrpc: "2.0", id, result: { action: "modify", call: params } });
    return id === undefined ? line : Buffer.from(answer);
  } catch {
    return line;
  }
}

for (let length = readSync(0, buffer); length > 0; length = readSync(0, buffer)) {
  let start = 0;
  const chunk = buffer.subarray(0, length);
  const answers = [];
  for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
    answers.push(answerTo(Buffer.concat([rest, chunk.subarray(start, end)])), Buffer.from("\n"));
    rest = Buffer.alloc(0);
    start = end + 1;
  }
  rest = Buffer.concat([rest, chunk.subarray(start)]);
  writeAll(Buffer.concat(answers));
}
writeAll(rest);
