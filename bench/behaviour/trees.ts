import { dirname, join } from "node:path";

/** Work tree that requests are about. */
export interface BehaviourTree {
  readonly name: string;
  /** Repository, as `OWNER/NAME`. */
  readonly clone: string;
  /** Commit that is checked out. */
  readonly revision: string;
  /**
   * Files that are added in a commit on top, by path, for features that the repository itself
   * lacks.
   */
  readonly added: Readonly<Record<string, string>>;
  /** Questions about the added files, which come first. */
  readonly questions?: readonly string[];
}

/** Text that looks like a token to the mask of secrets, but is not valid. */
const TOKEN = ["ghp", "x7Kq2LmN9pRtVw4YzA6bCdEf8GhJ0sUi3OaP"].join("_");

/** Trees of five languages, with each kind of setting that changes what is found. */
export const BEHAVIOUR_TREES: readonly BehaviourTree[] = [
  {
    name: "werkzeug",
    clone: "pallets/werkzeug",
    revision: "1b00618e787f40dfb21eba29caf8f8be7c8e1d93",
    added: {
      ".noface.toml": '[project]\nbuild = "python -m build"\ntest = "tox"\n\n' +
        '[monowiki]\nvault = "vault"\nmax_context_docs = 4\n\n[context]\ndoc_fraction_max = 0.5\n',
      "vault/routing.md": "---\ntitle: Routing\ntags: [design]\n---\n\n# Routing\n\n" +
        "The `Map` holds rules; `MapAdapter` matches a path against them, see [[converters]].\n" +
        "`RuleFactoryThatWentAway` made them once, in src/werkzeug/routing/gone.py.\n",
      "vault/converters.md":
        "# Converters\n\nA `BaseConverter` turns a part of a path into a value " +
        "and back.\nThe [[routing]] map knows them by name.\n",
      "vault/data-structures.md":
        "# Data structures\n\n`MultiDict` and `Headers` keep the order of " +
        "what they are given.\nA form is parsed into them, see [[form-parser|the parser]].\n",
      "vault/form-parser.md":
        "# Form parser\n\n`FormDataParser` and `MultiPartParser` read a stream " +
        "within limits.\n",
      "src/werkzeug/deployment.py": `"""Settings of the servers that run in production."""\n\n` +
        `GITHUB_TOKEN = "${TOKEN}"\nWORKERS = 4\n\n\ndef worker_count(cores):\n` +
        `    """Return how many workers a server of so many cores runs."""\n` +
        `    return cores * 2 + 1\n`,
      ".env": "SECRET_KEY=not-served\n",
    },
    questions: ["how many workers does a server in production run", "GITHUB_TOKEN worker_count"],
  },
  {
    name: "swr",
    clone: "vercel/swr",
    revision: "7173e55b2a175dee455612c5fa067383345c392f",
    added: {
      ".dossier/config.yaml": "exclude:\n  extensions: [.lock, .png]\n" +
        "task:\n  stale_days: 30\n  expand_neighbors: true\n  test: pnpm test\n",
      "docs/design/cache.md":
        "# Cache\n\nEach key has a state in the cache; `mutate` changes it and " +
        "tells `useSWR`.\nSee [[revalidation]].\n",
      "docs/design/revalidation.md":
        "# Revalidation\n\nOn focus and on reconnect, `initCache` sets " +
        "up listeners that revalidate.\n",
    },
  },
  {
    name: "bubbletea",
    clone: "charmbracelet/bubbletea",
    revision: "73b6d91ac1c3854dd4af046ab5f9e51d3b3b4290",
    added: {
      ".dossier/config.yaml": "embedder: none\nexclude:\n  include: [go.sum]\n",
      ".dossier/prompt.md": "# {{title}}\n\n{{{description}}}\n\n{{{code}}}\n\n{{{documents}}}\n",
    },
  },
  {
    name: "axum",
    clone: "tokio-rs/axum",
    revision: "309d1bd9530eec2217134cb262760af1df42ee3b",
    added: {
      ".dossierignore": "examples/*\n!examples/hello-world\n",
      "axum/.dossierignore": "/benches\n",
    },
  },
  {
    name: "commons-lang",
    clone: "apache/commons-lang",
    revision: "0ba92dc402312a38252a3398931ffbfbb4a88f7d",
    added: {},
  },
];

/** Options of {@link layOut}. */
export interface LayOutOptions {
  /** Folder of git clones, `FOLDER/OWNER+NAME/repo`. The trees borrow their objects. */
  readonly clones: string;
  /** Folder of the trees. */
  readonly trees: string;
}

/**
 * Checks out a tree with its history and commits the added files. The commit has the date of the
 * revision, so that the result is always the same. An existing tree is kept unchanged.
 */
export function layOut(tree: BehaviourTree, { clones, trees }: LayOutOptions): void {
  const root = join(trees, tree.name);
  if (exists(root)) return;
  const clone = join(clones, tree.clone.replace("/", "+"), "repo");
  git(".", "clone", "--quiet", "--shared", "--no-checkout", clone, root);
  git(root, "checkout", "--quiet", "--detach", tree.revision);
  const paths = Object.keys(tree.added);
  if (paths.length === 0) return;
  for (const path of paths) {
    Deno.mkdirSync(dirname(join(root, path)), { recursive: true });
    Deno.writeTextFileSync(join(root, path), tree.added[path]!);
  }
  git(root, "add", "--force", "--", ...paths);
  const date = git(root, "show", "--no-patch", "--format=%cI", "HEAD").trim();
  const author = ["-c", "user.name=dossier", "-c", "user.email=dossier@example.org"];
  const message = ["-c", "commit.gpgSign=false", "commit", "--quiet", "--no-verify", "-m"];
  const commit = [...author, ...message, "Say how this project is worked on", `--date=${date}`];
  run(root, commit, { GIT_COMMITTER_DATE: date });
}

/** Returns the output of git. */
export function git(folder: string, ...args: readonly string[]): string {
  return run(folder, args);
}

function run(folder: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { success, stdout, stderr } = new Deno.Command("git", {
    args: ["-C", folder, "-c", "core.quotePath=false", ...args],
    env,
  }).outputSync();
  if (!success) throw new Error(`git ${args[0]}: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout);
}

function exists(path: string): boolean {
  return Deno.lstatSync(dirname(path)).isDirectory &&
    [...Deno.readDirSync(dirname(path))].some(({ name }) => path.endsWith(`/${name}`));
}
