import { POLICY_HOOK } from "@agent-hook/hooks/policy";
import { compose } from "@agent-hook/sdk";
import { memoryStore } from "@agent-hook/sdk/in-process";
import type { HostMessage, RecordedCall } from "@agent-hook/sdk/internal/sessions";
import { type Effect, type Payload, withFields } from "@agent-hook/sdk/internal/simulations";
import {
  type CommandHostName,
  effectOfAnswer,
  InProcessHook,
  kindOfEvent,
  type SimulatedHost,
  simulatedHost,
} from "@agent-hook/testing/internal/command-hosts";
import type { AuditedHook } from "./audited-hooks.js";
import { type HookDecision, watched } from "./watched-hook.js";

/** What would have happened to a call. `change`: other arguments or another result. */
export type AuditDecision = "allow" | "change" | "ask" | "deny";

/** Something that the policy would have done to a call. */
export interface AuditFinding {
  /** Whether the prompt, the call or its result is affected. A denied result is withheld from the model. */
  readonly at: "prompt" | "call" | "result";
  readonly decision: Exclude<AuditDecision, "allow">;
  readonly hook: string;
  readonly rules: readonly string[];
  readonly reason: string | undefined;
  /** Set if a hook failed, so that its failure policy decided. */
  readonly failed?: true;
}

/** Presents recorded calls to hooks of one host, as the host would, without running a tool. */
export class Judge {
  readonly #host: SimulatedHost;
  readonly #hook: InProcessHook;
  readonly #log: string[] = [];
  #decisions: HookDecision[] = [];

  constructor(host: CommandHostName, hooks: readonly AuditedHook[]) {
    this.#host = simulatedHost("audit", host);
    const members = hooks.map((hook) => watched(hook, (decision) => this.#decisions.push(decision)));
    const hook = compose({ name: POLICY_HOOK }, ...members);
    this.#hook = new InProcessHook(hook, this.#host, {
      env: process.env,
      clock: undefined,
      store: memoryStore(),
      log: this.#log,
    });
  }

  /** Returns what the policy would have done. A denied call has no result to judge. */
  async judge({ before, after }: RecordedCall): Promise<readonly AuditFinding[]> {
    const isPrompt = kindOfEvent(this.#host.name, before.event) === "model";
    const { finding, effect } = await this.#present(before, isPrompt ? "prompt" : "call");
    if (finding?.decision === "deny" || after === undefined) return finding === undefined ? [] : [finding];
    const { input } = this.#host.simulation.fields;
    const changed = effect.arguments === undefined ? {} : { [input]: effect.arguments };
    const result = await this.#present({ ...after, payload: withFields(after.payload, changed) }, "result");
    return [finding, result.finding].filter((found) => found !== undefined);
  }

  async #present({ event, payload }: HostMessage, at: AuditFinding["at"]) {
    this.#decisions = [];
    const answer = await this.#hook.commandAt(event)(JSON.stringify(payload));
    const [failure] = this.#hook.takeFailures();
    // The log of thousands of calls would not help.
    this.#log.length = 0;
    const effect = effectOfAnswer(this.#host.text, event, payload as Payload, answer);
    const done = doneBy(effect, at);
    if (done === undefined) return { effect, finding: undefined };
    // The last hook that decided: later hooks see the changes of earlier ones, and a denial ends the call.
    const { hook, action, rules } = this.#decisions.at(-1) ?? {
      hook: failure?.hook ?? POLICY_HOOK,
      action: "",
      rules: [],
    };
    // Some hosts take a changed result as a reason, and a withheld one as another result.
    const decision = at !== "result" || action === "" ? done : action === "modify" ? "change" : "deny";
    const reason = decision === "change" ? undefined : effect.reason;
    const finding: AuditFinding = {
      at,
      decision,
      hook,
      rules,
      reason,
      ...(failure === undefined ? {} : { failed: true }),
    };
    return { effect, finding };
  }
}

/** Returns what the host would have done because of the answer. */
function doneBy(effect: Effect, at: AuditFinding["at"]): AuditFinding["decision"] | undefined {
  if (effect.answer !== "taken") return undefined;
  if (at === "prompt") return effect.turn === "ends" ? "deny" : effect.prompt === undefined ? undefined : "change";
  if (at === "result") {
    if (effect.result === undefined) return effect.turn === "ends" ? "deny" : undefined;
    return effect.reason === undefined ? "change" : "deny";
  }
  if (effect.tool === "does not run") return "deny";
  if (effect.tool === "asks" && effect.reason !== undefined) return "ask";
  return effect.arguments === undefined ? undefined : "change";
}
