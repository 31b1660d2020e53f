import "./no_user.ts";

/** A temporary folder for a test, removed when it is disposed of. */
export interface TempTree extends Disposable {
  /** Real absolute path of the folder. */
  readonly root: string;
}

/** Returns a new folder that holds `files`: text or bytes by path, their folders made as needed. */
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

/** Settings that make git act alike for every user who runs the tests. */
const GIT_SETTINGS = [
  ...["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"],
  ...["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"],
];

/** Runs git in the folder `root`, or throws what it says. */
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
