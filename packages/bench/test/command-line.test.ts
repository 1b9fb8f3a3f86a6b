import { describe, expect, test } from "vitest";
import { parseCommandLine, usage } from "../src/command-line.js";

const KNOWN = ["a", "b", "trace"];
const parse = (...args: string[]) => parseCommandLine(args, KNOWN);

describe("the command line of the benchmark", () => {
  test("by default runs and prints all measures", () => {
    expect(parse()).toEqual({ names: [], use: "print" });
  });

  test("accepts names of measures before and after a flag", () => {
    expect(parse("a", "--check", "trace")).toEqual({ names: ["a", "trace"], use: "check" });
  });

  test("writes the results of all measures or of some", () => {
    expect(parse("--write")).toEqual({ names: [], use: "write" });
    expect(parse("--write", "a")).toEqual({ names: ["a"], use: "write" });
  });

  test.each(["--help", "-h"])("rejects %s as a measure and measures nothing", (flag) => {
    expect(parse(flag)).toBeUndefined();
    expect(usage(KNOWN)).toContain("[measure ...]\nmeasures: a, b, trace");
  });

  test.for([
    [["--chekc"], "Unknown option '--chekc'"],
    [["--write=yes"], "'--write' does not take an argument"],
    [["z"], "unknown measure z: expected a, b, trace"],
    [["--write", "--check"], "expected --write or --check, not both"],
  ] as const)("explains what is wrong with %s", ([args, text]) => {
    expect(() => parse(...args)).toThrow(text);
  });
});
