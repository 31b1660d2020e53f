/** Number of columns of a line without a terminal. */
export const DEFAULT_WIDTH = 80;

/**
 * Minimum width. A narrower terminal is treated as this wide, as the output would be cut to pieces.
 */
const MIN_WIDTH = 40;

/** Returns the number of columns of a line of the result: that of the terminal, or else 80. */
export function terminalWidth(): number {
  if (!Deno.stdout.isTerminal()) return DEFAULT_WIDTH;
  try {
    // A terminal without a known width reports 0.
    return Math.max(MIN_WIDTH, Deno.consoleSize().columns || DEFAULT_WIDTH);
  } catch {
    return DEFAULT_WIDTH;
  }
}

/** Properties of standard output that change what is printed. */
export interface Screen {
  readonly isTerminal: boolean;
  /** True when nothing is bold or dim. */
  readonly isPlain: boolean;
  /** Number of columns of a line. */
  readonly width: number;
}

/** Returns the properties of standard output of this process. */
export function readScreen(): Screen {
  const isTerminal = Deno.stdout.isTerminal();
  return {
    isTerminal,
    // https://no-color.org: any value that is not empty
    isPlain: !isTerminal || (Deno.env.get("NO_COLOR") ?? "") !== "",
    width: terminalWidth(),
  };
}
