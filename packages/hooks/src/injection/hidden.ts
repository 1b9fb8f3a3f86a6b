import type { Match } from "./rule.js";
import { asksForAct } from "./rules/acts.js";

/** The longest tag and the longest hidden text that are looked at. */
const MAX_TAG_LENGTH = 600;
const MAX_TEXT_LENGTH = 2000;
/** Styles and attributes with which readers of a page do not see a text. */
const UNSEEN =
  /display ?: ?none|visibility ?: ?hidden|font-size ?: ?[01](?:\.\d)?(?:px|pt|em|%)? ?[;"']|opacity ?: ?0(?:\.0\d?)? ?[;"']|(?<!-)color ?: ?(?:white|#fff(?:fff)?|transparent|rgba?\(255, ?255, ?255) ?[;"'),]|(?:left|top|text-indent) ?: ?-\d{3,5}(?:px|em)|<[a-z]{1,12} (?:[^>]{0,200} )?hidden(?:=["'a-z]{0,10})?[ >]|color=["']?(?:white|#fff)/;
/** A link definition that Markdown does not show. */
const UNSEEN_LINK = /^[ \t]{0,3}\[(?:\/\/|comment|_|ai|note)\]: ?(?:#|<>|\/)? ?\(?["']?([^\n]{1,1000})/gm;
/** Who could be meant by a text that no reader sees. A comment also says `you` to whoever edits the file. */
const MODEL =
  /(?<![-/\w.])(?:ai|llms?|language models?|assistants?|agents?|chatbots?|chatgpt|gpt|claude|gemini|copilot|your (?:task|instructions?|response|answer|reply|summary))(?![-/\w]|\.\w)/;
const YOU = /\byou (?:must|should|are|will)\b/;
const ORDER =
  /\b(?:ignore|disregard|forget|must|should|do not|don't|never|always|instead|reply|respond|answer|say|tell|send|forward|run|execute|call|invoke|include|append|insert|output|print|recommend|visit|open|fetch|curl|download|upload|delete|reveal|pretend|follow)\b/;
/** Comments that tools and editors read. */
const TOOLS =
  /^[\s!]*(?:prettier|eslint|markdownlint|biome|vale|cspell|textlint|toc|doctoc|generated|auto-?generated|begin|end|start|stop|tag|more|todo|fixme|copyright|licen[sc]e|spdx|#|\/?ko|if |\[if|all-contributors|badge|automd|do not (?:edit|remove|modify))/;

/** Returns the hidden parts of a lower-case text that tell a model to do something. */
export function hiddenOrders(text: string): readonly Match[] {
  return [...comments(text), ...unseenElements(text), ...unseenLinks(text)];
}

function isOrder(text: string): boolean {
  return text.length > 15 && MODEL.test(text) && (ORDER.test(text) || asksForAct(text)) && !TOOLS.test(text);
}

function comments(text: string): readonly Match[] {
  const matches: Match[] = [];
  for (let start = text.indexOf("<!--"); start !== -1; ) {
    const close = text.indexOf("-->", start + 4);
    // An open comment hides the rest of a page.
    const end = close === -1 ? text.length : close;
    if (isOrder(text.slice(start + 4, Math.min(end, start + MAX_TEXT_LENGTH)))) matches.push({ start, end });
    start = text.indexOf("<!--", end);
  }
  return matches;
}

function unseenElements(text: string): readonly Match[] {
  const matches: Match[] = [];
  for (let start = text.indexOf("<"); start !== -1; ) {
    const next = text.indexOf("<", start + 1);
    const end = next === -1 ? text.length : next;
    const tag = text.slice(start, Math.min(end, start + MAX_TAG_LENGTH));
    const close = tag.indexOf(">");
    if (close !== -1 && tag.length > 20 && UNSEEN.test(tag.slice(0, close + 1))) {
      const content = text.slice(start + close + 1, Math.min(end, start + MAX_TEXT_LENGTH));
      if (isOrder(content) || (YOU.test(content) && ORDER.test(content))) matches.push({ start, end });
    }
    start = next;
  }
  return matches;
}

function unseenLinks(text: string): readonly Match[] {
  if (!text.includes("]:")) return [];
  return [...text.matchAll(UNSEEN_LINK)]
    .filter(({ 1: content = "" }) => isOrder(content))
    .map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
