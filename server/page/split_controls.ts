/** A run of a text: as it is, or characters that would not show and may hide what does. */
export type TextRun =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "control"; readonly codePoints: readonly number[]; readonly name: string };

/**
 * Characters that a reader does not see, but whose doing may deceive: controls of C0 and C1, of writing
 * direction, invisible ones, and halves of a surrogate pair. Joiners stay, as scripts and emoji need them.
 */
export const CONTROL_REGEXP: RegExp =
  /[\p{Cc}\p{Bidi_Control}\p{Cs}\u00ad\u200b\u2028\u2029\ufeff\u{e0000}-\u{e007f}]/gu;

/** Controls that only lay out lines. */
export const LAYOUT: ReadonlySet<string> = new Set(["\n", "\t"]);

const LAST_C0 = 0x1f;
const DELETE = 0x7f;

/** What Unicode shows the controls of C0 by begins here. */
const CONTROL_PICTURES = 0x2400;
const DELETE_PICTURE = "\u2421";

/** Returns the text in runs, so that what would not show can be made to; joined, they are the text. */
export function splitControls(
  text: string,
  { keepsLines = false }: {
    /** Whether line breaks and tabs are text. @default false */
    readonly keepsLines?: boolean;
  } = {},
): readonly TextRun[] {
  const runs: TextRun[] = [];
  let controls: number[] = [];
  const endControls = () => {
    if (controls.length === 0) return;
    runs.push({
      kind: "control",
      codePoints: controls,
      name: controls.map(nameControl).join(""),
    });
    controls = [];
  };
  let start = 0;
  for (const { 0: character, index } of text.matchAll(CONTROL_REGEXP)) {
    if (keepsLines && LAYOUT.has(character)) continue;
    if (index > start) {
      endControls();
      runs.push({ kind: "text", text: text.slice(start, index) });
    }
    controls.push(character.codePointAt(0)!);
    start = index + character.length;
  }
  endControls();
  if (start < text.length) runs.push({ kind: "text", text: text.slice(start) });
  return runs;
}

function nameControl(codePoint: number): string {
  if (codePoint <= LAST_C0) return String.fromCodePoint(CONTROL_PICTURES + codePoint);
  if (codePoint === DELETE) return DELETE_PICTURE;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
}
