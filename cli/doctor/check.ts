import type { Finding } from "./finding.ts";

/** What is looked at. */
export interface Patient {
  /** Absolute real path of the repository. */
  readonly root: string;
  /** Absolute path of the folder for its index and records; it need not exist. */
  readonly state: string;
  /** The user's home folder, if there is one. */
  readonly home: string | undefined;
  /** Codex's own folder, where it is not in the home. */
  readonly codexHome: string | undefined;
}

/** One look at one thing. It changes nothing, and must not depend on what others find. */
export interface Check {
  /** What it looks at. */
  readonly name: string;
  /** Looks, and gives up when the signal says so. */
  run(patient: Patient, signal: AbortSignal): Promise<readonly Finding[]>;
}
