import { runProgram } from "../speed/run_program.ts";

/** Figures of the system about a process. */
export interface ProcessFigures {
  /** Resident memory in megabytes. */
  readonly residentMb: number;
  /** Number of open files, sockets and other handles. */
  readonly handles: number;
  /** Processor time since its start, in milliseconds. */
  readonly cpuMs: number;
}

/** Clock tick in which Linux counts processor time, in milliseconds. */
const TICK_MS = 10;

const RESIDENT_REGEXP = /^VmRSS:\s+(\d+) kB/m;

/**
 * Returns the figures of Linux about a process. Programs of the system read them, as Deno allows
 * that only with all permissions.
 */
export async function readProcess(pid: number): Promise<ProcessFigures> {
  const { stdout: status } = await runProgram("cat", [`/proc/${pid}/status`]);
  const { stdout: stat } = await runProgram("cat", [`/proc/${pid}/stat`]);
  const { stdout: handles } = await runProgram("ls", [`/proc/${pid}/fd`]);
  // The name, which may contain anything, ends at the last parenthesis; the times of user and
  // system follow.
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").slice(11, 13)
    .map(Number);
  return {
    residentMb: Number(RESIDENT_REGEXP.exec(status)?.[1] ?? 0) / 1000,
    handles: handles.trim().split("\n").length,
    cpuMs: (user + system) * TICK_MS,
  };
}
