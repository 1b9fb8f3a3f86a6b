import { type Context, defineHook, deny, type Hook, type Message, modify } from "@agent-hook/sdk";
import type { RedactOptions } from "@agent-hook/sdk/internal/redaction";
import { checkOptions } from "../check-options.js";
import { SAMPLE_COMMAND, warmInSnapshot } from "../warm-in-snapshot.js";
import { allowed, optionsSchema, type RedactSecretsOptions } from "./options.js";
import { Placeholders } from "./placeholders.js";
import { ValueRedactor } from "./redact-value.js";

export type { RedactSecretsOptions } from "./options.js";

/**
 * Returns a hook that keeps secrets away from the model and from tools: it replaces them in tool arguments, tool
 * results, prompts and model calls, where the host lets a hook change them, and denies or withholds the rest. Throws a
 * `TypeError` if an option is invalid.
 *
 * @example await serve(compose(redactSecrets({ allow: ["test-*"] }), myHook))
 */
export function redactSecrets(options: RedactSecretsOptions = {}): Hook<{}> {
  const {
    name,
    version,
    in: places,
    placeholders,
    allow,
    mode,
    onFailure,
  } = checkOptions("redactSecrets", optionsSchema(), options);
  const kept = placeholders ? new Placeholders() : undefined;
  const engine: RedactOptions = {
    keep: allowed(allow),
    ...(kept === undefined ? {} : { replace: (value: string, rule: string) => kept.for(value, rule) }),
  };

  /** Returns the value without secrets, or `undefined` if there is nothing to change. */
  function redacted<T>(
    value: T,
    where: string,
    { log }: Pick<Context, "log">,
  ): { value: T; found: string } | undefined {
    const redactor = new ValueRedactor(engine);
    const safe = redactor.redact(value);
    if (safe === value) return undefined;
    const found = [...new Set(redactor.rules)].join(", ");
    if (mode === "enforce") return { value: safe, found };
    log.warn(`would redact ${redactor.rules.length} secret(s) in ${where}`, { rules: [...new Set(redactor.rules)] });
    return undefined;
  }

  warmInSnapshot(async () => new ValueRedactor({}).redact({ command: SAMPLE_COMMAND, key: "none" }));
  const hook = defineHook({
    name,
    ...(version === undefined ? {} : { version }),
    onFailure,
    ...(places.includes("arguments") || kept !== undefined
      ? {
          beforeTool: (call, context) => {
            const canModify = context.host.can("modify.arguments", "beforeTool");
            if (kept !== undefined) {
              const unknown: string[] = [];
              const restored = mapTexts(call.arguments, (text) => kept.restore(text, unknown));
              if (unknown.length > 0) {
                return deny(
                  `${unknown[0]} has no secret in this process of the hook: name where the secret is stored`,
                  {
                    rule: "unknown-placeholder",
                  },
                );
              }
              if (restored === call.arguments) return undefined;
              return canModify
                ? modify({ arguments: restored }, { rule: "placeholder" })
                : deny(NO_CHANGE, { rule: "placeholder" });
            }
            // The model already knows the text that it writes, and a changed file is broken.
            if (call.kind === "write" || call.kind === "edit") return undefined;
            const safe = redacted(call.arguments, `the arguments of ${call.tool}`, context);
            if (safe === undefined) return undefined;
            const rule = { rule: safe.found };
            if (canModify) return modify({ arguments: safe.value }, rule);
            return deny(
              `the arguments contain a secret (${safe.found}): read it from a file or a variable instead`,
              rule,
            );
          },
        }
      : {}),
    ...(places.includes("results")
      ? {
          afterTool: (call, context) => {
            const safe = redacted(call.result, `the result of ${call.tool}`, context);
            if (safe === undefined) return undefined;
            const canModify = context.host.can("modify.result", "afterTool");
            // A host that can do neither fails the call, and `onFailure` applies.
            if (canModify || !context.host.can("deny", "afterTool"))
              return modify({ result: safe.value }, { rule: safe.found });
            return deny(`the result contains a secret (${safe.found})`, { rule: safe.found });
          },
        }
      : {}),
    ...(places.includes("prompts")
      ? {
          onPrompt: ({ prompt }, context) => {
            const isRedactedLater = places.includes("model") && context.host.can("modify.messages", "beforeLlm");
            if (isRedactedLater || !context.host.can("deny", "onPrompt")) return undefined;
            const safe = redacted(prompt, "the prompt", context);
            if (safe === undefined) return undefined;
            const reason = `the prompt contains a secret (${safe.found}): remove it, or name where it is stored`;
            return deny(reason, { rule: safe.found });
          },
        }
      : {}),
    ...(places.includes("model")
      ? {
          beforeLlm: ({ messages }, context) => {
            if (!context.host.can("modify.messages", "beforeLlm")) return undefined;
            // System messages come from the user's own settings, and PicoClaw accepts no change of them.
            const texts = messages.map((message) => (message.role === "system" ? {} : textsOf(message)));
            const safe = redacted(texts, "the messages", context);
            if (safe === undefined) return undefined;
            const changed = messages.map((message, index) => ({ ...message, ...safe.value[index] }));
            return modify({ messages: changed }, { rule: safe.found });
          },
          afterLlm: ({ content, reasoning, toolCalls }, context) => {
            // PicoClaw sends only the ids of a reply's tool calls, so any change to such a reply would lose the tools'
            // names. `beforeTool` gets the calls themselves.
            if (toolCalls.some((call) => call.name === undefined)) return undefined;
            if (!context.host.can("modify.content", "afterLlm")) return undefined;
            const reply = reasoning === undefined ? { content } : { content, reasoning };
            const safe = redacted(reply, "the reply", context);
            return safe && modify(safe.value, { rule: safe.found });
          },
        }
      : {}),
  });
  return hook;
}

const NO_CHANGE = "this host cannot turn placeholders back into secrets: name where the secret is stored instead";

/** Returns the texts of a message. Its other fields are ids and references. */
function textsOf({ content, reasoning, systemParts, toolCalls }: Message): Partial<Message> {
  return {
    content,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(systemParts === undefined ? {} : { systemParts }),
    ...(toolCalls === undefined ? {} : { toolCalls }),
  };
}

/** Changes the texts of a value at any depth. Returns the same value if no text changes. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === "string") return change(value) as T;
  if (typeof value !== "object" || value === null) return value;
  let changed = false;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const next = mapTexts(item, change);
    changed ||= next !== item;
    return [key, next];
  });
  if (!changed) return value;
  return (Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)) as T;
}
