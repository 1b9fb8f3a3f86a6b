import { denialsOf, REFUSED, WITHHELD } from "../../command-hook/denials.js";
import { denial, withResult } from "./documents.js";
import { EVENT_NAMES, type EventName } from "./events.js";

export const DENIALS = denialsOf<EventName>(EVENT_NAMES, (event) =>
  event === "tool_response_transform" ? withResult(WITHHELD) : denial(event, REFUSED),
);
