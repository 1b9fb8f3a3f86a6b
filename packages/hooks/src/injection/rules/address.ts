import { phrase, type Rule } from "../rule.js";

const MODEL =
  "ai|llms?|language models?|large language models?|(?:ai|llm|coding|virtual|digital|autonomous|intelligent) (?:agents?|assistants?|models?|systems?)|chatbots?|bots?|assistants?|claude|chatgpt|gpt ?[345]?o?|gemini|copilot|codex|cursor";
const SOMEBODY =
  "(?:me|us|(?:the|your) ~1 (?:user|developers?|admin|administrators?|creators?|operators?|owner|boss|manager|employer|system|security team|it department))";

/** Texts that speak to the model, or in the name of the user. */
export const ADDRESS: readonly Rule[] = [
  {
    name: "message-from-the-user",
    weight: "enough",
    anchors: [
      " message from",
      " notice from",
      " instruction from",
      " instructions from",
      " command from",
      " order from",
    ],
    pattern: phrase(
      `(?:important|urgent|critical|new|priority|special|secret|direct|official) (?:message|notice|instructions?|command|order) from ${SOMEBODY.replaceAll("~1 ", "(?:[a-z]{1,12} )?")}`,
    ),
  },
  {
    name: "message-to-the-model",
    weight: "hint",
    anchors: [
      " ai",
      "llm",
      "language model",
      "chatbot",
      " bot",
      "assistant",
      "agent",
      "claude",
      "gpt",
      "gemini",
      "copilot",
    ],
    pattern: phrase(
      `(?:messages?|notes?|notice|instructions?|attention|warning|reminder|memo|important|directive|command|request|to ?do|tasks?|action items?) (?:to|for) (?:the |any |all |every |an? |our |your |this )?(?:${MODEL})|(?:to ?do|notes?|notice|attention|reminder|action items?) (?:to|for) (?:the |any |all |every )?agents?|(?:attention|hey|hi|hello|dear|listen|ok|okay) (?:${MODEL})`,
    ),
  },
  {
    name: "if-you-are-a-model",
    weight: "hint",
    anchors: [
      "if you",
      "as an ai",
      "as a language",
      "as an llm",
      "reading this",
      "processing this",
      "parsing this",
      "summarizing this",
      "analyzing this",
    ],
    pattern: phrase(
      `if you (?:are|re) ~1 (?:${MODEL})|(?:${MODEL}) ~2 (?:reading|processing|parsing|summari[sz]ing|analy[sz]ing|reviewing) ~1 (?:this|these)`,
    ),
  },
  {
    name: "users-task",
    weight: "hint",
    anchors: [
      "i gave you",
      "i have given you",
      "i assigned you",
      "i asked you",
      "i told you",
      "user gave you",
      "user asked",
    ],
    pattern: phrase(
      "(?:task|request|question|instructions?|what) ~1 (?:i|the user) (?:gave|have given|assigned|asked|told) (?:you|for)",
    ),
  },
  {
    name: "before-the-task",
    weight: "hint",
    anchors: [
      "before you ",
      "before doing",
      "before answering",
      "before continuing",
      "before completing",
      "before proceeding",
      "before responding",
    ],
    pattern: phrase(
      "before (?:you|doing|answering|continuing|completing|proceeding|responding) ~6 (?:task|request|question|query|user|summary|anything else) ~8 (?:must|need|have|please|should|first|required|following)|before you (?:answer|reply|respond|summari[sz]e|continue|proceed|finish)",
    ),
  },
  {
    name: "back-to-the-task",
    weight: "hint",
    anchors: ["after that", "after you", "once you", "when you", "once that", "then continue", "then proceed"],
    pattern: phrase(
      "(?:after|once|when) (?:that|this|you) ~6 (?:you can|you may|continue|proceed|resume|return|go back) ~4 (?:task|request|question|user|normally|normal|original|as usual)|then (?:continue|proceed) ~2 (?:normally|as usual|as if)",
    ),
  },
  {
    name: "do-this-first",
    weight: "hint",
    anchors: ["the following", "this first", "extremely important", "very important", "urgent", "important!", "first,"],
    pattern: phrase(
      "(?:please )?(?:do|perform|execute|complete|carry out) the following (?:first|instead|now|immediately|before|instructions?|actions?|steps first)|this is (?:extremely|very|really|absolutely) (?:important|urgent|critical)|(?:important|urgent|warning)(?=!!)",
    ),
  },
  {
    name: "in-the-reply",
    weight: "hint",
    anchors: ["reply", "replies", "response", "answer", "summary", "output"],
    pattern: phrase(
      "(?:append|include|add|insert|repeat|output|put|place|write|end|begin|start|added|included|appended) ~9 (?:in|to|of|with|at) ~5 (?:your|every|all|any) ~2 (?:reply|replies|responses?|answers?|summary|summaries|output)",
    ),
  },
  {
    name: "when-you-read-this",
    weight: "hint",
    anchors: ["when you", "while you", "whenever you", "agents "],
    pattern: phrase(
      "(?:when|while|whenever|if) you (?:are )?(?:summari[sz]e|summari[sz]ing|process|processing|read|reading|handle|handling|analy[sz]e|analy[sz]ing|translate|translating|parse|see|review|reviewing) (?:this|the above|these)|(?:ai|llm|coding|automated|autonomous) agents? ~6 (?:should|must|need to) (?:first|also|always|now|immediately|then)",
    ),
  },
  {
    name: "in-the-users-name",
    weight: "hint",
    anchors: ["the user ", "authorized by", "authorised by", "approved by", "permission from"],
    pattern: phrase(
      "the user (?:has|already|had) ~2 (?:authori[sz]ed|approved|consented|confirmed|requested|agreed|permitted)|(?:authori[sz]ed|approved|permission) (?:by|from) (?:the|your) (?:user|developers?|admin|administrator|owner|operator|system)",
    ),
  },
  {
    name: "use-the-tool",
    weight: "hint",
    anchors: [" tool", " function", "call ", "use ", "invoke "],
    pattern: phrase(
      "(?:call|use|invoke) [a-z]{2,16}_[a-z_]{2,24} (?:to|with|on|and)|you (?:should|must|need to|have to|will) (?:now |first |immediately |then |also )?(?:use|call|invoke|run|execute) ~2 (?:tool|function|command)",
    ),
  },
];
