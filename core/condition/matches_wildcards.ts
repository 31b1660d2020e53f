/** Returns whether a text matches a pattern in which `*` stands for any characters, or none. */
export function matchesWildcards(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  // The earliest place of each piece leaves the most room for the next.
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return at <= end && text.endsWith(last);
}
