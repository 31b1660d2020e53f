import fs from "node:fs";

/** Functions that open a file for reading, by their owner. */
const READERS: readonly (readonly [owner: object, name: string])[] = [
  ...["readFileSync", "readTextFileSync", "openSync", "readFile", "open"]
    .map((name) => [Deno, name] as const),
  [fs, "openSync"],
];

/**
 * Runs `body` and returns the paths of the files that it opened, on this thread.
 */
export async function recordReads(body: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const originals = READERS.map(([owner, name]) => Reflect.get(owner, name));
  READERS.forEach(([owner, name], i) => {
    const original = originals[i] as (...args: unknown[]) => unknown;
    Object.assign(owner, {
      [name]: (...args: unknown[]) => {
        paths.push(String(args[0]));
        return original(...args);
      },
    });
  });
  try {
    await body();
  } finally {
    READERS.forEach(([owner, name], i) => Object.assign(owner, { [name]: originals[i] }));
  }
  return paths;
}
