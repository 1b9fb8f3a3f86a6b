import type { FindingSink } from "./finding.js";
import { isExample } from "./random-values.js";

/** A manifest of a Kubernetes secret: its values are secrets, whatever their names. */
const KIND = /\bkind\\?["']?:[ \t]{0,9}\\?["']?Secret\b/g;
const DATA = /(?:^|[\s{,"'])(?:data|stringData)\\?["']?:/g;
const DOCUMENT_END = /^(?:---|\.\.\.)[ \t]*$/m;
/** A key and its value, in YAML or JSON. */
const ENTRY =
  /[\w.-]{1,100}\\?["']?:[ \t]{0,20}(?:![a-z!]{1,20}[ \t])?\\?["']?([A-Za-z0-9+/]{8,10000}={0,2})(?=\\?["']?[ \t]{0,9}(?:[\r\n,}]|\\n|$))/g;
/** How far from `kind` the data may be, in both directions. */
const REACH = 4000;

/** Finds the values of Kubernetes secrets. */
export function findKubernetesSecrets(text: string, add: FindingSink): void {
  if (!text.includes("Secret")) return;
  KIND.lastIndex = 0;
  let searchedTo = 0;
  for (let match = KIND.exec(text); match !== null; match = KIND.exec(text)) {
    const from = Math.max(searchedTo, match.index - REACH);
    const before = text.slice(from, match.index);
    const separated = before.lastIndexOf("\n---");
    const start = separated === -1 ? from : from + separated;
    const after = text.slice(match.index, match.index + REACH);
    const ends = DOCUMENT_END.exec(after)?.index ?? after.length;
    const part = text.slice(start, match.index + ends);
    findEntries(part, start, add);
    searchedTo = match.index + ends;
    KIND.lastIndex = Math.max(KIND.lastIndex, searchedTo);
  }
}

function findEntries(part: string, offset: number, add: FindingSink): void {
  DATA.lastIndex = 0;
  const data = DATA.exec(part);
  if (data === null) return;
  const inside = part.slice(DATA.lastIndex);
  // The next key that is not indented ends the data.
  const length = /\n[a-zA-Z]|\}/.exec(inside)?.index ?? inside.length;
  for (const { index, 0: entry, 1: value = "" } of inside.slice(0, length + 1).matchAll(ENTRY)) {
    if (isExample(value)) continue;
    const start = offset + DATA.lastIndex + index + entry.length - value.length;
    add("kubernetes-secret", start, start + value.length);
  }
}
