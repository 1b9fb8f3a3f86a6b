import { phrase, type Rule } from "../rule.js";

/** `instructions`, also misspelled. */
const INSTRUCTIONS = "[a-z]{0,5}nstruc?t?ions?|directives?|guidelines|orders|programming|guardrails";
const IGNORE = [
  "ignor(?:e|es|ed|ing)|disregard(?:ing)?|forget(?:ting)?|neglect|(?:do not|don t|never|stop|quit|no longer) ",
  "(?:follow|following|obey|obeying|listen to|comply with|adhere to|consider)|pay no attention to",
].join("");
const REPLACE = "override|overrule|bypass|discard|cancel|erase|abandon|void|supersede|circumvent";
const EARLIER = "previous(?:ly)?|prior|above|preceding|earlier|foregoing|former|past|initial|original|existing|current";
const YOURS = "your|you|system|developer|assistant";

/** Texts that want to replace the instructions that the model has. */
export const OVERRIDE: readonly Rule[] = [
  {
    name: "ignore-instructions",
    weight: "enough",
    anchors: [
      "ignor",
      "disregard",
      "forget",
      "neglect",
      "follow",
      "obey",
      "listen to",
      "comply",
      "adhere",
      "attention",
    ],
    pattern: phrase(
      `(?:${IGNORE}) ~4 (?:${EARLIER}|${YOURS}|all|every)(?: (?!when|if|while|because|since|unless|whose)[a-z0-9']{1,16}){0,3} (?:${INSTRUCTIONS})`,
    ),
  },
  {
    name: "ignore-rules",
    weight: "enough",
    anchors: [
      "ignor",
      "disregard",
      "forget",
      "neglect",
      "follow",
      "obey",
      "listen to",
      "comply",
      "adhere",
      "attention",
    ],
    pattern: phrase(
      `(?:${IGNORE}) ~3 (?:${EARLIER}|your) ~2 (?:prompts?|commands|rules|directions|restrictions|constraints|training|assignments?)`,
    ),
  },
  {
    name: "replace-instructions",
    weight: "enough",
    anchors: [
      "overrid",
      "overrul",
      "bypass",
      "discard",
      "cancel",
      "erase",
      "abandon",
      "void",
      "supersede",
      "circumvent",
    ],
    pattern: phrase(`(?:${REPLACE}) ~3 (?:previous|prior|preceding|earlier|your) ~2 (?:${INSTRUCTIONS}|prompts?)`),
  },
  {
    name: "ignore-all-before",
    weight: "enough",
    anchors: ["disregard", "forget", "ignore"],
    pattern: phrase(
      "(?:disregard|forget|ignore) (?:everything|all|anything|whatever|what) ~3 (?:above|before|beforehand|earlier|previously|said|told|discussed|so far|until now|up to now)|(?:disregard|forget) (?:about )?everything (?:and|but|now|just|instead|write|say|tell|answer|else and)",
    ),
  },
  {
    name: "clear-memory",
    weight: "enough",
    anchors: ["memory", "your head", "your mind", "your context"],
    pattern: phrase(
      `(?:remove|erase|clear|delete|wipe|drop|purge) ~4 (?:${EARLIER}) ~3 (?:from|out of) (?:your|the) (?:memory|head|mind|context)`,
    ),
  },
  {
    name: "instructions-are-void",
    weight: "enough",
    anchors: ["nstruction", "directive", "prompt"],
    pattern: phrase(
      `(?:${EARLIER}|your) ~1 (?:[a-z]{0,5}nstructions|directives|prompts?) ~2 (?:ignored|void|invalid|cancell?ed|overridden|obsolete|superseded|replaced|revoked|outdated|no longer)`,
    ),
  },
  {
    name: "ignore-the-instructions",
    weight: "hint",
    anchors: ["ignor", "disregard", "forget"],
    pattern: phrase(
      "(?:ignore|disregard|forget) ~4 (?:instructions?|directives?|prompts?|guidelines|rules|everything)",
    ),
  },
  {
    name: "new-instructions",
    weight: "enough",
    anchors: ["new ", "updated ", "real ", "actual "],
    pattern: phrase(
      "(?:here|these|following|below) (?:are|is) (?:your|the) (?:new|updated|real|actual) (?:instructions?|rules|orders|task|prompt|directives?)|(?:follow|obey) (?:these|the|my|this) new (?:instructions?|orders|rules)",
    ),
  },
  {
    name: "new-task",
    weight: "hint",
    anchors: ["new ", "real ", "actual ", "true ", "only "],
    pattern: phrase(
      "your (?:new|real|actual|true|only) (?:task|goal|role|objective|purpose|instructions?|mission|job|identity) (?:is|are)|new (?:system )?(?:instructions?|prompt|task|directives?|objectives?|orders)(?= ?:)",
    ),
  },
  {
    name: "from-now-on",
    weight: "hint",
    anchors: [
      "from now on",
      "from this point",
      "you are now",
      "you must now",
      "you will now",
      "you shall now",
      "no longer",
    ],
    pattern: phrase(
      "(?:from now on|from this point (?:on|forward|onwards?)) ~1 (?:you|your|act|answer|respond|reply|only|always|ignore|speak)|you (?:are|must|will|shall) now|you are no longer",
    ),
  },
  {
    name: "obey-only",
    weight: "hint",
    anchors: ["strictly", "adhere", "following instruction", "only follow", "must follow", "must obey", "comply"],
    pattern: phrase(
      "(?:strictly|exactly|only) (?:adhere to|follow|obey)|adhere ~2 following|(?:must|only) (?:obey|follow) ~2 (?:me|instructions?|orders)|comply (?:with (?:every|any|all|my)|fully)",
    ),
  },
  {
    name: "instead-of-the-task",
    weight: "hint",
    anchors: ["instead", "stop what", "immediately stop", "stop immediately", "stop your", "stop the current"],
    pattern: phrase(
      "instead of ~3 (?:task|request|question|summary|summari[sz]ing|answering)|instead (?:please )?(?:say|respond|reply|answer|output|print|send|write|tell)|(?:say|respond|reply|answer|output|print|do|execute) ~8 instead|(?:immediately )?stop (?:what you|immediately|your|the current) ~3 (?:doing|task|work|action|processing)|you should immediately stop",
    ),
  },
];
