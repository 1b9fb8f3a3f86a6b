import { expect, test } from "vitest";
import { shortfallOf } from "../src/shortfall.js";

function shortfall(reply: string, text: string, more: { isError?: boolean; handled?: boolean } = {}) {
  const answer = { tool: "t", text, isError: false, handled: false, forUser: "", ...more };
  return shortfallOf({ question: "What is the weather in Oslo?", reply, answers: [answer], offered: ["t"] });
}

test("a reply that rephrases the hook's answer counts", () => {
  expect(shortfall("It is 15 degrees there.", "Oslo weather: Sunny, temperature 15°C")).toBeUndefined();
  expect(shortfall("That makes 1,234.5 in all.", "Calculation result: 1234.5")).toBeUndefined();
  expect(shortfall("Rather CLOUDY, I hear.", "cloudy and wet")).toBeUndefined();
  expect(shortfall("", "sent to the user", { handled: true })).toBeUndefined();
});

test("a reply without the answer's numbers, or without its words if it has no numbers, does not count", () => {
  const reason = "the hook answered t, but the model's reply does not contain it";
  expect(shortfall("It is 5 degrees there.", "temperature 15°C")).toBe(reason);
  expect(shortfall("I do not know the weather in Oslo.", "Oslo weather: cloudy")).toBe(reason);
  expect(shortfall("", "sunny")).toBe(reason);
});

test("an error of the hook's tool does not count as an answer", () => {
  expect(shortfall("No data for Oslo", "No data for Oslo", { isError: true })).toBe(
    "the hook answered t with an error",
  );
});

test("a reply without any answer of the hook does not count", () => {
  const turn = { question: "?", reply: "Sunny, 15°C", answers: [] };
  expect(shortfallOf({ ...turn, offered: [] })).toBe("the hook offered no tool, so it could not answer");
  expect(shortfallOf({ ...turn, offered: ["get_weather", "calculate"] })).toBe(
    "the model called no tool that the hook offered (get_weather, calculate)",
  );
});
