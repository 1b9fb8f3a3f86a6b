/** The fault of a hook, by the word in a call. */
export const FAULTS = {
  throws: () => {
    throw new Error("cannot read the policy");
  },
  "throws those words": () => {
    throw new Error("the policy is not implemented");
  },
  "throws nothing": () => {
    throw undefined;
  },
  hangs: () => {
    console.log("hangs now");
    return new Promise(() => {});
  },
  "decides nonsense": () => ({ action: "alow" }),
  exits: () => process.exit(0),
};
