/** Units of a size in bytes, largest first. */
const UNITS = [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]] as const;

/**
 * Share of a unit from which a size is shown in this unit: in the next smaller unit it would be
 * rounded to 1000.0.
 */
const ROUNDING_SHARE = 0.99995;

/** Returns a size for people, in the largest unit that the size fills. A kB has 1,000 bytes. */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find(([, length]) => bytes >= ROUNDING_SHARE * length);
  if (unit === undefined) return `${bytes} byte${bytes === 1 ? "" : "s"}`;
  const [name, length] = unit;
  return `${(bytes / length).toFixed(1)} ${name}`;
}
