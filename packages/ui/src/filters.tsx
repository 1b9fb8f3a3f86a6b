import { wordFor } from "./decision.js";
import { type Choices, FAILURES, type Filter, NO_FILTER } from "./filter.js";
import { visibleLine } from "./visible-text.js";

interface FiltersProps {
  readonly filter: Filter;
  readonly choices: Choices;
  readonly shown: number;
  readonly total: number;
  readonly onFilter: (change: Partial<Filter>) => void;
}

const SELECTS = [
  ["decision", "Decision", "All decisions"],
  ["host", "Agent", "All agents"],
  ["hook", "Hook", "All hooks"],
  ["tool", "Tool", "All tools"],
  ["session", "Session", "All sessions"],
] as const;

export const SEARCH_ID = "search";

export function Filters({ filter, choices, shown, total, onFilter }: FiltersProps) {
  const isFiltered = Object.values(filter).some((text) => text !== "");
  return (
    <search class="filters">
      <input
        id={SEARCH_ID}
        type="search"
        placeholder="Search   /"
        aria-label="Search in decisions"
        value={filter.search}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onFilter({ search: currentTarget.value })}
      />
      {SELECTS.map(([name, label, all]) => (
        <select
          key={name}
          aria-label={label}
          class={filter[name] === "" ? "" : "set"}
          value={filter[name]}
          onChange={({ currentTarget }) => onFilter({ [name]: currentTarget.value })}
        >
          <option value="">{all}</option>
          {name === "decision" && <option value={FAILURES}>failed</option>}
          {withChosen(choices[name], name === "decision" && filter[name] === FAILURES ? "" : filter[name]).map(
            (value) => (
              <option key={value} value={value}>
                {visibleLine(name === "decision" ? wordFor(value) : value).slice(0, 60)}
              </option>
            ),
          )}
        </select>
      ))}
      <span class="count">
        {isFiltered ? `${shown.toLocaleString("en")} of ${total.toLocaleString("en")}` : total.toLocaleString("en")}
      </span>
      {isFiltered && (
        <button type="button" class="quiet" onClick={() => onFilter(NO_FILTER)}>
          Clear
        </button>
      )}
    </search>
  );
}

/** The chosen value stays selectable, even if no decision has it any more. */
function withChosen(values: readonly string[], chosen: string): readonly string[] {
  return chosen === "" || values.includes(chosen) ? values : [...values, chosen];
}
