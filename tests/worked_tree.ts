import fc from "fast-check";
import { TempWorkspace } from "./temp_workspace.ts";

/** Change of a work tree and its repository, as made by people and their tools. */
export type WorkStep =
  | { readonly kind: "write"; readonly path: string; readonly text: string; readonly old: boolean }
  | { readonly kind: "remove" | "touch" | "chmod" | "stage" | "untrack"; readonly path: string }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "settings"; readonly path: string; readonly text: string | undefined }
  | { readonly kind: "git"; readonly args: readonly string[] }
  | { readonly kind: "commit"; readonly all: boolean; readonly amend: boolean }
  | { readonly kind: "shallow" };

const CODE_PATHS = ["src/store.ts", "src/upload.py", "src/queue/send.ts", "lib/retry.go", "run.sh"];
const PROSE_PATHS = [
  "docs/plan.md",
  "docs/store.md",
  "docs/queue/send.md",
  "README.md",
  "notes.txt",
];
const PATHS = [...CODE_PATHS, ...PROSE_PATHS];
const NAMES = ["openStore", "closeStore", "retry_upload", "SendQueue", "MAX_SIZE", "drain$all"];

const CODE_LINES = [
  ...NAMES.map((name) => `export function ${name}(file) {\n  return send(file);\n}`),
  ...NAMES.map((name) => `  ${name}(queue);`),
  "// retries the upload of a file",
  "def retry_upload(file):\n    return openStore(file)",
  "",
  "zebra",
];
const PROSE_LINES = [
  ...NAMES.map((name) => `Call \`${name}\` for the upload.`),
  ...CODE_PATHS.map((path) => `See \`${path}\`.`),
  "# Upload queue",
  "## Store",
  "The store retries a failed upload, see [[store]] and [plan](plan.md).",
  "`src/queue/` and `neverThere`",
  "",
];
const OTHER_TEXTS = [
  "",
  "\0 binary",
  "openStore ".repeat(120),
  "---\nupdated: 2020-03-01\n---\n`MAX_SIZE`\n",
];

/** Possible settings; undefined without a file. */
const SETTINGS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  ".gitignore": [undefined, "lib/\n", "*.txt\n", "docs/queue/\nrun.sh\n"],
  ".dossierignore": [undefined, "src/queue/\n", "README.md\n", "*.py\n!src/upload.py\n"],
  "docs/.dossierignore": [undefined, "store.md\n"],
  ".dossier/config.yaml": [
    undefined,
    "exclude:\n  dirs: [queue]\n",
    "exclude:\n  max_file_bytes: 300\n",
    "embedder: {kind: none}\n",
    "task:\n  vault: docs\n  stale_days: 60\n",
    "task:\n  expand_neighbors: true\n  max_context_docs: 2\n",
  ],
};

const COMMANDS: readonly (readonly string[])[] = [
  ["add", "--all"],
  ["reset", "--quiet"],
  ["reset", "--quiet", "--soft", "HEAD~1"],
  ["reset", "--quiet", "HEAD~1"],
  ["reset", "--quiet", "--hard"],
  ["reset", "--quiet", "--hard", "HEAD~2"],
  ["reset", "--quiet", "--hard", "ORIG_HEAD"],
  ["checkout", "--quiet", "-B", "side"],
  ["checkout", "--quiet", "side"],
  ["checkout", "--quiet", "--force", "side"],
  ["checkout", "--quiet", "main"],
  ["checkout", "--quiet", "--force", "main"],
  ["checkout", "--quiet", "--detach", "HEAD~1"],
  ["checkout", "--quiet", "HEAD~1", "--", "src"],
  ["stash", "--quiet", "--include-untracked"],
  ["stash", "pop", "--quiet"],
  ["revert", "--no-edit", "HEAD"],
  ["merge", "--quiet", "--no-edit", "side"],
  ["merge", "--quiet", "--no-edit", "main"],
  ["cherry-pick", "side"],
  ["mv", "src", "source"],
  ["mv", "source", "src"],
  ["rm", "-r", "--quiet", "--force", "docs/queue"],
  ["update-index", "--assume-unchanged", "src/store.ts"],
  ["update-index", "--no-assume-unchanged", "src/store.ts"],
  ["pack-refs", "--all"],
];

/** Commands that abort an incomplete operation; the others have nothing to abort. */
const ABORTED: readonly string[] = ["merge", "revert", "cherry-pick"];

const somePath = fc.constantFrom(...PATHS);
const someLines = (lines: readonly string[]) =>
  fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 10 })
    .map((list) => `${list.join("\n")}\n`);
const someWrite: fc.Arbitrary<WorkStep> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...CODE_PATHS), someLines(CODE_LINES)) },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...PROSE_PATHS), someLines(PROSE_LINES)) },
  { weight: 1, arbitrary: fc.tuple(somePath, fc.constantFrom(...OTHER_TEXTS)) },
).chain(([path, text]) => fc.boolean().map((old) => ({ kind: "write", path, text, old } as const)));
const someSettings: fc.Arbitrary<WorkStep> = fc.constantFrom(...Object.keys(SETTINGS)).chain((
  path,
) =>
  fc.constantFrom(...SETTINGS[path]!).map((text) => ({ kind: "settings", path, text } as const))
);

