import { textOfBlocks, withTextOfBlocks } from "../../codec/content-blocks.js";
import { isObject } from "../../text/index.js";

type Open = Readonly<Record<string, unknown>>;

/** A shape of tool results, with the place of the text that the model reads. */
interface Shape {
  fits(result: Open): boolean;
  read(result: Open): string;
  /** Returns the same shape with another text. */
  write(result: Open, text: string): object;
}

const isText = (value: unknown): value is string => typeof value === "string";
const linesOf = (text: string): readonly string[] => (text === "" ? [] : text.split("\n"));

/** `Bash` */
const shell: Shape = {
  fits: ({ stdout, stderr }) => isText(stdout) && isText(stderr),
  read: ({ stdout, stderr, isImage }) => (isImage === true ? "" : [stdout, stderr].filter(Boolean).join("\n")),
  write(result, text) {
    // The removed fields would tell the model the path of a file with the whole original output (observed).
    const { persistedOutputPath, persistedOutputSize, rawOutputPath, structuredContent, ...rest } = result;
    return { ...rest, stdout: text, stderr: "", isImage: false };
  },
};

/** `Read`, also of an image, a notebook or a PDF. Text may replace any of them (observed). */
const file: Shape = {
  fits: ({ type, file: its }) => isText(type) && isObject(its),
  read: ({ type, file: its }) => {
    const { content, cells } = its as Open;
    if (type === "text" && isText(content)) return content;
    return cells === undefined ? "" : JSON.stringify(cells);
  },
  write({ type, file: its, ...rest }, text) {
    const { filePath = "", startLine = 1, totalLines } = its as Open;
    const numLines = text.split("\n").length;
    const known = type === "text" ? { totalLines } : { totalLines: numLines };
    return { ...rest, type: "text", file: { filePath, content: text, numLines, startLine, ...known } };
  },
};

/** `Grep` for lines and for counts */
const found: Shape = {
  fits: ({ mode, content }) => isText(mode) && isText(content),
  read: ({ content }) => content as string,
  write: (result, text) => ({ ...result, content: text }),
};

/** `Glob`, and `Grep` for files */
const files: Shape = {
  fits: ({ filenames }) => Array.isArray(filenames) && filenames.every(isText),
  read: ({ filenames }) => (filenames as readonly string[]).join("\n"),
  write: (result, text) => ({ ...result, filenames: linesOf(text), numFiles: linesOf(text).length }),
};

/** `Agent` when it has finished */
const report: Shape = {
  fits: ({ agentId, content }) => isText(agentId) && Array.isArray(content),
  read: ({ content }) => textOfBlocks(content as readonly unknown[]),
  write: (result, text) => ({ ...result, content: withTextOfBlocks(result.content as readonly unknown[], text) }),
};

/** `WebFetch` (from the source code) */
const page: Shape = {
  fits: ({ code, result }) => typeof code === "number" && isText(result),
  read: ({ result }) => result as string,
  write: (result, text) => ({ ...result, result: text }),
};

const SHAPES: readonly Shape[] = [shell, file, found, files, report, page];

/** Tools whose results the model reads in part or not at all. Claude Code accepts other texts in them (observed). */
const OTHER_TOOLS = new Set(["Write", "Edit", "NotebookEdit", "TaskCreate"]);
/** Keys that must keep their values: otherwise, Claude Code ignores the whole replacement. */
const WORDS = new Set(["type", "mode", "status", "cell_type", "cellType", "edit_mode", "language"]);

/** The model reads the whole result of an MCP server's tool, and Claude Code accepts any replacement (observed). */
const isMcp = (tool: string) => tool.startsWith("mcp__");

/** Returns the text of a result that the model reads. For an unknown shape, returns the result as JSON. */
export function textOf(tool: string, result: unknown): string {
  if (isText(result)) return result;
  if (result === undefined || result === null) return "";
  if (isMcp(tool)) return Array.isArray(result) ? textOfBlocks(result) : JSON.stringify(result);
  return shapeOf(result)?.read(result as Open) ?? JSON.stringify(result);
}

/** Returns the result with another text in its original shape, or `undefined` if the shape cannot hold it. */
export function withText(tool: string, result: unknown, text: string): unknown {
  if (isMcp(tool)) return Array.isArray(result) ? withTextOfBlocks(result, text) : text;
  const shape = shapeOf(result);
  return shape === undefined ? sameKind(result, text) : shape.write(result as Open, text);
}

/**
 * Returns a replacement that hides a result. In an unknown shape, replaces all texts, numbers and flags except `WORDS`.
 * `sure`: whether Claude Code is known to accept the replacement.
 */
export function withheld(tool: string, result: unknown, text: string): { readonly output: unknown; sure: boolean } {
  if (isMcp(tool)) return { output: [{ type: "text", text }], sure: true };
  const shape = shapeOf(result);
  if (shape !== undefined) return { output: shape.write(result as Open, text), sure: true };
  return { output: filled(result, text), sure: OTHER_TOOLS.has(tool) };
}

function shapeOf(result: unknown): Shape | undefined {
  return isObject(result) ? SHAPES.find(({ fits }) => fits(result)) : undefined;
}

function filled(value: unknown, text: string): unknown {
  if (isText(value)) return text;
  if (typeof value === "number") return 0;
  if (typeof value === "boolean") return false;
  if (Array.isArray(value)) return value.map((item) => filled(item, text));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, its]) => [key, WORDS.has(key) ? its : filled(its, text)]);
  return Object.fromEntries(entries);
}

/** Parses JSON text that replaces an array or object. Returns `undefined` if its shape differs. */
function sameKind(result: unknown, text: string): unknown {
  if (isText(result)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isLike(result, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The fields that these tools' results must have. Without one, Claude Code shows the tool's own result (observed). */
const LEAST: Readonly<Record<string, unknown>> = {
  Bash: { stdout: "", stderr: "", interrupted: false },
  Read: { type: "text", file: { filePath: "", content: "", numLines: 1, startLine: 1, totalLines: 1 } },
  Grep: { mode: "content", content: "", numFiles: 1, filenames: [] },
  Glob: { filenames: [], durationMs: 0, numFiles: 0, truncated: false },
};

/** Whether Claude Code accepts this output instead of a tool's result. It ignores one of another shape (observed). */
export function takes(tool: string, result: unknown, output: unknown): boolean {
  if (isMcp(tool) || result === undefined || isLike(result, output)) return true;
  return Object.hasOwn(LEAST, tool) && isLike(LEAST[tool], output);
}

/** Whether a value has everything that `model` has, with the same types. Additional fields are accepted (observed). */
function isLike(model: unknown, value: unknown): boolean {
  if (model === null) return true;
  if (Array.isArray(model)) {
    const known = (item: unknown) => model.length === 0 || model.some((one) => isLike(one, item));
    return Array.isArray(value) && value.every(known);
  }
  if (!isObject(model)) return typeof value === typeof model;
  const has = (key: string, its: Open) => (WORDS.has(key) ? its[key] === model[key] : isLike(model[key], its[key]));
  return isObject(value) && Object.keys(model).every((key) => has(key, value));
}
