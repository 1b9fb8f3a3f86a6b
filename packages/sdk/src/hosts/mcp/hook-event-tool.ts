/** The tool that an agent's own hooks call. Not listed, so no model is offered it; agents call it anyway (observed). */
export const HOOK_EVENT_TOOL = "hook_event";
