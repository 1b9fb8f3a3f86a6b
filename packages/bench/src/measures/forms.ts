import type { Commands, Form } from "../contenders/builds.js";
import { type ContenderName, OURS } from "../contenders/names.js";
import type { Values } from "../report/results.js";
import { interleaved } from "./interleaved.js";

interface InForms {
  readonly name: ContenderName;
  readonly commands: Commands;
}

/**
 * Measures a row for each form, in separate rounds, because a heavier form would leave colder caches for the next one.
 * The floor has one form, which appears in every row. The snapshot row compares our snapshot with the peers' fastest
 * forms.
 */
export async function inEachForm<Contender extends InForms>(
  contenders: readonly Contender[],
  rounds: number,
  measure: (command: readonly string[], contender: Contender) => Promise<number>,
): Promise<Readonly<Record<Form, Values>>> {
  const row = async (formOf: (contender: Contender) => Form): Promise<Values> => {
    const entries = contenders.flatMap((contender) => {
      const command = contender.commands[contender.name === "bare" ? "plain" : formOf(contender)];
      return command === undefined ? [] : [{ name: contender.name, contender, command }];
    });
    const timeOf = async ({ command, contender }: (typeof entries)[number]) => ({
      time: await measure(command, contender),
    });
    return (await interleaved(entries, rounds, timeOf)).time;
  };
  const plain = await row(() => "plain");
  const bundle = await row(() => "bundle");
  const fastest = ({ name }: Contender): Form => {
    if (name === OURS) return "snapshot";
    return (bundle[name] ?? Number.POSITIVE_INFINITY) < (plain[name] as number) ? "bundle" : "plain";
  };
  return { plain, bundle, snapshot: await row(fastest) };
}
