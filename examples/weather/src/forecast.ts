interface Weather {
  readonly celsius: number;
  readonly sky: string;
  readonly humidity: number;
}

/** Simulated, as in PicoClaw's own plugin example. */
const WEATHER = new Map<string, Weather>([
  ["Beijing", { celsius: 15, sky: "Sunny", humidity: 45 }],
  ["Shanghai", { celsius: 18, sky: "Cloudy", humidity: 60 }],
  ["Guangzhou", { celsius: 25, sky: "Sunny", humidity: 70 }],
  ["Shenzhen", { celsius: 26, sky: "Cloudy", humidity: 75 }],
]);

/** Returns the weather of a city in one line, or `undefined` for an unknown city. Ignores case. */
export function weatherOf(city: string): string | undefined {
  const wanted = city.trim().toLowerCase();
  for (const [name, { celsius, sky, humidity }] of WEATHER) {
    if (name.toLowerCase() === wanted) {
      return `${name} weather: ${sky}, temperature ${celsius}°C, humidity ${humidity}%`;
    }
  }
  return undefined;
}
