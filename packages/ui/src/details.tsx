import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { type AskAgain, AskedAgain } from "./ask-again.js";
import { changedLines } from "./changed-lines.js";
import { outcomeOf, subjectOf, toneOf } from "./decision.js";
import { changeTitle, FailureDetails, jsonOf, Value } from "./decision-parts.js";
import { Line, Lines } from "./text.js";
import { duration, longTime } from "./times.js";

interface DetailsProps {
  readonly record: DecisionRecord;
  /** Absent if the server has no hook to ask. */
  readonly askAgain: AskAgain | undefined;
  readonly onClose: () => void;
}

/** Everything about one decision. */
export function Details({ record, askAgain, onClose }: DetailsProps) {
  const { reason, failure, hook, by } = record;
  return (
    <section class={`details ${toneOf(record)}`} aria-label="Decision">
      <header>
        <h2>
          <span class="outcome">
            <Line text={outcomeOf(record)} />
          </span>
          <Line text={subjectOf(record)} />
        </h2>
        <button type="button" class="quiet" onClick={onClose} aria-label="Close">
          ✕
        </button>
      </header>
      <div class="body" data-scrolls>
        {reason !== undefined && (
          <p class="reason">
            <Line text={reason} />
          </p>
        )}
        {failure !== undefined && <FailureDetails failure={failure} />}
        <Values record={record} />
        {askAgain !== undefined && (
          <AskedAgain key={`${record.id} ${record.time}`} record={record} askAgain={askAgain} />
        )}
        <dl>
          <Fact name="Hook" value={by === undefined || by === "launcher" ? hook : `${hook}, in ${by}`} />
          <Fact name="Rule" value={record.rule} />
          <Fact name="Took" value={by === "launcher" ? "the launcher answered" : duration(record.ms)} />
          <Fact name="Time" value={longTime(record.time)} />
          <Fact name="Agent" value={[record.host.name, record.host.version, record.agent].filter(Boolean).join(" ")} />
          <Fact name="Tool" value={record.kind === undefined ? record.tool : `${record.tool} (${record.kind})`} />
          <Fact name="Point" value={record.event === undefined ? record.point : `${record.point} (${record.event})`} />
          <Fact name="Session" value={record.session} />
          <Fact name="Turn" value={record.turn} />
          <Fact name="Call" value={record.call} />
          <Fact name="Folder" value={record.cwd} />
          <Fact name="File" value={record.file} />
          <Fact name="Process" value={String(record.pid ?? "")} />
        </dl>
        <p class="hint">
          How to change it:{" "}
          <code>
            agent-hook why <Line text={record.id} />
          </code>
        </p>
      </div>
    </section>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string | undefined }) {
  if (value === undefined || value === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Line text={value} />
      </dd>
    </div>
  );
}

/** The call before and after the decision. */
function Values({ record }: { readonly record: DecisionRecord }) {
  const { arguments: before, changed, decision } = record;
  if (changed === undefined) return before === undefined ? null : <Value title="Arguments" value={before} />;
  const fields = typeof changed === "object" && changed !== null ? { ...changed } : {};
  const { arguments: after, ...rest } = fields as { arguments?: unknown; [name: string]: unknown };
  if (before !== undefined && after !== undefined) {
    return (
      <>
        <Comparison before={jsonOf(before)} after={jsonOf(after)} />
        {Object.keys(rest).length > 0 && <Value title="Also changed" value={rest} />}
      </>
    );
  }
  return (
    <>
      {before !== undefined && <Value title="Arguments" value={before} />}
      <Value title={changeTitle(decision)} value={changed} />
    </>
  );
}

function Comparison({ before, after }: { readonly before: string; readonly after: string }) {
  const [removed, added] = changedLines(before, after) ?? [];
  return (
    <div class="comparison">
      <div class="removed">
        <h3>Before</h3>
        <Lines label="Arguments before" text={before} marks={removed} />
      </div>
      <div class="added">
        <h3>After</h3>
        <Lines label="Arguments after" text={after} marks={added} />
      </div>
    </div>
  );
}
