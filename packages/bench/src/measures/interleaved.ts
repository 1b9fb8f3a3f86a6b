import type { ContenderName } from "../contenders/names.js";
import type { Values } from "../report/results.js";
import { median } from "./numbers.js";

/**
 * Returns, for each figure, the median of each contender over all rounds. Each round measures every contender once and
 * starts with a different one, so that a busy moment of the machine affects all of them.
 */
export async function interleaved<Contender extends { readonly name: ContenderName }, Figure extends string>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender, round: number) => Promise<Readonly<Partial<Record<Figure, number>>>>,
): Promise<Readonly<Record<Figure, Values>>> {
  const samples = new Map<Figure, Map<ContenderName, number[]>>();
  for (let round = 0; round < rounds; round++) {
    for (let position = 0; position < contenders.length; position++) {
      const contender = contenders[(round + position) % contenders.length] as Contender;
      // Lets Node handle signals even if a measure never waits.
      await new Promise(setImmediate);
      const figures = await measure(contender, round);
      for (const figure of Object.keys(figures) as Figure[]) {
        const byName = samples.get(figure) ?? new Map<ContenderName, number[]>();
        samples.set(figure, byName);
        byName.set(contender.name, [...(byName.get(contender.name) ?? []), figures[figure] as number]);
      }
    }
  }
  const medians = (byName: ReadonlyMap<ContenderName, readonly number[]>) =>
    Object.fromEntries([...byName].map(([name, values]) => [name, median(values)]));
  return Object.fromEntries([...samples].map(([figure, byName]) => [figure, medians(byName)])) as Record<
    Figure,
    Values
  >;
}
