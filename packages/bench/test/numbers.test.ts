import { expect, test } from "vitest";
import { interleaved } from "../src/measures/interleaved.js";
import { median, quantile } from "../src/measures/numbers.js";

test("a quantile is one of the values, whatever their order", () => {
  const values = Array.from({ length: 100 }, (_, index) => (index * 37) % 100);
  expect([median(values), quantile(values, 0.99), quantile(values, 0)]).toEqual([50, 99, 0]);
});

test("rounds alternate, each starting with another contender, and the median of the rounds counts", async () => {
  const order: string[] = [];
  const contenders = [{ name: "bare" }, { name: "python" }, { name: "mcp" }] as const;
  const times: Record<string, number[]> = { bare: [3, 1, 2], python: [9, 7, 8], mcp: [1, 1, 100] };
  const figures = await interleaved(contenders, 3, async ({ name }) => {
    order.push(name);
    const time = times[name]?.shift() as number;
    return name === "mcp" ? { time } : { time, twice: 2 * time };
  });
  expect(order.join(" ")).toBe("bare python mcp python mcp bare mcp bare python");
  expect(figures).toEqual({ time: { bare: 2, python: 8, mcp: 1 }, twice: { bare: 4, python: 16 } });
});
