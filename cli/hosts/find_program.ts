const ANYBODY_MAY_RUN = 0o111;

/** Returns where a shell finds a program by its name, without running it; undefined when it is not on PATH. */
export function findProgram(name: string): string | undefined {
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((each) => each.startsWith("/"));
  return folders.map((folder) => `${folder}/${name}`).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    const { isFile, mode } = Deno.statSync(path);
    return isFile && ((mode ?? 0) & ANYBODY_MAY_RUN) !== 0;
  } catch {
    return false;
  }
}
