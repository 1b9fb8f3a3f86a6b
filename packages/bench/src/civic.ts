import { type ChainName, throughProxy } from "./civic/through-proxy.js";

/** What ours may cost of what Civic's own cost. */
const GOAL = 0.5;

const samples = await throughProxy();
const at = (name: ChainName, quantile: number) =>
  [...samples[name]].sort((a, b) => a - b)[Math.floor(samples[name].length * quantile)] as number;

console.log(
  `${"tools/call through Civic's proxy, ms".padEnd(38)}${"p50".padStart(8)}${"p99".padStart(8)}   p50 above no hook`,
);
for (const name of Object.keys(samples) as ChainName[]) {
  const cells = [at(name, 0.5), at(name, 0.99)].map((ms) => ms.toFixed(2).padStart(8)).join("");
  const above = name === "no hook" ? "" : `+${overhead(name).toFixed(2)}`;
  console.log(`${name.padEnd(38)}${cells}${above.padStart(20)}`);
}
against("one of ours", "one of Civic's");
against("two of ours", "two of Civic's");
against("two of ours behind one URL", "two of Civic's");

function against(ours: ChainName, stock: ChainName): void {
  const ratio = overhead(ours) / overhead(stock);
  const result = `${ratio.toFixed(2)}x   at most ${GOAL}x${ratio > GOAL ? "  MISSED" : ""}`;
  console.log(`${`${ours} against ${stock}`.padEnd(54)}${result}`);
}

function overhead(name: ChainName): number {
  return at(name, 0.5) - at("no hook", 0.5);
}
