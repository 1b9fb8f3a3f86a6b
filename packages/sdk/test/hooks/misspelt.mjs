// A definition with a key that does not exist.
import { defineHook, serve } from "@agent-hook/sdk";

const keys = {
  beforTool: () => {},
  BeforeTool: () => {},
  before_tool: () => {},
  approvetool: () => {},
  onFaliure: "block",
  tool: [],
  deadline: {},
  somethingElse: 1,
};
const key = process.env.KEY;

await serve(defineHook({ name: "misspelt", [key]: keys[key] }));
