import fc from "fast-check";

// Uses the same values in every run of the property tests, so that a failure is caused by the change and not by chance.
const { PROPERTY_SEED: seed = "7", PROPERTY_RUNS: runs = "100" } = process.env;
if (!/^[1-9]\d*$/.test(runs)) throw new Error("PROPERTY_RUNS: expected a whole number above 0");
const numRuns = Number(runs);
if (seed === "random") {
  fc.configureGlobal({ numRuns });
} else {
  if (!/^-?\d+$/.test(seed)) throw new Error('PROPERTY_SEED: expected a whole number or "random"');
  fc.configureGlobal({ numRuns, seed: Number(seed) });
}
