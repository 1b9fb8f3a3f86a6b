import { phrase, type Rule } from "../rule.js";

const VERBS = [
  "send|e ?mail|forward|transfer|pay|wire|post|upload|share|submit|copy|invite|add|create|schedule|book|reserve|get|buy|order|make|set",
  "delete|remove|cancel|change|update|modify|reset|grant|approve|reply|tell|give|say|concatenate",
  "sende|schicke|leite|überweise|zahle|teile|lade|erstelle|buche|reserviere|lösche|entferne|ändere",
  "envoie[rz]?|transfère[rz]?|supprime[rz]?|envía|enviar|envíe|reenvía|transfiere|borra|elimina",
].join("|");
/** Where data or money goes to. An account has two letters and many digits. */
const ADDRESS =
  "[a-z0-9._%+-]{1,40}@[a-z0-9.-]{2,40}\\.[a-z]{2,10}|[a-z]{2}\\d{2}[a-z0-9]{0,4}\\d{8,26}|www\\.[a-z0-9.-]{3,60}|bit\\.ly";
const THINGS = [
  "money|transactions?|payments?|passwords?|bank account|credit card|inbox|invoices?|reservations?|hotels?|flights?",
  "calendar event|(?:recent|unread|all|my|these|those) (?:of )?(?:the |my |your )?(?:emails?|mails|messages|contacts|documents)|an? (?:email|message|link) to",
  "geld|konto|passwort|buchung|nachrichten|dinero|contraseña|mot de passe|argent",
  "(?:file|event|message|email) with (?:the )?id|slack|channels?|cloud drive",
].join("|");

/** A verb and its object, as an expression over lower-case text without groups. */
const ACT = `(?:${VERBS}) ~9 (?:${ADDRESS}|${THINGS})`;
/** Documentation shows these. */
const EXAMPLE = /@(?:example|acme|test|domain|company|yourdomain)\b|\byour[-_.]|@[a-z.-]*\.(?:example|test)\b/;

const ACT_PATTERN = phrase(ACT);

/** Whether a text asks for an act: something is sent, paid, booked, changed or deleted. */
export function asksForAct(text: string): boolean {
  return text.search(ACT_PATTERN) !== -1;
}

/** Texts that ask for something that an assistant can do. A mail asks for it, too. */
export const ACTS: readonly Rule[] = [
  {
    name: "asks-for-an-act",
    near: [
      ...["message-to-the-model", "if-you-are-a-model", "whoever-reads-this", "when-you-read-this", "before-the-task"],
      ...["users-task", "do-this-first", "new-task", "from-now-on", "role-line", "end-of-result-in-text"],
      ...["forged-conversation", "order-to-the-model-in-other-languages"],
    ],
    weight: "hint",
    anchors: [
      ...["@", "www.", "bit.ly", "money", "transaction", "payment", "password", "bank account", "credit card", "inbox"],
      ...["invoice", "reservation", "hotel", "flight", "calendar event", "email", "message", "contacts", "documents"],
      ...["with the id", "with id", "slack", "channel", "cloud drive", " account "],
      ...[
        "geld",
        "konto",
        "iban",
        "passwort",
        "buchung",
        "nachrichten",
        "dinero",
        "contrase",
        "mot de passe",
        "argent",
      ],
    ],
    pattern: ACT_PATTERN,
    accepts: (found) => !EXAMPLE.test(found),
  },
  {
    name: "action-required",
    weight: "enough",
    anchors: ["action required", "action needed", "required action"],
    pattern: new RegExp(
      `(?:action[^a-z0-9]{1,3}(?:required|needed)|required action)[\\s\\S]{0,160}?${phrase(`(?:${VERBS}) ~9 (?:${ADDRESS})`).source}`,
      "g",
    ),
    accepts: (found) => !EXAMPLE.test(found),
  },
  {
    name: "whoever-reads-this",
    weight: "hint",
    anchors: [
      "whoever ",
      "anyone who",
      "everyone who",
      "any agent",
      "any assistant",
      "any system",
      "the agent",
      "the assistant",
    ],
    pattern: phrase(
      "(?:whoever|(?:anyone|everyone) who|(?:any|the) (?:ai )?(?:agent|assistant|model|system)) ~2 (?:process(?:es|ing)?|reads?|reading|handles?|handling|reviews?|reviewing|summari[sz](?:es|ing)|opens?|receives?|parses?) (?:this|these|the) ~2 (?:must|should|shall|has to|needs to|is required to|is asked to|please)",
    ),
  },
];
