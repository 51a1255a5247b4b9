import { blank, type Gap, gap } from "./gap.ts";

export const rust: readonly Gap[] = [
  gap("safe items of an extern block, Rust 1.82", /\bsafe(?=\s+(?:fn|static)\b)/g, blank),
  gap("unsafe static of an extern block, Rust 1.82", /\bunsafe(?=\s+static\b)/g, blank),
  gap(
    "gen, default, auto: not stable",
    /\b(?:gen(?=\s+fn\b)|default(?=\s+(?:unsafe\s+)?impl\b)|auto(?=\s+trait\b))/g,
    blank,
  ),
  gap("negative values of const parameters", /(?<=[<,]\s*)-(?=\d[\w]*\s*[,>])/g, blank),
  gap("const bounds: not stable", /(?:~const\b|\[const\]|\bconst(?=\s+[A-Z]\w*\s*[>+,<(]))/g, blank),
  gap("const impl: not stable", /\bconst(?<=\bimpl\s+const)\b/g, blank),
];
