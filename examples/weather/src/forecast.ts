interface Weather {
  readonly celsius: number;
  readonly sky: string;
  readonly humidity: number;
}

/** Simulated, as in PicoClaw's own example of a plugin. */
const WEATHER = new Map<string, Weather>([
  ["Beijing", { celsius: 15, sky: "Sunny", humidity: 45 }],
  ["Shanghai", { celsius: 18, sky: "Cloudy", humidity: 60 }],
  ["Guangzhou", { celsius: 25, sky: "Sunny", humidity: 70 }],
  ["Shenzhen", { celsius: 26, sky: "Cloudy", humidity: 75 }],
]);

/** The weather of a city in one line; `undefined` for a city that we know nothing of. Case does not matter. */
export function weatherOf(city: string): string | undefined {
  const wanted = city.trim().toLowerCase();
  for (const [name, { celsius, sky, humidity }] of WEATHER) {
    if (name.toLowerCase() === wanted) {
      return `${name} weather: ${sky}, temperature ${celsius}°C, humidity ${humidity}%`;
    }
  }
  return undefined;
}
