import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { useState } from "preact/hooks";
import { outcomeOf, toneOf } from "./decision.js";
import { changeTitle, FailureDetails, Value } from "./decision-parts.js";
import { Line, Lines } from "./text.js";

/** Makes the call of a decision again. Resolves to the new decision, or to why there is none. */
export type AskAgain = (record: DecisionRecord) => Promise<DecisionRecord | string>;

interface AskedAgainProps {
  readonly record: DecisionRecord;
  readonly askAgain: AskAgain;
}

/** A button that asks the hook about a call again, and then the old decision and the new one. */
export function AskedAgain({ record, askAgain }: AskedAgainProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [result, setResult] = useState<DecisionRecord | string | undefined>(undefined);
  const ask = async () => {
    if (isAsking) return;
    setIsAsking(true);
    setResult(await askAgain(record));
    setIsAsking(false);
  };
  return (
    <div class="again">
      <p>
        {/* Not disabled: it would lose the focus. */}
        <button type="button" aria-disabled={isAsking} onClick={ask}>
          {isAsking ? "Asking …" : "Ask again"}
        </button>
        <span>with the hook as its files are now. No tool runs.</span>
      </p>
      <div role="status">
        {typeof result === "string" && <Lines label="No new decision" text={result} />}
        {typeof result === "object" && (
          <>
            <div class="both">
              <Side title="Then" record={record} />
              <Side title="Now" record={result} />
            </div>
            {result.failure !== undefined && <FailureDetails failure={result.failure} />}
          </>
        )}
      </div>
    </div>
  );
}

function Side({ title, record }: { readonly title: string; readonly record: DecisionRecord }) {
  const { reason, rule, failure, changed, decision } = record;
  return (
    <section class={toneOf(record)} aria-label={title}>
      <h3>{title}</h3>
      <p>
        <span class="outcome">
          <Line text={outcomeOf(record)} />
        </span>{" "}
        {rule !== undefined && <Line text={rule} />}
      </p>
      {reason !== undefined && (
        <p>
          <Line text={reason} />
        </p>
      )}
      {failure !== undefined && (
        <p>
          <Line text={failure.message} />
        </p>
      )}
      {changed !== undefined && <Value title={changeTitle(decision)} value={changed} />}
    </section>
  );
}
