import { phrase, type Rule } from "../rule.js";

/** Words of a sentence, not code: what follows the mark of a forged message. */
const SENTENCE =
  "[^a-z0-9]{0,20}(?:(?:system|user|assistant|developer|tool)[^a-z0-9]{1,20})?[a-z']{1,20}(?:[ ,:;.!]{1,3}[a-z']{1,20}){4}";
const TOKENS = [
  "<\\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|eom_id|start_header_id|end_header_id|begin_of_text|end_of_text|endofprompt|end|channel|message|start)\\|>",
  "\\[/?inst\\]|<</?sys>>|<(?:start|end)_of_turn>|<｜(?:user|assistant|begin▁of▁sentence|end▁of▁sentence)｜>",
].join("|");
const TAGS =
  "system|system[-_ ](?:prompt|message|instructions?|reminder|override|notice)|assistant|user[-_]query|human|tool[-_](?:results?|response|output|call|calls)|function[-_](?:results?|calls?|response)|admin|developer[-_]message|instructions?|end[-_]of[-_](?:document|data|context|results?)";

const RESULTS =
  "tool[-_](?:results?|response|output)|function[-_](?:results?|response|output)|function_calls|documents?|results?|data|context|output|untrusted[-_a-z]{0,20}|search[-_]results?";

/** What the end of a result begins with. */
const RESULT_ENDS = [
  "</tool",
  "</function",
  "</document",
  "</result",
  "</data>",
  "</context",
  "</output",
  "</untrusted",
  "</search",
];

/** Texts that pretend that the result ended, and that another message begins. */
export const ROLES: readonly Rule[] = [
  {
    name: "chat-token",
    weight: "enough",
    anchors: ["<|", "[inst]", "[/inst]", "<<sys>>", "<start_of_turn>", "<end_of_turn>", "<｜"],
    // In code, the token is a string of its own, or a variable follows.
    pattern: new RegExp(`(?<!["'\`(=,])(?:${TOKENS})${SENTENCE}`, "g"),
  },
  {
    name: "chat-token-in-text",
    weight: "hint",
    anchors: ["<|", "[inst]", "[/inst]", "<<sys>>", "<start_of_turn>", "<end_of_turn>", "<｜"],
    pattern: new RegExp(TOKENS, "g"),
  },
  {
    name: "end-of-result",
    weight: "enough",
    anchors: RESULT_ENDS,
    pattern: new RegExp(
      `</(?:${RESULTS})>[^a-z0-9<]{0,20}(?:<(?:${TAGS})>|(?:\\[|#{1,6} ?)?(?:system|human|user|assistant|admin|developer)(?:\\]|:|\\)))`,
      "g",
    ),
  },
  {
    name: "end-of-result-in-text",
    weight: "hint",
    anchors: RESULT_ENDS,
    pattern: new RegExp(`</(?:${RESULTS})>`, "g"),
  },
  {
    name: "forged-conversation",
    weight: "hint",
    near: ["asks-for-an-act"],
    anchors: ["assistant:", "assistant :", "user:", "user :", "human:", "human :"],
    pattern:
      /(?<![a-z])(?:user|human) ?: [\s\S]{1,600}?(?<![a-z])assistant ?:[ *_"']{1,4}(?:sure|of course|certainly|ok(?:ay)?|understood|absolutely|yes|right away|no problem|i will|i'll|i have|done)(?![a-z])/g,
  },
  {
    name: "system-update",
    weight: "enough",
    anchors: ["system update", "system notice", "system alert", "system notification", "system message"],
    pattern:
      /(?<![a-z])system (?:update|notice|alert|notification|message)[^a-z0-9]{0,6}:[\s\S]{0,200}?(?<![a-z])(?:new|next|updated|current|your) (?:tasks?|instructions?|objectives?|goals?|assignments?)[ *_]{0,3}:/g,
  },
  {
    name: "role-tag",
    weight: "hint",
    anchors: [
      "<system",
      "</system",
      "<assistant",
      "<user_query",
      "<user-query",
      "<human",
      "<tool",
      "</tool",
      "<function_",
      "</function_",
      "<admin",
      "<instruction",
      "<important",
      "<information",
      "<developer",
    ],
    pattern: new RegExp(`</?(?:${TAGS}|important|information)>`, "g"),
  },
  {
    name: "role-label",
    weight: "enough",
    anchors: [
      "system_message",
      "system message",
      "system override",
      "system_override",
      "admin override",
      "system instruction",
      "system prompt update",
      "system command",
    ],
    pattern:
      /(?:#{2,6} ?|\[ ?|\( ?|<)[([]?(?:system|admin|developer)[-_ ](?:message|override|instructions?|command|prompt update|directive)[\])>]|(?<![a-z])(?:system|admin(?:istrator)?|developer|root)[-_ ]override(?: ?:| (?:code|activated|engaged|enabled|initiated))/g,
  },
  {
    name: "role-line",
    weight: "hint",
    anchors: [
      "system",
      "système",
      "sistema",
      "assistant:",
      "human:",
      "user:",
      "instruction",
      "admin",
      "developer:",
      "override",
    ],
    pattern:
      /(?:^|[\n"'>}-]| {2})[ \t*#_[(<]{0,8}(?:system|assistant|human|user|admin(?:istrator)?|developer|instruction|override|nota? (?:d[ei]l? )?sist[eè]ma|note système|systemhinweis)(?:[ _-](?:message|prompt|note|notice|alert|update|instruction|override|command))?[ \])>*_]{0,4}:[ \t*_]{0,4}\p{L}{2,16}[ ,][\p{L}']{1,16} /gu,
  },
  {
    name: "end-of-prompt",
    weight: "hint",
    anchors: ["end of ", "begin ", "start of "],
    pattern: phrase(
      "(?:end|start|beginning) of (?:the )?(?:system |user |initial )?(?:prompt|instructions?|document|context|data|email|text|input|message|results?|conversation)|begin (?:new |system |admin )(?:prompt|instructions?|message|task)",
    ),
  },
];
