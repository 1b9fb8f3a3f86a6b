import type { ContenderName } from "../contenders/names.js";
import type { Values } from "../report/results.js";
import { median } from "./numbers.js";

/** Each round has every contender once and starts with a different one. */
export function inRounds<Contender>(
  contenders: readonly Contender[],
  rounds: number,
): readonly (readonly Contender[])[] {
  const from = (start: number) => contenders.map((_, position) => contenders[(start + position) % contenders.length]);
  return Array.from({ length: rounds }, (_, round) => from(round) as readonly Contender[]);
}

/** The samples of each contender. */
export class Samples {
  readonly #byName = new Map<ContenderName, number[]>();

  add(name: ContenderName, value: number): void {
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), value]);
  }

  medians(): Values {
    return Object.fromEntries([...this.#byName].map(([name, values]) => [name, median(values)]));
  }
}

/**
 * Returns, for each figure, the median of each contender over all rounds. The order in a round changes, so that a busy
 * moment of the machine affects all contenders.
 */
export async function interleaved<Contender extends { readonly name: ContenderName }, Figure extends string>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (contender: Contender, round: number) => Promise<Readonly<Partial<Record<Figure, number>>>>,
): Promise<Readonly<Record<Figure, Values>>> {
  const samples = new Map<Figure, Samples>();
  for (const [round, inOrder] of inRounds(contenders, rounds).entries()) {
    for (const contender of inOrder) {
      // Lets Node handle signals even if a measure never waits.
      await new Promise(setImmediate);
      const figures = await measure(contender, round);
      for (const figure of Object.keys(figures) as Figure[]) {
        const own = samples.get(figure) ?? new Samples();
        samples.set(figure, own);
        own.add(contender.name, figures[figure] as number);
      }
    }
  }
  return Object.fromEntries([...samples].map(([figure, own]) => [figure, own.medians()])) as Record<Figure, Values>;
}
