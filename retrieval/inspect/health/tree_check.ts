import type { Finding } from "./finding.ts";

/** The tree that is looked at. */
export interface TreePlace {
  /** Absolute real path of the repository. */
  readonly root: string;
  /** Absolute path of the folder for its index and records; it need not exist. */
  readonly state: string;
  /** Whether all that is stored is compared with its checksums, however long that takes. @default false */
  readonly isDeep?: boolean | undefined;
}

/** One look at one thing. It changes nothing, and must not depend on what others find. */
export interface TreeCheck<Place extends TreePlace = TreePlace> {
  /** What it looks at. */
  readonly name: string;
  /** Looks, and gives up when the signal says so. */
  run(place: Place, signal: AbortSignal): Promise<readonly Finding[]>;
}
