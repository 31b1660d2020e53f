import { runProgram } from "../speed/run_program.ts";

/** What the system says of a process. */
export interface ProcessFigures {
  /** Memory of it that is resident, in megabytes. */
  readonly residentMb: number;
  /** Files, sockets and whatever else it holds open. */
  readonly handles: number;
  /** Processor time that it has taken since it began, in milliseconds. */
  readonly cpuMs: number;
}

/** Ticks of the clock that Linux counts processor time in, in milliseconds. */
const TICK_MS = 10;

const RESIDENT_REGEXP = /^VmRSS:\s+(\d+) kB/m;

/**
 * Returns what Linux says of the process with this number. Programs of the system are asked, as Deno lets
 * nobody read of other processes who may not do everything.
 */
export async function readProcess(pid: number): Promise<ProcessFigures> {
  const { stdout: status } = await runProgram("cat", [`/proc/${pid}/status`]);
  const { stdout: stat } = await runProgram("cat", [`/proc/${pid}/stat`]);
  const { stdout: handles } = await runProgram("ls", [`/proc/${pid}/fd`]);
  // The name, which may hold anything, ends in the last parenthesis; times of user and system follow.
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11, 13)
    .map(Number);
  return {
    residentMb: Number(RESIDENT_REGEXP.exec(status)?.[1] ?? 0) / 1000,
    handles: handles.trim().split("\n").length,
    cpuMs: (user + system) * TICK_MS,
  };
}
