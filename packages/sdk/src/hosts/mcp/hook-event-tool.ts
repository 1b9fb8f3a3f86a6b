/** The tool that an agent's own hooks call. It is not listed: agents call it nevertheless, and no model is offered it (run). */
export const HOOK_EVENT_TOOL = "hook_event";
