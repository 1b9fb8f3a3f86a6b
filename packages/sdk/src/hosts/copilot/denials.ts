import { denialsOf, REFUSED, WITHHELD } from "../../command-hook/denials.js";
import { refusal } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  refusal(event, event === "postToolUse" ? WITHHELD : REFUSED),
);
