/** Functions of `Deno` that open a file for reading. */
const READERS = ["readFileSync", "readTextFileSync", "openSync", "readFile", "open"] as const;

/**
 * Runs `body` and returns the paths of the files that it opened, on this thread.
 */
export async function recordReads(body: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const originals = READERS.map((name) => Deno[name]);
  READERS.forEach((name, i) => {
    const original = originals[i] as (...args: unknown[]) => unknown;
    Object.assign(Deno, {
      [name]: (...args: unknown[]) => {
        paths.push(String(args[0]));
        return original(...args);
      },
    });
  });
  try {
    await body();
  } finally {
    READERS.forEach((name, i) => Object.assign(Deno, { [name]: originals[i] }));
  }
  return paths;
}
