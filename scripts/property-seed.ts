import fc from "fast-check";

// The values of property tests are the same each time: a red suite is about the change, not about luck.
const { PROPERTY_SEED: seed = "7" } = process.env;
if (seed !== "random") {
  if (!/^-?\d+$/.test(seed)) throw new Error('PROPERTY_SEED: expected a whole number or "random"');
  fc.configureGlobal({ seed: Number(seed) });
}
