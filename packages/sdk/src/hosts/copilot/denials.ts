import { denialsOf, REFUSED, WITHHELD } from "../../command-hook/denials.js";
import { denial } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  denial(event, event === "postToolUse" ? WITHHELD : REFUSED),
);
