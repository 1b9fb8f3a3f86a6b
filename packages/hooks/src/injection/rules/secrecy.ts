import { phrase, type Rule } from "../rule.js";

const SECRETS =
  "api keys?|passwords?|credentials?|secrets?|tokens?|private keys?|ssh keys?|environment variables?|env (?:file|vars?|variables?)|(?:system )?prompt|(?:operating |system )?instructions|conversation(?: history)?|chat history|message history|personal (?:data|information|details)|(?:contact|user|customer) (?:list|data|details)|contents? of|private data|confidential (?:data|information)|bank details|security code|credit card(?: numbers?)?";

/** Texts that want something to be hidden from the user, or sent away. */
export const SECRECY: readonly Rule[] = [
  {
    name: "hide-from-the-user",
    weight: "enough",
    anchors: ["the user", "your user", "anyone", "the human"],
    pattern: phrase(
      "(?:do not|don t|never|must not|should not|avoid|without) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting|mention|mentioning|disclose|reveal|let|letting|warn|warning) (?:this |it |any of this |anything |these instructions? )?(?:to )?(?:the|your) (?:user|human|owner)(?: know)? ~3 (?:about|that|this|any|anything|these|what|of)",
    ),
  },
  {
    name: "in-secret",
    weight: "hint",
    anchors: [
      "the user",
      "your user",
      "secretly",
      "silently",
      "quietly",
      "covertly",
      "discreetly",
      "this instruction",
      "these instructions",
      "this message",
      "without asking",
      "without confirm",
      "without approval",
    ],
    pattern: phrase(
      "(?:without|never|not|don t|avoid) (?:ever )?(?:telling|tell|informing|inform|notifying|notify|alerting|alert|mention|mentioning|disclose|reveal|asking|let|letting|show) ~2 (?:user|human)|(?:secretly|silently|quietly|covertly|discreetly) (?:send|forward|copy|upload|include|add|execute|run|call|read|append|insert|transfer)|(?:without|keep|hide|hidden) ~3 (?:from )?(?:the )?user(?: s)? (?:knowledge|consent|awareness)|(?:do not|don t|never) (?:mention|reveal|repeat|acknowledge|disclose) (?:this|these) (?:instructions?|message|note|prompt|request)|without (?:asking|confirmation|confirming|approval)",
    ),
  },
  {
    name: "reveal-your-prompt",
    weight: "enough",
    anchors: ["prompt", "instructions", "system message", "words above", "text above", "everything above"],
    pattern: phrase(
      "(?:reveal|print|output|repeat|show|leak|display|tell|write|give|expose|dump|recite|return|share|what (?:is|are|was|were)) ~2 your (?:full |entire |complete |whole |hidden |initial |original |secret |exact |own |internal |current |first )*(?:system (?:prompt|message|instructions?)|initial (?:prompt|instructions?)|hidden (?:prompt|instructions?)|(?:pre ?)?prompts?(?: text)?|instructions)|(?:repeat|print|output|recite|copy|write) (?:out )?(?:all |every )?(?:of )?(?:the )?(?:words|texts?|everything|sentences|lines) (?:above|before this|starting with)",
    ),
  },
  {
    name: "reveal-the-prompt",
    weight: "hint",
    anchors: ["system prompt", "prompt", "instructions above", "text above"],
    pattern: phrase(
      "(?:reveal|print|output|repeat|leak|display|tell|expose|dump|recite) ~5 (?:system prompt|prompt texts?|instructions above|text above|hidden (?:instructions?|prompt)|initial prompt|prompts)",
    ),
  },
  {
    name: "send-secrets",
    weight: "hint",
    anchors: ["send", "forward", "post ", "upload", "email", "transmit", "exfiltrate", "leak", "submit"],
    pattern: phrase(
      `(?:send|forward|post|upload|e-?mail|transmit|exfiltrate|leak|submit|share) ~6 (?:${SECRETS}) ~8 to (?:https?|the following|this|me|an? (?:external|attacker)|attacker|[a-z0-9._%+-]{1,40}@)`,
    ),
  },
  {
    name: "image-with-data",
    weight: "enough",
    anchors: ["![", "<img"],
    pattern: /(?:!\[[^\]\n]{0,200}\]\(|<img [^>\n]{0,80}?src=["']?)https?:\/\/[^\s"'>)]{1,400}[^)"'>\n]{0,60}/g,
    // A place for data, not data: a link of a badge has neither.
    accepts: (found) =>
      /[?/=&](?:[^?/=&]{0,20})(?:[{[<$]|%7b|%5b|\binsert|\byour[-_ ])/.test(found.slice(found.indexOf("://") + 3)) &&
      /data|conversation|history|summary|secret|token|password|api[-_ ]?key|email|content|message|context|base64|prompt|chat|user|answer|encoded/.test(
        found.slice(found.indexOf("://") + 3),
      ),
  },
];
