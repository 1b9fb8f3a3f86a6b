import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Entry, headlineOf, outcomeOf, subjectOf, toneOf, whyOf } from "./decision.js";
import { Line } from "./text.js";
import { duration, shortTime } from "./times.js";
import { useHeight, useMedia } from "./use-size.js";

/** Rows above and below the visible ones, so that scrolling never shows a gap. */
const MARGIN_ROWS = 8;
export const PHONE = "(max-width: 719px)";

interface DecisionListProps {
  /** The oldest first. The list shows the newest first. */
  readonly entries: readonly Entry[];
  readonly selected: Entry | undefined;
  readonly onSelect: (entry: Entry) => void;
  readonly now: number;
}

/** Shows decisions. Only the rows that can be seen are elements, however many decisions there are. */
export function DecisionList({ entries, selected, onSelect, now }: DecisionListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const height = useHeight(scroller);
  const rowHeight = useMedia(PHONE) ? 64 : 38;
  useSteadyRows(scroller, entries, rowHeight, selected !== undefined);
  const selectedRow = useVisibleSelection(scroller, entries, selected, rowHeight);
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - MARGIN_ROWS);
  const end = Math.min(entries.length, Math.ceil((scrollTop + height) / rowHeight) + MARGIN_ROWS);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  const newer = Math.floor(scrollTop / rowHeight);
  const isShown = selectedRow >= first && selectedRow < end;
  return (
    <div class="list">
      <div
        ref={scroller}
        class="scroller"
        id="decisions"
        role="listbox"
        tabIndex={0}
        aria-label="Decisions, the newest first"
        aria-activedescendant={isShown && selected !== undefined ? rowId(selected) : undefined}
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      >
        <div class="rows" role="presentation" style={{ height: `${entries.length * rowHeight}px` }}>
          {rows.map((row) => {
            const entry = entries[entries.length - 1 - row] as Entry;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the page has keys for the whole list
              <div
                key={entry.number}
                id={rowId(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === selected}
                aria-setsize={entries.length}
                aria-posinset={row + 1}
                class={`row ${toneOf(entry.record)}`}
                style={{ height: `${rowHeight}px`, transform: `translateY(${row * rowHeight}px)` }}
                onClick={() => onSelect(entry)}
              >
                <Row entry={entry} now={now} />
              </div>
            );
          })}
        </div>
      </div>
      {newer > 0 && (
        <button
          type="button"
          class="newest"
          onClick={() => {
            scroller.current?.scrollTo({ top: 0 });
            scroller.current?.focus();
          }}
        >
          ↑ {newer.toLocaleString("en")} newer
        </button>
      )}
    </div>
  );
}

function Row({ entry: { record }, now }: { readonly entry: Entry; readonly now: number }) {
  const { host, hook, rule, ms, time, by } = record;
  const why = whyOf(record);
  return (
    <>
      <time dateTime={time}>{shortTime(time, now)}</time>
      <span class="outcome">
        <Line text={outcomeOf(record)} />
      </span>
      <span class="subject">
        <b>
          <Line text={subjectOf(record)} />
        </b>
        <code>
          <Line text={headlineOf(record)} />
        </code>
      </span>
      <span class="why">
        <Line text={why.slice(0, 240)} />
      </span>
      <span class="hook">
        <Line text={rule === undefined ? hook : `${hook} · ${rule}`} />
      </span>
      <span class="host">
        <Line text={host.name} />
      </span>
      <span class="ms">{by === "launcher" ? "–" : duration(ms)}</span>
    </>
  );
}

function rowId({ number }: Entry): string {
  return `decision-${number}`;
}

/** Keeps the rows where they are when newer ones arrive above them, unless the user looks at the newest. */
function useSteadyRows(
  scroller: { readonly current: HTMLElement | null },
  entries: readonly Entry[],
  rowHeight: number,
  isReading: boolean,
): void {
  const newest = useRef<Entry | undefined>(undefined);
  useLayoutEffect(() => {
    const known = newest.current;
    newest.current = entries.at(-1);
    const element = scroller.current;
    if (element === null || known === undefined || (element.scrollTop === 0 && !isReading)) return;
    let added = 0;
    while (added < entries.length && (entries[entries.length - 1 - added] as Entry).number > known.number) added++;
    // If the known one is gone, the filter has changed.
    if (added > 0 && entries[entries.length - 1 - added] === known) element.scrollTop += added * rowHeight;
  }, [scroller, entries, rowHeight, isReading]);
}

/** Scrolls to the selected row when another one is selected. Returns its number from the top, or -1. */
function useVisibleSelection(
  scroller: { readonly current: HTMLElement | null },
  entries: readonly Entry[],
  selected: Entry | undefined,
  rowHeight: number,
): number {
  const row = selected === undefined ? -1 : rowOf(entries, selected);
  const last = useRef<Entry | undefined>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null || selected === last.current) return;
    last.current = selected;
    if (row === -1) return;
    const top = row * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    const bottom = top + rowHeight - element.clientHeight;
    if (bottom > element.scrollTop) element.scrollTop = bottom;
  }, [scroller, row, selected, rowHeight]);
  return row;
}

/** Returns the number of an entry's row from the top, or -1. */
export function rowOf(entries: readonly Entry[], { number }: Entry): number {
  let [low, high] = [0, entries.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = (entries[middle] as Entry).number;
    if (found === number) return entries.length - 1 - middle;
    if (found < number) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
