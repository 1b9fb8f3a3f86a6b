import { describe, expect, test } from "vitest";
import { parseCommandLine } from "../src/command-line.js";

const KNOWN = ["a", "b", "trace"];
const parse = (...args: string[]) => parseCommandLine(args, KNOWN);

describe("the command line of the benchmark", () => {
  test("measures and prints everything when nothing is said", () => {
    expect(parse()).toEqual({ names: [], use: "print" });
  });

  test("takes measures by name, before and after a flag", () => {
    expect(parse("a", "--check", "trace")).toEqual({ names: ["a", "trace"], use: "check" });
  });

  test("writes what is of one run only", () => {
    expect(parse("--write")).toEqual({ names: [], use: "write" });
    expect(() => parse("--write", "a")).toThrow("--write takes no measures");
  });

  test.for([
    [["--chekc"], "unknown option --chekc"],
    [["-h"], "unknown option -h"],
    [["z"], "unknown measure z: there are a, b, trace"],
    [["--write", "--check"], "exclude each other"],
  ] as const)("says what is wrong with %s", ([args, text]) => {
    expect(() => parse(...args)).toThrow(text);
  });
});
