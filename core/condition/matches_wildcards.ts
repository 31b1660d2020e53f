/** Returns true when a text matches a pattern in which `*` represents any number of characters. */
export function matchesWildcards(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  // The earliest position of each piece leaves the most text for the next.
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= end && text.endsWith(last);
}
