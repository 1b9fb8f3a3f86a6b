/** The requests that a hook of Civic is asked about. `Other`: any other of a client; `Target`: any of a server to its client. */
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

/** On its way, when it is answered, and when that is an error. */
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

/** All that Civic's proxy calls a hook for, of @civic/hook-common 0.9.0 (run). */
export const METHOD_NAMES: readonly MethodName[] = [
  ...FAMILIES.flatMap((family) => PHASES.map((phase): RequestMethod => `process${family}${phase}`)),
  ...NOTIFICATION_METHODS,
];
