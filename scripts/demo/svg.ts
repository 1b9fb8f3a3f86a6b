import type { Frame } from "./frames.js";
import type { Line, Run } from "./screen.js";

const [CHARACTER, LINE, FONT] = [8.4, 19, 14];
const [PADDING, LABEL] = [16, 36];
/** How long the last frame is shown before the first: a picture that starts with an empty terminal looks broken. */
const FIRST_SHOWN_SECONDS = 1.5;
const FONTS = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace";

export interface Picture {
  readonly title: string;
  readonly description: string;
  readonly columns: number;
  /** Each is a terminal, in the order of the lines of a frame. */
  readonly panes: readonly { readonly label: string; readonly rows: number }[];
  readonly frames: readonly Frame[];
}

/**
 * Draws frames as an SVG that plays them in a loop: one strip of all frames moves behind a window. It shows the last
 * frame where nothing moves. It has its own dark background, and no scripts or fonts.
 */
export function renderSvg({ title, description, columns, panes, frames }: Picture): string {
  const width = Math.ceil(columns * CHARACTER) + 2 * PADDING;
  const tops = panes.map((_, index) => topOf(panes, index));
  const height = topOf(panes, panes.length) + PADDING - LABEL;
  const rows = panes.flatMap(({ rows }, index) =>
    Array.from({ length: rows }, (_, row) => (tops[index] ?? 0) + row * LINE),
  );
  const shapes = new Map<string, string>();
  const strip = frames.map(({ lines }, frame) => {
    const uses = lines.map((line, row) => useOf(line, rows[row] ?? 0, shapes)).join("");
    return `<g transform="translate(0 ${frame * height})">${uses}</g>`;
  });
  const labels = panes.map(({ label }, index) => {
    const y = (tops[index] ?? 0) - 12;
    const rule = index === 0 ? "" : `<path d="M0 ${y - 18}H${width}" stroke="#30363d"/>`;
    return `${rule}<text x="${PADDING}" y="${y}" class="label">${escapeText(label)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="#e6edf3" role="img" aria-labelledby="title desc">
<title id="title">${escapeText(title)}</title>
<desc id="desc">${escapeText(description)}</desc>
<style>${styles(frames, height)}</style>
<defs>${[...shapes].map(([shape, id]) => `<g id="${id}">${shape}</g>`).join("\n")}</defs>
<rect width="${width - 1}" height="${height - 1}" x=".5" y=".5" rx="8" fill="#0d1117" stroke="#30363d"/>
${labels.join("\n")}
<g id="strip">${strip.join("\n")}</g>
</svg>
`;
}

function topOf(panes: Picture["panes"], index: number): number {
  const before = panes.slice(0, index).map(({ rows }) => rows * LINE + LABEL);
  return before.reduce((sum, height) => sum + height, PADDING / 2 + LABEL);
}

function styles(frames: readonly Frame[], height: number): string {
  const totalMs = frames.reduce((sum, { durationMs }) => sum + durationMs, 0);
  let atMs = 0;
  const steps = frames.map(({ durationMs }, index) => {
    const step = `${((100 * atMs) / totalMs).toFixed(2)}%{transform:translateY(${-index * height}px)}`;
    atMs += durationMs;
    return step;
  });
  const last = `translateY(${-(frames.length - 1) * height}px)`;
  return `text{font:${FONT}px ${FONTS};white-space:pre}.label{font-size:12px;fill:#8b949e}
#strip{transform:${last}}
@media (prefers-reduced-motion:no-preference){#strip{animation:play ${(totalMs / 1000).toFixed(1)}s ${(-totalMs / 1000 + FIRST_SHOWN_SECONDS).toFixed(1)}s step-end infinite}}
@keyframes play{${steps.join("")}100%{transform:${last}}}`;
}

/** Lines repeat, so that each is drawn once. */
function useOf(line: Line, y: number, shapes: Map<string, string>): string {
  if (line.length === 0) return "";
  const shape = line.map(shapeOf).join("");
  const id = shapes.get(shape) ?? `l${shapes.size}`;
  shapes.set(shape, id);
  return `<use href="#${id}" y="${y}"/>`;
}

function shapeOf({ column, columns, text, color, background, bold, dim }: Run): string {
  const [x, width] = [round(PADDING + column * CHARACTER), round(columns * CHARACTER)];
  const behind = background ? `<rect x="${x}" width="${width}" height="${LINE}" fill="${background}"/>` : "";
  if (text.trim() === "") return behind;
  const style = [color && ` fill="${color}"`, bold && ' font-weight="bold"', dim && ' opacity=".6"'];
  // The length keeps columns where they are, whatever font there is.
  const length = ` textLength="${width}" lengthAdjust="spacingAndGlyphs"`;
  return `${behind}<text x="${x}" y="${FONT}"${length}${style.filter(Boolean).join("")}>${escapeText(text)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Also replaces a corner that many fonts do not have by the one that they have. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("⎿", "└");
}
