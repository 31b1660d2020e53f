import { findProgram } from "../features/hosts/install/find_hosts.ts";
import type { TempWorkspace } from "./temp_workspace.ts";

/** Puts the program on the PATH of a workspace under its name, and returns the variables for it. */
export function addProgram(workspace: TempWorkspace): Readonly<Record<string, string>> {
  const words = workspace.commandLine([]).map((word) => `'${word}'`).join(" ");
  const path = workspace.write("../bin/dossier", `#!/bin/sh\nexec ${words} "$@"\n`);
  Deno.chmodSync(path, 0o755);
  const folder = path.slice(0, path.lastIndexOf("/"));
  return {
    PATH: `${folder}:/usr/bin:/bin`,
    HOME: workspace.root,
    CODEX_HOME: "",
    COPILOT_HOME: "",
  };
}

/** Returns a PATH without hosts, with git and a folder for further programs. */
export function barePath(workspace: TempWorkspace): string {
  const folder = workspace.path("../bare");
  Deno.mkdirSync(folder, { recursive: true });
  Deno.symlinkSync(findProgram("git")!, `${folder}/git`);
  return `${workspace.path("../bin")}:${folder}`;
}

/** Returns the content of the files of a folder by path, and its folders. */
export function listFiles(folder: string): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>();
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    const path = `${folder}/${name}`;
    if (name === ".git") continue;
    found.set(path, isDirectory ? undefined : Deno.readTextFileSync(path));
    if (isDirectory) { for (const [below, text] of listFiles(path)) found.set(below, text); }
  }
  return found;
}

/** Returns the names of the entries of a folder, sorted. */
export function listNames(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}
