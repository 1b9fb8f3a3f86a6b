export interface KeyActions {
  /** Selects the decision this many rows further down. */
  readonly move: (rows: number) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly search: () => void;
  readonly help: () => void;
}

const ROWS_PER_PAGE = 15;

const MOVES: Readonly<Record<string, number>> = {
  j: 1,
  ArrowDown: 1,
  k: -1,
  ArrowUp: -1,
  PageDown: ROWS_PER_PAGE,
  PageUp: -ROWS_PER_PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Does what a key means on the page. Returns whether it means anything. */
export function handleKey(event: KeyboardEvent, actions: KeyActions): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  const { key } = event;
  const target = event.target instanceof Element ? event.target : document.body;
  // The browser closes a dialog.
  if (target.closest("dialog") !== null) return false;
  if (key === "Escape") {
    actions.close();
    return true;
  }
  if (target.closest("input, select, textarea") !== null) return false;
  if (key === "/") actions.search();
  else if (key === "?") actions.help();
  else if (key === "Enter") {
    if (target.closest("button, a, summary") !== null) return false;
    actions.open();
  } else {
    const rows = Object.hasOwn(MOVES, key) ? MOVES[key] : undefined;
    // In a box that scrolls, the arrow keys scroll.
    if (rows === undefined || (key.length > 1 && target.closest("[data-scrolls], aside") !== null)) return false;
    actions.move(rows);
  }
  return true;
}
