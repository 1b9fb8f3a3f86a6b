import fc from "fast-check";

/** Runs generated cases. Returns how often each result occurred, as text. */
export async function whatCame<Case>(
  cases: fc.Arbitrary<Case>,
  hold: (one: Case) => Promise<string>,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<string> {
  const came = new Map<string, number>();
  const property = fc.asyncProperty(cases, async (one) => {
    const to = await hold(one);
    came.set(to, (came.get(to) ?? 0) + 1);
  });
  await fc.assert(property, { numRuns: count, seed });
  return [...came].map(([to, times]) => `${to} ${times}`).join(", ");
}
