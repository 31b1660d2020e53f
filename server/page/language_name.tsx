import type { JSX } from "hono/jsx/jsx-runtime";
import { PlainText } from "./plain_text.tsx";

/** How many colours languages have; see `.lang-` in the style sheet. */
const COLOURS = 9;

/** A language with a dot in its colour, which is the same on all pages. */
export function LanguageName({ language }: { readonly language: string }): JSX.Element {
  return (
    <span class={`language lang-${colourOf(language)}`}>
      <PlainText text={language} />
    </span>
  );
}

function colourOf(language: string): number {
  let hash = 0;
  for (const character of language) hash = (hash * 31 + character.codePointAt(0)!) % 65_521;
  return hash % COLOURS + 1;
}
