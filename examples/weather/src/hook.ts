import { defineHook, defineTool, ToolError } from "@agent-hook/sdk";
import { z } from "@agent-hook/sdk/zod";
import { evaluate } from "./arithmetic.js";
import { ArithmeticError } from "./arithmetic-error.js";
import { weatherOf } from "./forecast.js";

const getWeather = defineTool({
  name: "get_weather",
  description: "Query weather information for a specified city",
  input: z.object({ city: z.string().max(100).describe("City name, e.g.: Beijing, Shanghai, Guangzhou") }),
  run: ({ city }) => {
    const weather = weatherOf(city);
    if (weather === undefined) throw new ToolError(`Weather data not found for city ${city}`);
    return weather;
  },
});

const calculate = defineTool({
  name: "calculate",
  description: "Perform mathematical calculations",
  input: z.object({
    expression: z.string().describe("Numbers, + - * / % ** and parentheses, e.g.: 2 * (3 + 4)"),
  }),
  run: ({ expression }) => {
    try {
      return `Calculation result: ${numberText(evaluate(expression))}`;
    } catch (error) {
      if (error instanceof ArithmeticError) throw new ToolError(`Calculation error: ${error.message}`);
      throw error;
    }
  },
});

/** Marks whole numbers that are too large to be exact, and removes the rounding errors of binary fractions. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value)) return String(value);
  if (Number.isInteger(value)) return `about ${value}`;
  return String(Number(value.toPrecision(15)));
}

/** Adds two tools and leaves everything else unchanged. */
export const hook = defineHook({
  name: "weather",
  tools: [getWeather, calculate],
});
