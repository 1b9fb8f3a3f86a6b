type Theme = "light" | "dark";

const KEY = "agent-hook-theme";

/** Applies the theme that the user chose before. Without one, the system's setting counts. */
export function applyStoredTheme(): void {
  const theme = localStorage.getItem(KEY);
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

/** Changes from light to dark, or back. */
export function toggleTheme(): void {
  const theme: Theme = currentTheme() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem(KEY, theme);
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