/** Steps in the proportions that reveal most faults. */
export const arbitraryWorkStep: fc.Arbitrary<WorkStep> = fc.oneof(
  { weight: 12, arbitrary: someWrite },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("remove", "remove", "touch", "chmod", "stage", "untrack"),
      path: somePath,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("rename"), path: somePath, to: somePath }),
  },
  { weight: 3, arbitrary: someSettings },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("git"),
      args: fc.constantFrom(...COMMANDS),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant("commit"),
      all: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
      amend: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "shallow" }) },
) as fc.Arbitrary<WorkStep>;

/** Seconds since 1970 of the first commit: 2020-01-01. */
const FIRST_COMMIT_S = 1_577_836_800;

/** Seconds from one commit to the next: after a few a document is outdated. */
const COMMIT_STEP_S = 40 * 86_400;

/** Age of an old file, in milliseconds. */
const OLD_MS = 3_600_000;

/** Work tree with its repository, for steps that run one after the other. */
export class WorkedTree implements Disposable {
  readonly #workspace = new TempWorkspace();
  #seconds = FIRST_COMMIT_S;
  #age = OLD_MS;

  /** Absolute path of the tree. */
  readonly root: string = this.#workspace.root;

  /** Creates a repository with a commit of varied content. */
  constructor() {
    this.#workspace.initialize();
    this.#workspace.write("src/store.ts", CODE_LINES.slice(0, 8).join("\n"));
    this.#workspace.write("src/upload.py", "def retry_upload(file):\n    return openStore(file)\n");
    this.#workspace.write("docs/plan.md", PROSE_LINES.join("\n"));
    this.#workspace.write("docs/store.md", "# Store\n\n`closeStore` in `src/store.ts`\n");
    this.play({ kind: "commit", all: true, amend: false });
  }

  /** Returns the path of a file beside the tree. */
  beside(name: string): string {
    return `${this.#workspace.cache}/${name}`;
  }

  /** Does one step; a step with a missing file does nothing. */
  play(step: WorkStep): void {
    try {
      this.#play(step);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) {
        throw error;
      }
    }
  }

  #play(step: WorkStep): void {
    switch (step.kind) {
      case "write":
        this.#write(step.path, step.text);
        if (step.old) this.#backdate(step.path);
        return;
      case "settings":
        if (step.text === undefined) this.#workspace.remove(step.path);
        else this.#write(step.path, step.text);
        return;
      case "remove":
        return this.#workspace.remove(step.path);
      case "touch":
        return this.#backdate(step.path);
      case "chmod": {
        const path = this.#workspace.path(step.path);
        return Deno.chmodSync(path, (Deno.statSync(path).mode ?? 0) ^ 0o111);
      }
      case "rename":
        return Deno.renameSync(
          this.#workspace.path(step.path),
          this.#workspace.path(step.to),
        );
      case "stage":
        this.#git("add", "--all", "--", step.path);
        return;
      case "untrack":
        this.#git("rm", "--cached", "--quiet", "--", step.path);
        return;
      case "commit":
        this.#seconds += COMMIT_STEP_S;
        if (step.all) this.#git("add", "--all");
        this.#git(
          ...["commit", "--quiet", "--allow-empty", `--message=upload ${this.#seconds}`],
          ...(step.amend ? ["--amend"] : []),
        );
        return;
      case "git":
        this.#seconds += COMMIT_STEP_S;
        if (this.#git(...step.args)) return;
        if (ABORTED.includes(step.args[0]!)) this.#git(step.args[0]!, "--abort");
        return;
      case "shallow":
        this.#toggleShallow();
    }
  }

  #write(path: string, text: string): void {
    // A former folder may be a file now, and vice versa.
    try {
      this.#workspace.write(path, text);
    } catch (error) {
      if (
        !(error instanceof Deno.errors.IsADirectory || error instanceof Deno.errors.AlreadyExists)
      ) {
        throw error;
      }
    }
  }

  /** Sets the time of a file's change to a unique time, long ago. */
  #backdate(path: string): void {
    this.#age += 1000;
    const time = new Date(Date.now() - this.#age);
    Deno.utimeSync(this.#workspace.path(path), time, time);
  }

  /** Makes git hide the history before the newest commit, or show it again. */
  #toggleShallow(): void {
    const path = this.#workspace.path(".git/shallow");
    try {
      Deno.removeSync(path);
    } catch {
      Deno.writeTextFileSync(path, this.#workspace.git("rev-parse", "HEAD"));
    }
  }

  #git(...args: readonly string[]): boolean {
    const date = `${this.#seconds} +0000`;
    return new Deno.Command("git", {
      args: [...args],
      cwd: this.root,
      env: {
        ...this.#workspace.environment(),
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
      stdout: "null",
      stderr: "null",
    }).outputSync().success;
  }

  /** Removes the tree and the repository. */
  [Symbol.dispose](): void {
    this.#workspace[Symbol.dispose]();
  }
}
