import { expect, test } from "vitest";
import { commandWords } from "../src/command-words.js";

test.each([
  ["python3 plugin.py", ["python3", "plugin.py"]],
  ["  node   a.js  ", ["node", "a.js"]],
  ["node 'my hook.js' --name \"a b\"", ["node", "my hook.js", "--name", "a b"]],
  ["sh -c 'echo \"hi\"'", ["sh", "-c", 'echo "hi"']],
  ["a'b'\"c\"d ''", ["abcd", ""]],
  ["C:\\node\\node.exe $HOME *", ["C:\\node\\node.exe", "$HOME", "*"]],
  ["", []],
])("%s is split", (command, words) => {
  expect(commandWords(command)).toEqual(words);
});

test("an unclosed quote makes the command invalid", () => {
  expect(commandWords("node 'a.js")).toBeUndefined();
  expect(commandWords("node \"a.js'")).toBeUndefined();
});
