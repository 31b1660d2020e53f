/** Columns of a line where no terminal says otherwise. */
export const DEFAULT_WIDTH = 80;

/** Narrower terminals are written to as if they were this wide: what is there would be cut to pieces. */
const MIN_WIDTH = 40;

/** Returns how many columns a line of the result may have: those of the terminal, or else 80. */
export function terminalWidth(): number {
  if (!Deno.stdout.isTerminal()) return DEFAULT_WIDTH;
  try {
    // One that does not know says 0.
    return Math.max(MIN_WIDTH, Deno.consoleSize().columns || DEFAULT_WIDTH);
  } catch {
    return DEFAULT_WIDTH;
  }
}
