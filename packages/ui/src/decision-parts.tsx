import type { DecisionRecord } from "@agent-hook/sdk/internal/record";
import { Line, Lines } from "./text.js";

export function FailureDetails({ failure }: { readonly failure: NonNullable<DecisionRecord["failure"]> }) {
  const { kind, where, message, cause, consequence } = failure;
  return (
    <div class="failure">
      <p>
        <b>
          <Line text={`${kind} at ${where}`} />
        </b>
        : <Line text={message} />. <Line text={consequence} />.
      </p>
      {cause !== undefined && <Lines label="Cause" text={cause} />}
    </div>
  );
}

export function Value({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <div>
      <h3>{title}</h3>
      <Lines label={title} text={jsonOf(value)} />
    </div>
  );
}

export function jsonOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

const TITLES: Readonly<Record<string, string>> = { respond: "Answered instead", addContext: "Added for the model" };

/** Returns what to call the change that a decision made. */
export function changeTitle(decision: DecisionRecord["decision"]): string {
  return TITLES[decision] ?? "Changed to";
}
