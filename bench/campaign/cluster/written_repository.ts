import { findMeta } from "../../../retrieval/index/local/store/meta.ts";
import { openStore } from "../../../retrieval/index/local/store/open_store.ts";
import { listPartialSegments } from "../../../retrieval/index/local/store/shared_segments.ts";
import { contentHash } from "../../../retrieval/machine/mod.ts";
import { viewIndex } from "../../../tests/index_view.ts";
import { type RunOptions, type RunResult, TempWorkspace } from "../../../tests/temp_workspace.ts";
import type { Random } from "./random.ts";

/** Number of files of a repository, and of those that change before each transfer. */
const FILES = 150;
const CHANGED = 12;

/** Number of different words in them, and of words in one file. */
const WORDS = 3000;
const WORDS_PER_FILE = 60;

/** Content of an index. */
interface IndexContent {
  /** Hash of the whole content. */
  readonly view: string;
  /** Model of its vectors. */
  readonly embedder: string | undefined;
}

/** Commit that was indexed and sent. */
export interface SentCommit extends IndexContent {
  readonly commit: string;
  /** Commits before it that were sent, the nearest first. */
  readonly before: SentCommit | undefined;
  /** True when the command that sent it ended with 0. */
  readonly isAcknowledged: boolean;
  /** Output on standard error. */
  readonly stderr: string;
}

/** Clone of a repository in which one writer changes, commits, indexes and sends files. */
export class WrittenRepository implements Disposable {
  /** Commits that were sent so far, in order. */
  readonly sent: SentCommit[] = [];
  readonly name: string;
  readonly workspace: TempWorkspace = new TempWorkspace();
  readonly #random: Random;
  readonly #origin: string;

  /**
   * Creates the repository with its first commit.
   *
   * @param name Name of the writer.
   * @param options.origin Address of the remote, by which a cluster identifies the repository.
   */
  constructor(
    name: string,
    { origin, random }: { readonly origin: string; readonly random: Random },
  ) {
    this.name = name;
    this.#random = random;
    this.#origin = origin;
    this.workspace.initialize();
    this.workspace.git("remote", "add", "origin", origin);
    this.workspace.write(".gitignore", ".dossier/state/\n");
    for (let i = 0; i < FILES; i++) this.#change(i);
  }

  /** Changes some files, and lets the program index and send them. */
  async send(options: RunOptions): Promise<SentCommit> {
    for (let i = 0; i < CHANGED; i++) this.#change(this.#random.below(FILES));
    this.workspace.commit();
    const commit = this.workspace.git("rev-parse", "HEAD").trim();
    const { code, stderr } = await this.workspace.run(["index", "--store", "opensearch"], options);
    const { isPartial, ...index } = await readIndex(this.workspace.root);
    const sent: SentCommit = {
      commit,
      before: this.sent.at(-1),
      ...isPartial ? await this.#readFiles(commit) : index,
      isAcknowledged: code === 0,
      stderr,
    };
    this.sent.push(sent);
    return sent;
  }

  /** Returns another clone of it, as on a machine without an index. */
  checkOut(commit: string): Checkout {
    return new Checkout({ source: this.workspace.root, commit, origin: this.#origin });
  }

  [Symbol.dispose](): void {
    this.workspace[Symbol.dispose]();
  }

  /** Returns the content of an index of the files of a commit. */
  async #readFiles(commit: string): Promise<IndexContent> {
    using checkout = this.checkOut(commit);
    const { code, stderr } = await checkout.run(["index"]);
    if (code !== 0) throw new Error(`Cannot index the files of ${commit}: ${stderr}`);
    const { view, embedder } = await readIndex(checkout.root);
    return { view, embedder };
  }

  #change(number: number): void {
    const words = Array.from({ length: WORDS_PER_FILE }, () => makeWord(this.#random)).join(" ");
    const text =
      `/** ${words} */\nexport function f${number}(): string {\n  return "${this.name}";\n}\n`;
    this.workspace.write(`src/f${number}.ts`, text);
  }
}

/** Clone of a repository at some commit, without an index. */
export class Checkout implements Disposable {
  readonly commit: string;
  readonly #workspace = new TempWorkspace();

  constructor(
    { source, commit, origin }: {
      readonly source: string;
      readonly commit: string;
      readonly origin: string;
    },
  ) {
    this.commit = commit;
    const { root } = this.#workspace;
    this.#workspace.git("clone", "--quiet", "--no-checkout", "--shared", source, root);
    this.#workspace.git("remote", "set-url", "origin", origin);
    this.#workspace.git("checkout", "--quiet", "--detach", commit);
  }

  /** Absolute path of its files. */
  get root(): string {
    return this.#workspace.root;
  }

  /** Runs the program in it. */
  run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    return this.#workspace.run(args, options);
  }

  [Symbol.dispose](): void {
    this.#workspace[Symbol.dispose]();
  }
}

/**
 * Returns the content of the index of a tree, and true when a part of it is only in the cluster.
 */
async function readIndex(root: string): Promise<IndexContent & { readonly isPartial: boolean }> {
  using store = openStore(`${root}/.dossier/state/index.db`);
  return {
    view: await hashView(viewIndex(store)),
    embedder: findMeta(store, "embedder"),
    isPartial: listPartialSegments(store).length > 0,
  };
}

/** Returns the hash of the content of an index. */
export function hashView(view: unknown): Promise<string> {
  return contentHash(new TextEncoder().encode(JSON.stringify(view)));
}

/** Returns one of the words in the files. */
export function makeWord(random: Random): string {
  return `zq${random.below(WORDS).toString(36)}`;
}
