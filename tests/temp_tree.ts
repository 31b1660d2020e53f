import "./no_user.ts";

/** Temporary folder for a test, removed on disposal. */
export interface TempTree extends Disposable {
  /** Real absolute path of the folder. */
  readonly root: string;
}

/**
 * Returns a new folder with `files`, text or bytes by path; their folders are created as needed.
 */
export function makeTree(files: Readonly<Record<string, string | Uint8Array>> = {}): TempTree {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dossier-scan-" }));
  writeFiles(root, files);
  return { root, [Symbol.dispose]: () => Deno.removeSync(root, { recursive: true }) };
}

/** Writes `files` below `root`; text or bytes by path. */
export function writeFiles(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): void {
  for (const [path, content] of Object.entries(files)) {
    Deno.mkdirSync(`${root}/${path.slice(0, path.lastIndexOf("/") + 1)}`, { recursive: true });
    if (typeof content === "string") Deno.writeTextFileSync(`${root}/${path}`, content);
    else Deno.writeFileSync(`${root}/${path}`, content);
  }
}

/** Settings with which git behaves in the same way for every user who runs the tests. */
const GIT_SETTINGS = [
  ...["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"],
  ...["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"],
];

/** Runs git in the folder `root`, or throws its output. */
export function git(root: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command("git", {
    args: [...GIT_SETTINGS, ...args],
    cwd: root,
  }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Runs a command of the system, such as `mkfifo`, or throws when it fails. */
export function run(command: string, ...args: string[]): void {
  const { success, stderr } = new Deno.Command(command, { args }).outputSync();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
