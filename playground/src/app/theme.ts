import { effect, signal } from "@preact/signals";

/** "" follows the system. */
export type Theme = "" | "light" | "dark" | "contrast";

const THEMES: readonly { readonly theme: Theme; readonly title: string }[] = [
  { theme: "", title: "as the system" },
  { theme: "light", title: "light" },
  { theme: "dark", title: "dark" },
  { theme: "contrast", title: "high contrast" },
];
const KEY = "mortise.theme";

export const theme = signal<Theme>(remembered());

export function themeTitle(): string {
  return THEMES.find((one) => one.theme === theme.value)?.title ?? "";
}

export function nextTheme(): void {
  const at = THEMES.findIndex((one) => one.theme === theme.value);
  theme.value = THEMES[(at + 1) % THEMES.length]?.theme ?? "";
}

/** Keeps the page in the chosen theme, or in the system's, whose wish for more contrast is a theme of its own. */
export function followTheme(root: HTMLElement): void {
  const wantsContrast = matchMedia("(prefers-contrast: more)");
  const apply = () => {
    const shown = theme.value === "" && wantsContrast.matches ? "contrast" : theme.value;
    if (shown === "") delete root.dataset.theme;
    else root.dataset.theme = shown;
  };
  wantsContrast.addEventListener("change", apply);
  effect(() => {
    apply();
    try {
      localStorage.setItem(KEY, theme.value);
    } catch {
      // A page without storage forgets the choice.
    }
  });
}

function remembered(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return THEMES.find((one) => one.theme === value)?.theme ?? "";
  } catch {
    return "";
  }
}
