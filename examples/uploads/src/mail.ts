const DAY_MS = 24 * 60 * 60 * 1000;

/** A file that was given up, and why. */
export interface GivenUpFile {
  readonly name: string;
  readonly reason: string;
}

/** Returns whether a customer may get another mail, by the times in milliseconds since 1970. */
export function mayMail(lastMail: number | undefined, now: number): boolean {
  return lastMail === undefined || now - lastMail >= DAY_MS;
}

/** Returns the text of the mail that lists files which were given up. */
export function writeMail(files: readonly GivenUpFile[]): string {
  const lines = files.map(({ name, reason }) => `- ${name}: ${reason}`);
  return ["We could not upload these files:", "", ...lines].join("\n");
}
