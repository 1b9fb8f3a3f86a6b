import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { AskAgain } from "./ask-again.js";
import type { Answer, ConnectionState } from "./connection.js";
import type { Entry } from "./decision.js";
import { DecisionList, PHONE, rowOf } from "./decision-list.js";
import { Details } from "./details.js";
import { type Filter, NO_FILTER, select } from "./filter.js";
import { Filters, SEARCH_ID } from "./filters.js";
import { Help } from "./help.js";
import { handleKey } from "./keyboard.js";
import type { Snapshot } from "./model.js";
import { Questions } from "./questions.js";
import { Sidebar } from "./sidebar.js";
import { toggleTheme } from "./theme.js";
import { useMedia, useNow } from "./use-size.js";

interface AppProps {
  readonly snapshot: Snapshot;
  readonly answer: (id: string, answer: Answer) => Promise<string | undefined>;
  readonly askAgain: AskAgain;
}

/** The whole page. */
export function App({ snapshot, answer, askAgain }: AppProps) {
  const now = useNow();
  const isPhone = useMedia(PHONE);
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [selected, setSelected] = useState<Entry | undefined>(undefined);
  const [isOpen, setIsOpen] = useState(false);
  const [showsHelp, setShowsHelp] = useState(false);
  const shown = useMemo(() => select(snapshot.entries, filter), [snapshot.entries, filter]);
  const onFilter = (change: Partial<Filter>) => setFilter({ ...filter, ...change });

  useKeys({
    move: (rows) => {
      if (shown.length === 0) return;
      const row = selected === undefined ? -1 : rowOf(shown, selected);
      const next = Math.min(shown.length - 1, Math.max(0, row + rows));
      setSelected(shown[shown.length - 1 - next]);
      document.getElementById("decisions")?.focus();
    },
    open: () => selected !== undefined && setIsOpen(true),
    close: () => {
      if (isOpen) setIsOpen(false);
      else setSelected(undefined);
      document.getElementById("decisions")?.focus();
    },
    search: () => document.getElementById(SEARCH_ID)?.focus(),
    help: () => setShowsHelp(true),
  });

  const open = snapshot.questions.filter(({ state }) => state === "open").length;
  useEffect(() => {
    document.title = open === 0 ? "agent-hook" : `(${open}) agent-hook`;
  }, [open]);

  if (snapshot.state === "no-key") return <NoKey />;
  const sidebar = <Sidebar snapshot={snapshot} filter={filter} onFilter={onFilter} now={now} />;
  return (
    <>
      <header class="top">
        <h1>
          <img src="/icon.svg" alt="" width="22" height="22" />
          agent-hook
        </h1>
        <ConnectionLabel state={snapshot.state} />
        <span class="waiting" role="status">
          {open > 0 && (open === 1 ? "1 question waits" : `${open} questions wait`)}
        </span>
        <button type="button" class="quiet" onClick={toggleTheme} aria-label="Light or dark">
          ◐
        </button>
        <button type="button" class="quiet" onClick={() => setShowsHelp(true)} aria-label="Keys">
          ?
        </button>
      </header>
      <div class={isOpen && selected !== undefined ? "columns open" : "columns"}>
        {isPhone ? (
          <details class="summaries">
            <summary>Agents and hooks</summary>
            {sidebar}
          </details>
        ) : (
          <aside class="summaries" aria-label="Agents and hooks">
            {sidebar}
          </aside>
        )}
        <main>
          <Questions
            questions={snapshot.questions}
            problem={snapshot.questionsProblem}
            readOnly={snapshot.readOnly}
            answer={answer}
            now={now}
          />
          <Filters
            filter={filter}
            choices={snapshot.choices}
            shown={shown.length}
            total={snapshot.entries.length}
            onFilter={onFilter}
          />
          <DecisionList
            entries={shown}
            selected={selected}
            now={now}
            onSelect={(entry) => {
              setSelected(entry);
              setIsOpen(true);
            }}
          />
          {shown.length === 0 && <Empty isFiltered={snapshot.entries.length > 0} state={snapshot.state} />}
        </main>
        {isOpen && selected !== undefined && (
          <Details
            record={selected.record}
            askAgain={snapshot.asksAgain ? askAgain : undefined}
            onClose={() => setIsOpen(false)}
          />
        )}
      </div>
      {showsHelp && <Help onClose={() => setShowsHelp(false)} />}
    </>
  );
}

/** Listens for keys with the actions of the last rendering. */
function useKeys(actions: Parameters<typeof handleKey>[1]): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (handleKey(event, current.current)) event.preventDefault();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function ConnectionLabel({ state }: { readonly state: ConnectionState }) {
  const text =
    state === "live" ? "live" : state === "lost" ? "no connection: is agent-hook ui still running?" : "connecting";
  return (
    <span class={`connection ${state}`} role="status">
      {text}
    </span>
  );
}

function Empty({ isFiltered, state }: { readonly isFiltered: boolean; readonly state: ConnectionState }) {
  if (isFiltered) return <p class="empty wide">No decision matches.</p>;
  if (state !== "live") return null;
  return <p class="empty wide">No decisions yet. When an agent calls a hook, its decision appears here.</p>;
}

function NoKey() {
  return (
    <main class="no-key">
      <h1>
        <img src="/icon.svg" alt="" width="32" height="32" />
        This page needs a new link
      </h1>
      <p>
        A link opens this page once, so that nobody else can use it. Open the last link that <code>agent-hook ui</code>{" "}
        printed in your terminal.
      </p>
      <p>
        If this was the first time that you opened the link, another program has used it: press Ctrl-C in the terminal,
        and start <code>agent-hook ui</code> again.
      </p>
    </main>
  );
}
