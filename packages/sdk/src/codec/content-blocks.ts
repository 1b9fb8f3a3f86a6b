type Block = Readonly<Record<string, unknown>>;

const TEXT = /^(?:input_)?text$/;
const MEDIA = /^(?:input_)?(?:image|audio)$/;

/**
 * What the model reads of a list of content blocks: the texts, those of resources among them, and the JSON of whatever else
 * there is, so that no text goes unseen. Images and sounds have none.
 */
export function textOfBlocks(blocks: readonly unknown[]): string {
  return blocks
    .filter((block) => !isMedia(block))
    .flatMap(textsOf)
    .join("\n");
}

/** The blocks with one text in the place of all that `textOfBlocks` gives; images and sounds stay. */
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
