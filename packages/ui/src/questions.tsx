import type { Question } from "@agent-hook/sdk/internal/questions";
import { useEffect, useState } from "preact/hooks";
import type { Answer } from "./connection.js";
import { Line, Lines } from "./text.js";
import { longTime, roughly, shortTime } from "./times.js";

interface QuestionsProps {
  readonly questions: readonly Question[];
  readonly problem: string | undefined;
  /** Why the page cannot answer. */
  readonly readOnly: string | undefined;
  readonly answer: (id: string, answer: Answer) => Promise<string | undefined>;
  readonly now: number;
}

/** In UTF-16 units. Even if JSON escapes each, the server accepts the request. */
const MAX_REASON = 500;

/** Buttons that have just appeared or moved do nothing: the click was meant for what was there before. */
const STEADY_MS = 600;

/** Answered questions stay where they are until the page closes or they expire, so that the others do not move. */
export function Questions({ questions, problem, readOnly, answer, now }: QuestionsProps) {
  const [answeredHere, setAnsweredHere] = useState<ReadonlySet<string>>(new Set());
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const shown = questions.filter(({ id, state }) => (state === "open" || answeredHere.has(id)) && !hidden.has(id));
  const order = shown.map(({ id }) => id).join(" ");
  const isSteady = useSteady(order);
  if (shown.length === 0 && problem === undefined) return null;
  return (
    <section class="questions" aria-label="Questions that wait for you">
      {problem !== undefined && (
        <p class="problem" role="alert">
          Questions cannot be read: <Line text={problem} />
        </p>
      )}
      {shown.map((question) => (
        <QuestionCard
          key={question.id}
          question={question}
          isEnabled={readOnly === undefined && isSteady}
          readOnly={readOnly}
          now={now}
          answer={async (choice) => {
            setAnsweredHere((ids) => new Set([...ids, question.id]));
            return answer(question.id, choice);
          }}
          onHide={() => setHidden((ids) => new Set([...ids, question.id]))}
        />
      ))}
    </section>
  );
}

function useSteady(order: string): boolean {
  const [steadyOrder, setSteadyOrder] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSteadyOrder(order), STEADY_MS);
    return () => clearTimeout(timer);
  }, [order]);
  return order === steadyOrder;
}

interface QuestionCardProps {
  readonly question: Question;
  readonly isEnabled: boolean;
  /** Why the page cannot answer. */
  readonly readOnly: string | undefined;
  readonly now: number;
  readonly answer: (answer: Answer) => Promise<string | undefined>;
  readonly onHide: () => void;
}

function QuestionCard({ question, isEnabled, readOnly, now, answer, onHide }: QuestionCardProps) {
  const [sent, setSent] = useState<Answer | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [why, setWhy] = useState("");
  const isDisabled = !isEnabled || sent !== undefined;
  const { id, host, tool, reason, hook, rule, cwd, session, user, agent, state } = question;
  const give = async (choice: Answer) => {
    setSent(choice);
    setProblem(undefined);
    const failure = await answer(choice);
    setProblem(failure);
    if (failure !== undefined) setSent(undefined);
  };
  const title = `question-${id}`;
  return (
    <article class={`question ${state}`} aria-labelledby={title}>
      <h2 id={title}>
        <Line text={host} /> wants to call <Line text={tool} />
      </h2>
      <p class="reason">
        <Line text={reason} />
      </p>
      <Lines label="All arguments" text={question.arguments} />
      <p class="facts">
        {[hook, rule, cwd, agent, session, user].map((fact, at) =>
          fact === undefined ? null : (
            <span key={at}>
              <Line text={fact} />
            </span>
          ),
        )}
      </p>
      <div class="answers">
        {state === "open" ? (
          <>
            <button type="button" class="allow" disabled={isDisabled} onClick={() => give({ answer: "allow" })}>
              Allow once
            </button>
            <span class="denial">
              <button type="button" class="deny" disabled={isDisabled} onClick={() => give(denial(why))}>
                Deny
              </button>
              <input
                aria-label="Tell the agent why (optional)"
                placeholder="Tell the agent why"
                maxLength={MAX_REASON}
                autocomplete="off"
                disabled={readOnly !== undefined || sent !== undefined}
                value={why}
                onInput={(event) => setWhy(event.currentTarget.value)}
              />
            </span>
            <span class="deadline">
              {readOnly === undefined ? (
                deadline(question, now)
              ) : (
                <>
                  This page cannot answer: <Line text={readOnly} />.
                </>
              )}
            </span>
          </>
        ) : (
          <>
            <span role="status">
              {outcome(question)}
              {question.answerReason !== undefined && (
                <>
                  : <Line text={question.answerReason} />
                </>
              )}
            </span>
            <button type="button" class="quiet" onClick={onHide}>
              Hide
            </button>
          </>
        )}
      </div>
      {problem !== undefined && (
        <p class="problem" role="alert">
          <Line text={problem} />
        </p>
      )}
    </article>
  );
}

function denial(why: string): Answer {
  const reason = why.trim();
  return reason === "" ? { answer: "deny" } : { answer: "deny", reason };
}

function deadline({ waitsUntil, expiresAt }: Question, now: number): string {
  const left = Date.parse(waitsUntil ?? "") - now;
  if (left > 0) return `The agent waits ${roughly(left)} more. Then the call is denied.`;
  return `The call was denied, because nobody answered. Until ${shortTime(expiresAt, now)}, an answer counts when the agent tries the same call again.`;
}

function outcome({ state, answeredAt, answeredBy }: Question): string {
  const word = state === "denied" ? "Denied" : state === "used" ? "Allowed, and used" : "Allowed once";
  const where = answeredBy === undefined || answeredBy === "page" ? "" : ` in another place (${answeredBy})`;
  return `${word}${where}${answeredAt === undefined ? "" : ` at ${longTime(answeredAt)}`}`;
}
