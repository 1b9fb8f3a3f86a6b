import fc from "fast-check";

/** Runs generated cases. Returns how often each result occurred, as text. */
export async function countResults<Case>(
  cases: fc.Arbitrary<Case>,
  check: (one: Case) => Promise<string>,
  { count, seed }: { readonly count: number; readonly seed: number },
): Promise<string> {
  const counts = new Map<string, number>();
  const property = fc.asyncProperty(cases, async (one) => {
    const result = await check(one);
    counts.set(result, (counts.get(result) ?? 0) + 1);
  });
  await fc.assert(property, { numRuns: count, seed });
  return [...counts].map(([result, times]) => `${result} ${times}`).join(", ");
}
