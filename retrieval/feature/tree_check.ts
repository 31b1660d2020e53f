/** How much a finding matters: from nothing to do, to something that stands in the way. */
export type FindingLevel = "ok" | "note" | "warning" | "problem";

/** One thing that a check has found. */
export interface Finding {
  /** How much it matters. */
  readonly level: FindingLevel;
  /** What it is: a sentence without a final period. */
  readonly message: string;
  /** What mends it, as a command where there is one. */
  readonly mend?: string;
}

/** The tree that is looked at. */
export interface TreePlace {
  /** Absolute real path. */
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
  /** Whether it costs little and looks at nothing but the tree, so that a server shows it too. @default false */
  readonly isOfTree?: true;
  /** Looks, and gives up when the signal says so. */
  run(place: Place, signal: AbortSignal): Promise<readonly Finding[]>;
}
