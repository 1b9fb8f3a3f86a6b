/**
 * The kinds of requests that Civic passes to a hook. `Other`: any other request from a client. `Target`: any request
 * from a server.
 */
export const FAMILIES = [
  "CallTool",
  "ListTools",
  "ListPrompts",
  "Initialize",
  "ListResources",
  "ListResourceTemplates",
  "ReadResource",
  "Other",
  "Target",
] as const;

export type Family = (typeof FAMILIES)[number];

/** What a hook can be called about: a request before it is sent, its result, and its error. */
const PHASES = ["Request", "Result", "Error"] as const;

type Phase = (typeof PHASES)[number];

const NOTIFICATION_METHODS = [
  "processNotification",
  "processNotificationError",
  "processTargetNotification",
  "processTargetNotificationError",
] as const;

type RequestMethod = `process${Family}${Phase}`;
type NotificationMethod = (typeof NOTIFICATION_METHODS)[number];
export type MethodName = RequestMethod | NotificationMethod;

/** Every method that Civic's proxy calls on a hook, from @civic/hook-common 0.9.0 (observed). */
export const METHOD_NAMES: readonly MethodName[] = [
  ...FAMILIES.flatMap((family) => PHASES.map((phase): RequestMethod => `process${family}${phase}`)),
  ...NOTIFICATION_METHODS,
];
