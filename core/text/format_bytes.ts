/** Units of a size in bytes, the largest first. */
const UNITS = [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]] as const;

/** From this share of a unit on, the unit below would be rounded to 1000.0. */
const ROUNDED_UP = 0.99995;

/**
 * Returns a size as people read it, in the largest unit that it fills. A kB has 1,000 bytes.
 */
export function formatBytes(bytes: number): string {
  const unit = UNITS.find(([, length]) => bytes >= ROUNDED_UP * length);
  if (unit === undefined) return `${bytes} byte${bytes === 1 ? "" : "s"}`;
  const [name, length] = unit;
  return `${(bytes / length).toFixed(1)} ${name}`;
}
