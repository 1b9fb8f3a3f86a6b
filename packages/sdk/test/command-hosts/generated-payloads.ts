import fc from "fast-check";

/** Any JSON value, often one that is valid nowhere. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.json().map((text) => JSON.parse(text)),
  fc.constantFrom(null, "", 0, -1, true, [], {}, "__proto__"),
);

/** Returns the value of a JSON text, or `undefined` if it is not valid. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks a rule for texts with cut, doubled or foreign bytes. `maxIndex`: the last place where the damage may start. */
export async function expectForDamaged(
  texts: readonly string[],
  maxIndex: number,
  holds: (text: string) => Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...texts),
      fc.nat(maxIndex),
      fc.nat(40),
      fc.string({ unit: "binary", maxLength: 8 }),
      (text, at, length, put) => holds(text.slice(0, at) + put + text.slice(at + length)),
    ),
  );
}
