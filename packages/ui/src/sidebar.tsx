import { useState } from "preact/hooks";
import { headlineOf, outcomeOf, subjectOf, toneOf } from "./decision.js";
import type { Filter } from "./filter.js";
import type { Snapshot } from "./model.js";
import type { AgentSummary, HookSummary } from "./summaries.js";
import { Line } from "./text.js";
import { milliseconds, roughly } from "./times.js";

interface SidebarProps {
  readonly snapshot: Snapshot;
  readonly filter: Filter;
  readonly onFilter: (change: Partial<Filter>) => void;
  readonly now: number;
}

const FEW = 6;

/** What each agent is doing, and how each hook decides. A click filters the list. */
export function Sidebar({ snapshot, filter, onFilter, now }: SidebarProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { agents, hooks, questions, residents } = snapshot;
  const shown = showsAll ? agents.slice(0, 200) : agents.slice(0, FEW);
  const waiting = new Set(questions.filter(({ state }) => state === "open").map(({ session }) => session ?? ""));
  return (
    <>
      <section aria-labelledby="agents-title">
        <h2 id="agents-title">Agents</h2>
        {agents.length === 0 && <p class="empty">None yet.</p>}
        <ul class="agents">
          {shown.map((agent) => {
            const isActive = filter.host === agent.host && filter.session === agent.session;
            return (
              <li key={`${agent.host} ${agent.session}`}>
                <AgentButton
                  agent={agent}
                  isActive={isActive}
                  isWaiting={agent.session !== "" && waiting.has(agent.session)}
                  now={now}
                  onClick={() => onFilter(isActive ? NO_AGENT : { host: agent.host, session: agent.session })}
                />
              </li>
            );
          })}
        </ul>
        {agents.length > FEW && (
          <button type="button" class="quiet" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? "Show fewer" : `Show all ${agents.length}`}
          </button>
        )}
      </section>
      <section aria-labelledby="hooks-title">
        <h2 id="hooks-title">
          Hooks <span class="unit">times in ms</span>
        </h2>
        {hooks.length === 0 ? (
          <p class="empty">None yet.</p>
        ) : (
          <HookTable hooks={hooks} filter={filter} onFilter={onFilter} />
        )}
      </section>
      {residents.length > 0 && (
        <section aria-labelledby="residents-title">
          <h2 id="residents-title">Processes that stay</h2>
          {residents.map((line) => (
            <p key={line} class="resident">
              <Line text={line} />
            </p>
          ))}
        </section>
      )}
    </>
  );
}

const NO_AGENT = { host: "", session: "" };

interface AgentButtonProps {
  readonly agent: AgentSummary;
  readonly isActive: boolean;
  readonly isWaiting: boolean;
  readonly now: number;
  readonly onClick: () => void;
}

function AgentButton({ agent, isActive, isWaiting, now, onClick }: AgentButtonProps) {
  const { host, session, calls, denials, last } = agent;
  const folder = last.cwd?.split(/[/\\]/).findLast((part) => part !== "");
  return (
    <button type="button" class={`agent ${toneOf(last)}`} aria-pressed={isActive} onClick={onClick}>
      <span class="name">
        <b>
          <Line text={host} />
        </b>{" "}
        {folder !== undefined && <Line text={folder} />}
        <span class="ago">{isWaiting ? "waits for you" : `${roughly(now - Date.parse(last.time))} ago`}</span>
      </span>
      <span class="doing">
        <span class="outcome">
          <Line text={outcomeOf(last)} />
        </span>{" "}
        <Line text={subjectOf(last)} />{" "}
        <code>
          <Line text={headlineOf(last).slice(0, 80)} />
        </code>
      </span>
      <span class="counts">
        {calls.toLocaleString("en")} {calls === 1 ? "call" : "calls"}, {denials.toLocaleString("en")} denied
        {session !== "" && (
          <>
            {" · "}
            <Line text={session.slice(0, 8)} />
          </>
        )}
      </span>
    </button>
  );
}

interface HookTableProps {
  readonly hooks: readonly HookSummary[];
  readonly filter: Filter;
  readonly onFilter: (change: Partial<Filter>) => void;
}

function HookTable({ hooks, filter, onFilter }: HookTableProps) {
  return (
    <table class="hooks">
      <thead>
        <tr>
          <th scope="col">Hook</th>
          <th scope="col">Calls</th>
          <th scope="col">Denied</th>
          <th scope="col">Failed</th>
          <th scope="col">
            <abbr title="Half of the decisions took at most this many milliseconds">p50</abbr>
          </th>
          <th scope="col">
            <abbr title="99 of 100 decisions took at most this many milliseconds">p99</abbr>
          </th>
        </tr>
      </thead>
      <tbody>
        {hooks.slice(0, 100).map(({ hook, calls, denials, failures, p50, p99 }) => {
          const isActive = filter.hook === hook;
          return (
            <tr key={hook}>
              <th scope="row">
                <button
                  type="button"
                  class="link"
                  aria-pressed={isActive}
                  onClick={() => onFilter({ hook: isActive ? "" : hook })}
                >
                  <Line text={hook} />
                </button>
              </th>
              <td>{calls.toLocaleString("en")}</td>
              <td class={denials > 0 ? "denied" : ""}>{denials.toLocaleString("en")}</td>
              <td class={failures > 0 ? "warning" : ""}>{failures.toLocaleString("en")}</td>
              <td>{milliseconds(p50)}</td>
              <td>{milliseconds(p99)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
