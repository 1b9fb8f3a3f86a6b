import fc from "fast-check";

const NEWLINE = Buffer.from("\n");

/** Parts of lines: text, partial characters, invalid UTF-8 and characters that some programs treat as a line end. */
const PIECES = [
  "a",
  "é€😀",
  '{"jsonrpc":"2.0"}',
  "\r",
  "\0",
  "\ufeff",
  "\u2028",
  [0xf0, 0x9f],
  [0x98, 0x80],
  [0xff, 0xfe],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xe2, 0x82],
].map((piece) => Buffer.from(piece as string));

const noise = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)) },
  // Longer than a pipe holds, and sometimes longer than a PicoClaw line may be.
  { weight: 1, arbitrary: fc.constantFrom(70_000, 1_100_000).map((size) => Buffer.alloc(size, "é")) },
);

/** Any bytes that contain lines. */
export const anyBytes: fc.Arbitrary<Buffer> = fc
  .array(fc.oneof({ weight: 2, arbitrary: fc.constant(NEWLINE) }, { weight: 3, arbitrary: noise }), { maxLength: 16 })
  .map((pieces) => Buffer.concat(pieces));

/** One line of noise. Newlines in it are removed. */
export const noiseLine: fc.Arbitrary<Buffer> = fc
  .array(noise, { maxLength: 3 })
  .map((pieces) => Buffer.from(Buffer.concat(pieces).filter((byte) => byte !== 0x0a)));

/** Where a stream is cut: at fractions of its length, or at the start after every 1 to 5 bytes. */
export const cuts: fc.Arbitrary<Cuts> = fc.oneof(
  fc.record({ at: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }) }),
  fc.record({ every: fc.integer({ min: 1, max: 5 }) }),
);

export type Cuts = { readonly at: readonly number[] } | { readonly every: number };

/** The maximum number of small pieces. The rest of a long stream is one chunk. */
const SMALL_PIECES = 2000;

export function cut(bytes: Buffer, cuts: Cuts): Buffer[] {
  const positions =
    "at" in cuts
      ? cuts.at.map((part) => Math.floor(part * bytes.length)).sort((a, b) => a - b)
      : Array.from({ length: Math.min(SMALL_PIECES, Math.floor(bytes.length / cuts.every)) }, (_, n) => n * cuts.every);
  return [0, ...positions].map((start, n) => bytes.subarray(start, positions[n] ?? bytes.length));
}
