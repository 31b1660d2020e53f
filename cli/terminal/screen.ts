import { terminalWidth } from "./layout.ts";

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
