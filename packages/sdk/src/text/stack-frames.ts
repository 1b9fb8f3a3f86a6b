const FRAME = /^\s+at \S/;
const FRAMES = 3;

/** Leaves only the first three frames of each stack, so that a limit on the number of lines keeps the messages. */
export function withFewFrames(lines: readonly string[]): string[] {
  let frames = 0;
  return lines.filter((line) => {
    frames = FRAME.test(line) ? frames + 1 : 0;
    return frames <= FRAMES;
  });
}
