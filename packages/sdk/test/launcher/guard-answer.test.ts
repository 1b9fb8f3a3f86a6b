import { describe, expect, it } from "vitest";
import { inAscii, readAnswer } from "../../src/launcher/guard/answer.js";
import { labelOf } from "../../src/launcher/guard/label.js";

const KEY = "b1946ac9";
const read = (text: string) => readAnswer(Buffer.from(text), KEY);
const NONE = { problem: "the hook ended without a whole answer" };

describe("the answer of a hook", () => {
  it("is one line of JSON, or nothing", () => {
    expect(read(`${KEY} 2\n{}\n`)).toEqual({ document: "{}" });
    expect(read(`${KEY} 0\n`)).toEqual({ document: "" });
  });

  it.each([
    ["nothing", ""],
    ["another key", "other 2\n{}\n"],
    ["no length", `${KEY} \n{}\n`],
    ["a length that is not a number", `${KEY} 2x\n{}\n`],
    ["a document that is cut off", `${KEY} 2\n{`],
    ["no end of the line", `${KEY} 2\n{}`],
    ["a longer document", `${KEY} 2\n{ }\n`],
    ["a second answer", `${KEY} 2\n{}\n${KEY} 2\n{}\n`],
    ["a second answer after none", `${KEY} 0\n${KEY} 2\n{}\n`],
    ["a control character", `${KEY} 5\n{"\0":\n`],
    ["noise before it", `hello\n${KEY} 2\n{}\n`],
  ])("is not whole with %s", (_, text) => {
    expect(read(text)).toEqual(NONE);
  });

  it.each(["[]", "null", "yes", '"{}"'])("is not %s", (document) => {
    expect(read(`${KEY} ${document.length}\n${document}\n`)).toEqual({ problem: "its answer is not a JSON object" });
  });

  it("has its length in bytes, and is passed on in ASCII", () => {
    const document = JSON.stringify({ text: "天気 🌧 \u007f" });
    const result = read(`${KEY} ${Buffer.byteLength(document)}\n${document}\n`);
    expect(result).toEqual({ problem: "the hook ended without a whole answer" });
    const allowed = JSON.stringify({ text: "天気 🌧" });
    expect(read(`${KEY} ${Buffer.byteLength(allowed)}\n${allowed}\n`)).toEqual({
      document: String.raw`{"text":"\u5929\u6c17 \ud83c\udf27"}`,
    });
    expect(JSON.parse(inAscii(allowed))).toEqual({ text: "天気 🌧" });
  });
});

it.each([
  [["C:\\node.exe", "--flag", "D:\\a b\\hook.mjs", "C:\\other"], "D:/a b/hook.mjs"],
  [["C:\\node.exe", "\\\\server\\share\\hook.mjs"], "//server/share/hook.mjs"],
  [["C:\\guard.exe", "--host"], "C:/guard.exe"],
])("the hook of %j is called %s", (command, label) => {
  expect(labelOf(command)).toBe(label);
});
