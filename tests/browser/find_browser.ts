import { delimiter, join } from "node:path";

/** Variable with the path of the browser to test with. */
export const BROWSER_VARIABLE = "DOSSIER_CHROMIUM";

/** Names of the program on different systems. */
const BROWSER_NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Returns the path of a Chromium: the one that {@link BROWSER_VARIABLE} names, or one on the path. */
export function findBrowser(): string | undefined {
  const chosen = Deno.env.get(BROWSER_VARIABLE);
  if (chosen !== undefined && chosen !== "") return chosen;
  const folders = (Deno.env.get("PATH") ?? "").split(delimiter).filter((folder) => folder !== "");
  return BROWSER_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return false;
    }
    throw error;
  }
}
