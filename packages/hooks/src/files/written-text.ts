import { pathsOf, type ToolCall } from "@agent-hook/sdk";

/** Returns the text of a file after a call, or `undefined` if it is not known. `before` reads the text before it. */
export type TextAfter = (before: () => string | undefined) => string | undefined;

/** Names of arguments in lower case without `_`. Hosts use different ones. */
const WHOLE = /^(?:contents?|filetext)$/;
const OLD = /^old(?:string|str|text)$/;
const NEW = /^new(?:string|str|text)$/;
const ALL = /^(?:replaceall|allowmultiple)$/;
/** What else says nothing about the text. */
const REMARK = /^(?:instructions?|description|explanation|expectedreplacements)$/;
/** Tools that keep a part of the text that their arguments do not show. */
const KEEPS_TEXT = /append|insert/i;
/** A new file in a patch of Codex, with nothing else in it. */
const NEW_FILE = /^\s*\*\*\* Begin Patch\n\*\*\* Add File: [^\n]+\n((?:\+[^\n]*\n)*)\*\*\* End Patch\s*$/;

/** Returns how a call changes the text of its only file, if its arguments show that. */
export function textAfter(call: ToolCall): TextAfter | undefined {
  const [path, ...others] = pathsOf(call);
  if (path === undefined || others.length > 0) return undefined;
  const args = Object.entries(call.arguments).filter(([, value]) => value !== null && value !== undefined);
  const [first, ...more] = args.filter(([name, value]) => value !== path && !REMARK.test(keyOf(name)));
  if (first === undefined) return undefined;
  const [name, value] = first;
  if (more.length === 0 && typeof value === "string") {
    const added = args.length === 1 ? NEW_FILE.exec(value)?.[1]?.replaceAll(/^\+/gm, "") : undefined;
    if (added !== undefined) return () => added;
    if (WHOLE.test(keyOf(name)) && !KEEPS_TEXT.test(call.tool)) return () => value;
    // Without an old text, it is for a file that does not exist.
    if (NEW.test(keyOf(name))) return (before) => (before() === undefined ? value : undefined);
    return undefined;
  }
  const isList = more.length === 0 && keyOf(name) === "edits" && Array.isArray(value);
  const edits = isList ? value.map((edit) => editIn(Object.entries(Object(edit)))) : [editIn([first, ...more])];
  if (edits.length === 0 || edits.includes(undefined)) return undefined;
  return (before) =>
    edits.reduce<string | undefined>((text, edit) => (text === undefined ? undefined : edit?.(text)), before());
}

/** Returns the edit that arguments describe, or `undefined` for other arguments. */
function editIn(args: readonly (readonly [string, unknown])[]): ((text: string) => string | undefined) | undefined {
  const find = (pattern: RegExp) => args.filter(([name]) => pattern.test(keyOf(name))).map(([, value]) => value);
  const [[old, ...moreOld], [text, ...moreText], [all = false, ...moreAll]] = [find(OLD), find(NEW), find(ALL)];
  const isComplete = args.every(([name]) => [OLD, NEW, ALL].some((pattern) => pattern.test(keyOf(name))));
  if (!isComplete || moreOld.length + moreText.length + moreAll.length > 0) return undefined;
  if (typeof old !== "string" || typeof text !== "string" || typeof all !== "boolean") return undefined;
  return (before) => {
    const parts = old === "" ? [] : before.split(old);
    return parts.length === 2 || (all && parts.length > 2) ? parts.join(text) : undefined;
  };
}

function keyOf(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}
