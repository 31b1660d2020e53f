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

/** What standard output is, as far as it changes what is printed. */
export interface Screen {
  readonly isTerminal: boolean;
  /** Whether nothing is bold or dim. */
  readonly isPlain: boolean;
  /** Columns of a line. */
  readonly width: number;
}

/** Returns what standard output of this process is. */
export function readScreen(): Screen {
  const isTerminal = Deno.stdout.isTerminal();
  return {
    isTerminal,
    // https://no-color.org: any value that is not empty
    isPlain: !isTerminal || (Deno.env.get("NO_COLOR") ?? "") !== "",
    width: terminalWidth(),
  };
}
