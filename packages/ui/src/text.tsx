import { blocksOf } from "./blocks.js";
import { visibleLines, visibleParts } from "./visible-text.js";

/** A longer text has no marks around its escapes: each mark is an element, and a hostile text could need a million. */
const MAX_MARKED = 16_384;

/** Shows a text that came from a call on one line. */
export function Line({ text }: { readonly text: string }) {
  return <bdi>{marked(text, false)}</bdi>;
}

/** Shows a text of any length that came from a call, or its lines. Scrolls in its own box. */
export function Lines({ text, label, marks }: LinesProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse, a box can only be scrolled if it has the focus
    <figure class="lines" aria-label={label} tabIndex={0} data-scrolls>
      <pre>{marks === undefined ? blocks(text) : markedLines(text, marks)}</pre>
    </figure>
  );
}

function blocks(text: string) {
  const isLong = text.length > MAX_MARKED;
  return blocksOf(text).map((block, at) => (
    <span class="block" key={at}>
      {isLong ? visibleLines(block) : marked(block, true)}
    </span>
  ));
}

function markedLines(text: string, marks: ReadonlySet<number>) {
  return text.split("\n").map((line, at) => (
    <span class={marks.has(at) ? "block marked" : "block"} key={at}>
      {marked(`${line}\n`, true)}
    </span>
  ));
}

interface LinesProps {
  readonly text: string;
  readonly label: string;
  /** The lines that differ from the other text. */
  readonly marks?: ReadonlySet<number> | undefined;
}

function marked(text: string, keepsLines: boolean) {
  return visibleParts(text, keepsLines).map((part, at) =>
    part.isEscape ? (
      <span class="escape" key={at}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
