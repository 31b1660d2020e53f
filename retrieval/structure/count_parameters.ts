/** How many arguments a function takes. */
export interface ParameterCount {
  readonly least: number;
  readonly most: number;
}

const OPENERS = "([{<";
const CLOSERS = ")]}>";

/** How Elixir begins the value of a parameter that may be left out. */
const DEFAULT = "\\\\";

/** Returns how many parameters the first round brackets of a signature hold; none without such brackets. */
export function countParameters(signature: string): ParameterCount {
  const open = signature.indexOf("(");
  if (open < 0) return { least: 0, most: 0 };
  let depth = 0;
  let commas = 0;
  let optional = 0;
  let at = open;
  for (; at < signature.length; at++) {
    const character = signature[at]!;
    if (character === "-" || character === "=") at += signature[at + 1] === ">" ? 1 : 0;
    else if (OPENERS.includes(character)) depth++;
    else if (CLOSERS.includes(character) && --depth === 0) break;
    else if (depth === 1 && character === ",") commas++;
    else if (depth === 1 && signature.startsWith(DEFAULT, at)) {
      optional++;
      at++;
    }
  }
  const most = signature.slice(open + 1, at).trim() === "" ? 0 : commas + 1;
  return { least: most - optional, most };
}
