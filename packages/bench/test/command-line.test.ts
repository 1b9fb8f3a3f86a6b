import { describe, expect, test } from "vitest";
import { parseCommandLine, usage } from "../src/command-line.js";

const KNOWN = ["a", "b", "guards"];
const parse = (...args: string[]) => parseCommandLine(args, KNOWN);

describe("the command line of the benchmark", () => {
  test("by default runs and prints all measures", () => {
    expect(parse()).toEqual({ names: [], write: false });
  });

  test("runs some measures, or writes the results of all", () => {
    expect(parse("a", "guards")).toEqual({ names: ["a", "guards"], write: false });
    expect(parse("--write")).toEqual({ names: [], write: true });
  });

  test.each(["--help", "-h"])("rejects %s as a measure and measures nothing", (flag) => {
    expect(parse(flag)).toBeUndefined();
    expect(usage(KNOWN)).toContain("measure ...]\nmeasures: a, b, guards");
  });

  test.for([
    [["--wriet"], "Unknown option '--wriet'"],
    [["--write=yes"], "'--write' does not take an argument"],
    [["z"], "unknown measure z: expected a, b, guards"],
    [["--write", "a"], "expected --write without measures"],
  ] as const)("explains what is wrong with %s", ([args, text]) => {
    expect(() => parse(...args)).toThrow(text);
  });
});
