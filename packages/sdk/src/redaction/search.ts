import { assignmentFinder, NAME_ANCHORS } from "./assignments.js";
import { findInCommand, PROGRAM_ANCHORS } from "./commands.js";
import { decodedTexts } from "./encoded.js";
import type { FindingSink } from "./finding.js";
import { findKubernetesSecrets } from "./kubernetes.js";
import { Scanner } from "./scanner.js";
import { findDiscordTokens, SHAPE_ANCHORS } from "./shapes.js";
import { findVendorToken, VENDOR_ANCHORS } from "./vendor-tokens.js";

/** What looks at the text from an anchor on. Returns where it goes on, if it has read further. */
type Look = (text: string, at: number, all: boolean, add: FindingSink) => number | undefined;

/** The number of the search that looks at the names of secrets. It keeps track of its position itself. */
const NAMES = 0;
const LOOKS: (Look | undefined)[] = [undefined];
let scanner: Scanner<number> | undefined;

/** Built with the first text: many processes never get one. */
function built(): Scanner<number> {
  const vendors = VENDOR_ANCHORS.map(({ text, value }) => ({
    text,
    value: LOOKS.push((all, at, _, add) => findVendorToken(all, at, value, add)) - 1,
  }));
  const shapes = SHAPE_ANCHORS.map((anchor) => ({ ...anchor, value: LOOKS.push(anchor.value) - 1 }));
  const program = LOOKS.push(findInCommand) - 1;
  return new Scanner([
    ...NAME_ANCHORS.map((anchor) => ({ ...anchor, value: NAMES })),
    ...vendors,
    ...shapes,
    ...PROGRAM_ANCHORS.map((anchor) => ({ ...anchor, value: program })),
  ]);
}

/** Adds the secrets of a text. With `all`, any value of a secret's name counts, and any password in a command. */
export function search(text: string, all: boolean, add: FindingSink): void {
  searchPlain(text, all, add);
  for (const { text: decoded, start, end } of decodedTexts(text)) {
    let isFound = false;
    searchPlain(decoded, false, () => {
      isFound = true;
    });
    if (isFound) add("encoded", start, end);
  }
}

function searchPlain(text: string, all: boolean, add: FindingSink): void {
  scanner ??= built();
  const assigned: Parameters<FindingSink>[] = [];
  const assignment = assignmentFinder(text, all, (...finding) => assigned.push(finding));
  const from: number[] = [];
  scanner.scan(text, (at, number) => {
    if (number === NAMES) return assignment(at);
    if (at < (from[number] ?? 0)) return;
    const end = LOOKS[number]?.(text, at, all, add);
    if (end !== undefined) from[number] = end;
  });
  findDiscordTokens(text, add);
  findKubernetesSecrets(text, add);
  // Last, because the first of two rules that find the same text names it.
  for (const finding of assigned) add(...finding);
}
