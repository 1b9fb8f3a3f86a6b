import { defineConfig } from "vitest/config";
import unit from "../../vitest.config.js";
import { mutants } from "./mutants.js";

const mutant = mutants[Number(process.env.MUTANT)];

/** The tests in memory, with the mutant of this number instead of the source. */
export default defineConfig({
  ...unit,
  plugins: [
    {
      name: "mutant",
      enforce: "pre",
      transform(code, id) {
        if (mutant === undefined || !id.endsWith(mutant.file)) return;
        return { code: code.replace(mutant.from, () => mutant.to), map: null };
      },
    },
  ],
});
