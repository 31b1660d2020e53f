/** Units of a span, the largest first, in milliseconds. */
const UNITS = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000], ["s", 1000]] as const;

/** Returns how long after one ISO 8601 instant another is, such as `2 h 5 min`; empty within a second. */
export function formatSpan(from: string, to: string): string {
  let left = Math.max(Date.parse(to) - Date.parse(from), 0);
  const parts: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  // Nobody asks for the seconds of a day.
  return parts.slice(0, 2).join(" ");
}
