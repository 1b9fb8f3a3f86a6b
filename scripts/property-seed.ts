import fc from "fast-check";

// Uses the same values in every run of the property tests, so that a failure is caused by the change and not by chance.
const { PROPERTY_SEED: seed = "7" } = process.env;
if (seed !== "random") {
  if (!/^-?\d+$/.test(seed)) throw new Error('PROPERTY_SEED: expected a whole number or "random"');
  fc.configureGlobal({ seed: Number(seed) });
}
