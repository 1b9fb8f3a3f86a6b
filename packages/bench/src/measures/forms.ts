import type { Commands, Form } from "../contenders/builds.js";
import { type ContenderName, OURS } from "../contenders/names.js";
import type { Values } from "../report/results.js";
import { inTurns } from "./in-turns.js";

interface InForms {
  readonly name: ContenderName;
  readonly commands: Commands;
}

/**
 * Measures a row for each form, in separate rounds: next to a heavier form, a form would find colder caches. The floor
 * has one form, which appears in every row. The snapshot row compares our snapshot with the peers' fastest forms.
 */
export async function inEachForm<Contender extends InForms>(
  contenders: readonly Contender[],
  rounds: number,
  took: (command: readonly string[], contender: Contender) => Promise<number>,
): Promise<Readonly<Record<Form, Values>>> {
  const row = async (formOf: (contender: Contender) => Form): Promise<Values> => {
    const taking = contenders.flatMap((contender) => {
      const command = contender.commands[contender.name === "bare" ? "plain" : formOf(contender)];
      return command === undefined ? [] : [{ name: contender.name, contender, command }];
    });
    const measured = async ({ command, contender }: (typeof taking)[number]) => ({
      time: await took(command, contender),
    });
    return (await inTurns(taking, rounds, measured)).time;
  };
  const plain = await row(() => "plain");
  const bundle = await row(() => "bundle");
  const fastest = ({ name }: Contender): Form => {
    if (name === OURS) return "snapshot";
    return (bundle[name] ?? Number.POSITIVE_INFINITY) < (plain[name] as number) ? "bundle" : "plain";
  };
  return { plain, bundle, snapshot: await row(fastest) };
}
