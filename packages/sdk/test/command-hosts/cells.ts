import { expect, it } from "vitest";
import type { Capability, Hook, HostCapabilities } from "../../src/index.js";
import { HOST_EVENTS } from "../../src/launcher/index.js";
import { asked } from "./asked.js";

/** Tests the cells of a host's capability table whose support is not `yes`. */
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
      const unasked = decisions.filter(({ note }) => note?.endsWith("is never called"));
      for (const row of unasked) covered.add(nameOf(row));
      it("no event has a point that the table calls never called", () => {
        const points = Object.values(HOST_EVENTS[host] ?? {}).map((event) => event.point);
        expect(unasked.filter(({ point }) => points.includes(point as never))).toEqual([]);
      });
      it('every cell of the table without the support "yes" is tested above', () => {
        const unplain = decisions.filter(({ support }) => support !== "yes").map(nameOf);
        expect([...covered].sort()).toEqual([...new Set(unplain)].sort());
      });
    },
  };
}

export const NOT_CARRIED =
  /^hook "guard" returned a decision that this host does not support at \w+ \(id [0-9a-f]{8}\); to find out why, look for this id on the hook's stderr$/;
