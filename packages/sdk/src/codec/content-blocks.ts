type Block = Readonly<Record<string, unknown>>;

const TEXT = /^(?:input_)?text$/;
const MEDIA = /^(?:input_)?(?:image|audio)$/;

/**
 * Returns the text that the model reads in a list of content blocks: all texts, including those of resources, and the
 * JSON of any other block, so that no text is missed. Images and audio have no text.
 */
export function textOfBlocks(blocks: readonly unknown[]): string {
  return blocks
    .filter((block) => !isMedia(block))
    .flatMap(textsOf)
    .join("\n");
}

/** Replaces everything that `textOfBlocks` returns with one text block. Keeps images and audio. */
export function withTextOfBlocks(blocks: readonly unknown[], text: string): readonly unknown[] {
  const at = blocks.findIndex((block) => !isMedia(block));
  return blocks.filter(isMedia).toSpliced(Math.max(0, at), 0, { type: "text", text });
}

function textsOf(block: unknown): readonly string[] {
  if (isText(block)) return [block.text];
  const { text, ...resource } = Object(Object(block).resource) as Block;
  if (typeof text !== "string") return [JSON.stringify(block)];
  return [text, JSON.stringify({ ...(block as Block), resource })];
}

function isText(block: unknown): block is { readonly text: string } {
  return TEXT.test(typeOf(block)) && typeof (block as Block).text === "string";
}

function isMedia(block: unknown): boolean {
  return MEDIA.test(typeOf(block));
}

function typeOf(block: unknown): string {
  return typeof block === "object" && block !== null ? String((block as Block).type) : "";
}
