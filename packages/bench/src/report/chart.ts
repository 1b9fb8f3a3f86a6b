import { type ContenderName, OURS, PEERS, TITLES } from "../contenders/names.js";
import type { Results, Values } from "./results.js";
import { ROW_IDS, type RowId, row } from "./rows.js";
import { timesWorse } from "./verdict.js";
import { times } from "./words.js";

const WIDTH = 840;
const MARGIN = 20;
/** The area of the bars. The space to the right of it is for the label of the longest bar. */
const PLOT = { left: 250, right: WIDTH - 150 };
const TOP = 92;
const BAR = 13;
const STEP = 17;
const GAP = 14;
const SHOWN: readonly ContenderName[] = [OURS, ...PEERS];
const TICKS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500];

interface Bar {
  readonly name: ContenderName;
  /** How many times worse than the floor. */
  readonly worse: number;
}

interface Group {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** Draws bars that start at the floor's line: worse to the right, better to the left. The scale is logarithmic. */
export function chart(results: Results): string {
  const groups = groupsOf(results);
  const factors = groups.flatMap(({ bars }) => bars.map(({ worse }) => worse));
  const [low, high] = [Math.min(0.5, ...factors), Math.max(2, ...factors)];
  const x = (value: number) => PLOT.left + (Math.log(value / low) / Math.log(high / low)) * (PLOT.right - PLOT.left);
  const bottom = groups.reduce((y, { bars }) => y + bars.length * STEP + GAP, TOP);
  const height = bottom + 58;
  const ticks = TICKS.filter((tick) => tick >= low && tick <= high);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">${escaped(TITLE)}</title>`,
    `<desc id="desc">${escaped(description(groups))}</desc>`,
    STYLE,
    `<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>`,
    text(MARGIN, 34, "head", TITLE),
    text(MARGIN, 56, "note", NOTE),
    ...ticks.flatMap((tick) => [
      `<line class="${tick === 1 ? "floor" : "grid"}" x1="${at(x(tick))}" x2="${at(x(tick))}" y1="${TOP - 8}" y2="${bottom}"/>`,
      text(x(tick), bottom + 18, "tick", `${tick}x`),
    ]),
    ...barElements(groups, x),
    text(MARGIN, height - 16, "note", `${results.machine.cpu}, Node ${(results.versions.Node ?? "").replace("v", "")}`),
    "</svg>",
    "",
  ].join("\n");
}

const TITLE = "How many times the cost of a bare readline loop";
const NOTE = "The line at 1x is the loop, which checks nothing. Further left is better; the scale is logarithmic.";

/** The chart has its own background in both color schemes, so that it is readable on any page. */
const STYLE = `<style>
text { font: 12px system-ui, -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif; fill: #1f2328; paint-order: stroke; stroke: #ffffff; stroke-width: 3px }
.head { font-size: 17px; font-weight: 600 }
.note, .tick, .peer { fill: #59636e }
.tick { text-anchor: middle; font-size: 11px }
.ours { font-weight: 600 }
.paper { fill: #ffffff; stroke: #d1d9e0 }
.grid { stroke: #e4e8ec }
.floor { stroke: #59636e; stroke-width: 1.5 }
.bar { fill: #afb8c1 }
.own { fill: #0969da }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; stroke: #0d1117 }
  .note, .tick, .peer { fill: #9198a1 }
  .paper { fill: #0d1117; stroke: #3d444d }
  .grid { stroke: #262c36 }
  .floor { stroke: #9198a1 }
  .bar { fill: #4a525c }
  .own { fill: #4493f8 }
}
</style>`;

function groupsOf({ figures }: Results): readonly Group[] {
  return ROW_IDS.flatMap((id) => {
    const title = row(id).chart;
    const bars = barsOf(id, figures[id] ?? {});
    return title === undefined || bars.length === 0 ? [] : [{ title, bars }];
  });
}

function barsOf(id: RowId, values: Values): readonly Bar[] {
  return SHOWN.flatMap((name) => {
    const worse = timesWorse(id, values, name);
    return worse === undefined || worse <= 0 ? [] : [{ name, worse }];
  });
}

function barElements(groups: readonly Group[], x: (value: number) => number): readonly string[] {
  let y = TOP;
  return groups.flatMap(({ title, bars }) => {
    const first = y;
    y += bars.length * STEP + GAP;
    return [
      text(MARGIN, first + BAR - 2, "", title),
      ...bars.flatMap(({ name, worse }, index) => {
        const [from, to] = [x(Math.min(1, worse)), x(Math.max(1, worse))];
        const top = first + index * STEP;
        const own = name === OURS;
        return [
          `<rect class="${own ? "own" : "bar"}" x="${at(from)}" y="${top}" width="${at(Math.max(to - from, 1))}" height="${BAR}"/>`,
          text(to + 6, top + BAR - 2, own ? "ours" : "peer", `${times(worse)} ${TITLES[name]}`),
        ];
      }),
    ];
  });
}

/** A text description for screen readers. */
function description(groups: readonly Group[]): string {
  const one = ({ title, bars }: Group) =>
    `${title}: ${bars.map(({ name, worse }) => `${TITLES[name]} ${times(worse)}`).join(", ")}.`;
  return groups.map(one).join(" ");
}

function text(x: number, y: number, style: string, content: string): string {
  const named = style === "" ? "" : ` class="${style}"`;
  return `<text${named} x="${at(x)}" y="${at(y)}">${escaped(content)}</text>`;
}

function at(value: number): string {
  return String(Number(value.toFixed(1)));
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
