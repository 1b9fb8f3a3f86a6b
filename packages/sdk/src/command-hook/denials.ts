/** What a launcher says of a hook that gave no whole answer. */
export const REFUSED = "refused: the hook failed";
/** What it puts in the place of a result that such a hook should have looked at. */
export const WITHHELD = "[withheld: hook failed]";

/** How a host that starts a hook for every call is refused, by its events. */
export interface HostDenials {
  /** One-line JSON without a backslash or a single quote. */
  readonly denials: Readonly<Record<string, string>>;
  /** Events at which the host takes no refusal. */
  readonly withoutDenial: readonly string[];
}

/** The refusals of a host's events as text. */
export function denialsOf<Event extends string>(
  events: readonly string[],
  denial: (event: Event) => object | undefined,
): HostDenials {
  const documents = events.map((event) => [event, denial(event as Event)] as const);
  return {
    denials: Object.fromEntries(
      documents.flatMap(([event, document]) => (document === undefined ? [] : [[event, JSON.stringify(document)]])),
    ),
    withoutDenial: documents.flatMap(([event, document]) => (document === undefined ? [event] : [])),
  };
}
