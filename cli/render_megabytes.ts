const BYTES_PER_MEGABYTE = 1e6;

/** Returns a size as people read it. */
export function renderMegabytes(bytes: number): string {
  return `${(bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`;
}
