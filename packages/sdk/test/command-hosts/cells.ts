import { expect, it } from "vitest";
import type { Capability, Hook, HostCapabilities } from "../../src/index.js";
import { asked } from "./asked.js";

/** Tests the cells of a host's table that it supports in part. `table.test.ts` tests what is true of every table. */
export function cellsOf({ host, decisions }: HostCapabilities) {
  const covered = new Set<string>();
  const nameOf = ({ point, decision }: Pick<Capability, "point" | "decision">) => `${point} ${decision}`;
  /** Defines the test of a cell. */
  function cell(name: string, title: string, run: () => Promise<void>): void {
    covered.add(name);
    it(`${name}: ${title}`, run);
  }
  return {
    cell,
    /**
     * Expects the failure under both policies. `blocked` is the document under `block`, if the host can be denied.
     * `undecided` is the document without a decision.
     */
    async fails(
      fields: Omit<Hook, "name" | "~defineHook">,
      payload: object,
      words: RegExp,
      blocked: object | undefined,
      undecided?: object,
    ): Promise<void> {
      for (const onFailure of ["continue", "block"] as const) {
        const answer = await asked({ name: "guard", ...fields, onFailure }, payload, { host });
        expect(answer.failures).toMatchObject([
          { kind: "unsupported", hook: "guard", message: expect.stringMatching(words) },
        ]);
        expect(answer.stderr).toMatch(words);
        expect(answer.document).toEqual(onFailure === "continue" ? undecided : blocked);
        if (blocked === undefined) expect(answer.stderr).not.toContain("was denied");
      }
    },
    allAreShown(): void {
      it('every change and text of the table with the support "partly" is tested above', () => {
        const isPlain = (decision: string) => !decision.startsWith("modify") && decision !== "addContext";
        const rows = decisions.filter(({ support, decision }) => support === "partly" && !isPlain(decision));
        expect(rows.map(nameOf).filter((name) => !covered.has(name))).toEqual([]);
      });
    },
  };
}

export const NOT_CARRIED =
  /^hook "guard" returned a decision that this host does not support at \w+ \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/;
