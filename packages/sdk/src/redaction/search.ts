import { assignmentFinder, NAME_ANCHORS } from "./assignments.js";
import { findInCommand, PROGRAM_ANCHORS } from "./commands.js";
import { decodedTexts } from "./encoded.js";
import type { FindingSink, FoundSecret } from "./finding.js";
import { findKubernetesSecrets } from "./kubernetes.js";
import { Scanner } from "./scanner.js";
import { findDiscordTokens, SHAPE_ANCHORS } from "./shapes.js";
import { findVendorToken, VENDOR_ANCHORS } from "./vendor-tokens.js";
import { STYLE_ANCHORS } from "./visible.js";

/** What looks at the text from an anchor on. Returns where it goes on, if it has read further. */
type Look = (text: string, at: number, all: boolean, add: FindingSink) => number | undefined;

/** The number of the search that looks at the names of secrets. It keeps track of its position itself. */
const NAMES = 0;
/** The number of what begins a style. */
const STYLES = 1;
const LOOKS: (Look | undefined)[] = [undefined, undefined];
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
    ...STYLE_ANCHORS.map((text) => ({ text, value: STYLES })),
    ...vendors,
    ...shapes,
    ...PROGRAM_ANCHORS.map((anchor) => ({ ...anchor, value: program })),
  ]);
}

/**
 * Adds the secrets of a text. With `all`, any value of a secret's name counts, and any password in a command. Returns
 * whether the text may have styles of a terminal.
 */
export function search(text: string, all: boolean, add: FindingSink): boolean {
  const hasStyles = searchPlain(text, all, add);
  for (const { text: decoded, start, end } of decodedTexts(text)) {
    let isFound = false;
    searchPlain(decoded, false, () => {
      isFound = true;
    });
    if (isFound) add("encoded", start, end);
  }
  return hasStyles;
}

function searchPlain(text: string, all: boolean, add: FindingSink): boolean {
  scanner ??= built();
  let candidates: Candidates | undefined;
  scanner.scan(text, (at, number) => {
    candidates ??= new Candidates(text, all, add);
    candidates.look(at, number);
  });
  findDiscordTokens(text, add);
  findKubernetesSecrets(text, add);
  // Last, because the first of two rules that find the same text names it.
  for (const { rule, start, end } of candidates?.assigned ?? []) add(rule, start, end);
  return candidates?.hasStyles ?? false;
}

/** Looks at a text where an anchor was found. Most short texts have none. */
class Candidates {
  readonly assigned: FoundSecret[] = [];
  hasStyles = false;
  readonly #assignment: (at: number) => void;
  readonly #from: number[] = new Array(LOOKS.length).fill(0);

  constructor(
    private readonly text: string,
    private readonly all: boolean,
    private readonly add: FindingSink,
  ) {
    this.#assignment = assignmentFinder(text, all, (rule, start, end) => this.assigned.push({ rule, start, end }));
  }

  look(at: number, number: number): void {
    if (number === NAMES) this.#assignment(at);
    else if (number === STYLES) this.hasStyles = true;
    else if (at >= (this.#from[number] as number)) {
      this.#from[number] = LOOKS[number]?.(this.text, at, this.all, this.add) ?? 0;
    }
  }
}
