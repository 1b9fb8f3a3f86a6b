import type { IBufferCell, Terminal } from "@xterm/headless";

/** A part of a line in one style. */
export interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  /** Absent for the terminal's own colour. */
  readonly color?: string;
  readonly background?: string;
  readonly bold?: true;
  readonly dim?: true;
}

export type Line = readonly Run[];

const BASIC =
  "484f58 ff7b72 3fb950 d29922 58a6ff bc8cff 39c5cf b1bac4 6e7681 ffa198 56d364 e3b341 79c0ff d2a8ff 56d4dd ffffff";
const BASIC_COLORS = BASIC.split(" ").map((hex) => `#${hex}`);
const LEVELS = [0, 95, 135, 175, 215, 255];
/** For text whose colours are swapped and that has none of its own. */
const [TEXT, BACKGROUND] = ["#e6edf3", "#0d1117"];

/** Returns the first lines that a terminal shows. */
export function readLines({ buffer: { active } }: Terminal, count: number): Line[] {
  return Array.from({ length: count }, (_, row) => {
    const line = active.getLine(active.viewportY + row);
    const cells = Array.from({ length: line?.length ?? 0 }, (_, column) => line?.getCell(column));
    return mergeRuns(cells.flatMap((cell, column) => (cell === undefined ? [] : runOf(cell, column))));
  });
}

export function textOf(line: Line): string {
  return line.reduce((text, { column, text: next }) => text.padEnd(column) + next, "").trimEnd();
}

function runOf(cell: IBufferCell, column: number): Run[] {
  const [foreground, behind] = [colorOf(cell, "Fg"), colorOf(cell, "Bg")];
  const swapped = cell.isInverse() !== 0;
  const [color, background] = swapped ? [behind ?? BACKGROUND, foreground ?? TEXT] : [foreground, behind];
  const text = cell.isInvisible() ? " " : cell.getChars() || " ";
  // The second half of a wide character.
  if (cell.getWidth() === 0 || (text === " " && background === undefined)) return [];
  return [
    {
      column,
      columns: cell.getWidth(),
      text,
      ...(color !== undefined && text !== " " && { color }),
      ...(background !== undefined && { background }),
      ...(cell.isBold() !== 0 && { bold: true as const }),
      ...(cell.isDim() !== 0 && { dim: true as const }),
    },
  ];
}

/** Joins neighbours of one style, with the spaces between them. */
function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    const gap = last === undefined ? 0 : run.column - last.column - last.columns;
    const joins = last !== undefined && styleOf(last) === styleOf(run) && (gap === 0 || (gap === 1 && !run.background));
    if (!joins) merged.push(run);
    else {
      const text = last.text + " ".repeat(gap) + run.text;
      merged[merged.length - 1] = { ...last, text, columns: last.columns + gap + run.columns };
    }
  }
  return merged;
}

function styleOf({ color, background, bold, dim }: Run): string {
  return [color, background, bold, dim].join();
}

function colorOf(cell: IBufferCell, ground: "Fg" | "Bg"): string | undefined {
  if (ground === "Fg" ? cell.isFgDefault() : cell.isBgDefault()) return undefined;
  const value = ground === "Fg" ? cell.getFgColor() : cell.getBgColor();
  if (ground === "Fg" ? cell.isFgRGB() : cell.isBgRGB()) return `#${value.toString(16).padStart(6, "0")}`;
  if (value < 16) return BASIC_COLORS[value];
  if (value >= 232) return rgb([0, 0, 0].map(() => 8 + (value - 232) * 10));
  const cube = value - 16;
  return rgb([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((level) => LEVELS[level] ?? 0));
}

function rgb(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
