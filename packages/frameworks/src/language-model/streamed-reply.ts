import type { LanguageModelV4Content, LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;

/**
 * Returns a stream that holds a reply back until it is complete, because no part of it may be seen before `change` has
 * judged it. `change` returns the new text, or `undefined` if the parts pass as they came, and throws to deny the reply.
 */
export function replyStream(
  stream: ReadableStream<Part>,
  change: (parts: readonly Part[]) => Promise<string | undefined>,
): ReadableStream<Part> {
  const parts: Part[] = [];
  return stream.pipeThrough(
    new TransformStream<Part, Part>({
      transform(part) {
        parts.push(part);
      },
      async flush(controller) {
        try {
          const text = await change(parts);
          for (const part of text === undefined ? parts : withText(parts, text)) controller.enqueue(part);
        } catch (error) {
          controller.enqueue({ type: "error", error });
        }
      },
    }),
  );
}

/** Returns what the parts of a stream amount to. */
export function replyParts(parts: readonly Part[]): {
  readonly content: readonly LanguageModelV4Content[];
  readonly finish: Extract<Part, { type: "finish" }> | undefined;
} {
  const texts = new Map<string, string>();
  for (const part of parts) {
    if (part.type !== "text-delta" && part.type !== "reasoning-delta") continue;
    const key = `${part.type}/${part.id}`;
    texts.set(key, (texts.get(key) ?? "") + part.delta);
  }
  const content = parts.flatMap((part): LanguageModelV4Content[] => {
    if (part.type === "text-start") return [{ type: "text", text: texts.get(`text-delta/${part.id}`) ?? "" }];
    if (part.type === "reasoning-start") {
      return [{ type: "reasoning", text: texts.get(`reasoning-delta/${part.id}`) ?? "" }];
    }
    return part.type === "tool-call" ? [part] : [];
  });
  return { content, finish: parts.find((part) => part.type === "finish") };
}

/** Replaces the texts by one, where the first was. Drops the provider's own chunks: they have the old text. */
function withText(parts: readonly Part[], text: string): Part[] {
  const id = "agent-hook";
  const ours: Part[] = [
    { type: "text-start", id },
    { type: "text-delta", id, delta: text },
    { type: "text-end", id },
  ];
  const isText = ({ type }: Part) => type === "text-start" || type === "text-delta" || type === "text-end";
  const first = parts.findIndex(isText);
  const finish = parts.findIndex(({ type }) => type === "finish");
  const at = first >= 0 ? first : finish >= 0 ? finish : parts.length;
  const kept = (part: Part) => ours.includes(part) || (!isText(part) && part.type !== "raw");
  return [...parts.slice(0, at), ...ours, ...parts.slice(at)].filter(kept);
}
