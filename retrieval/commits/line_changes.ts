import type { LineRange } from "@dossier/core";
import { gitCommand, isGitUnavailable } from "../tree/mod.ts";
import { findHistoryFolder, type HistorySource } from "./history_source.ts";

/** Lines of a file that a commit changed, with their numbers after it. */
export interface ChangedLines {
  /** Path of the file after the commit, relative to the root, with `/`. */
  readonly path: string;
  readonly ranges: readonly LineRange[];
}

/** Commit that changed lines, with all of its changed lines. */
export interface LineChange {
  /** Full id of the commit. */
  readonly commit: string;
  readonly subject: string;
  readonly files: readonly ChangedLines[];
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
const NEWLINE = 10;

/** Git appends a tab to a name with spaces. */
const FILE_REGEXP = /^\+\+\+ b\/([^\t]*)\t?$/;
const HUNK_REGEXP = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/;

/**
 * History of the lines of one repository. Each method starts git, which is ended when the time is
 * up.
 */
export class LineHistory {
  readonly #source: HistorySource;
  readonly #folder: string;
  readonly #signal: AbortSignal;

  /**
   * @param folder Folder of the repository that is the root, with a slash at its end; empty for the
   * top.
   * @param signal Ends git. All results are empty afterwards.
   */
  constructor(source: HistorySource, folder: string, signal: AbortSignal) {
    this.#source = source;
    this.#folder = folder;
    this.#signal = signal;
  }

  /**
   * Returns the newest commits that changed lines of a file, without merges. The line numbers are
   * those at the tip.
   */
  async listChanges(
    path: string,
    { startLine, endLine }: LineRange,
    limit: number,
  ): Promise<readonly LineChange[]> {
    const listed = await this.#run([
      ...["log", "--no-patch", "--no-merges", "--format=%H %s", "--encoding=UTF-8", "--no-color"],
      ...[`--max-count=${limit}`, `-L${startLine},${endLine}:${this.#folder}${path}`, this.#tip],
    ]);
    const commits = DECODER.decode(listed).split("\n").filter((line) => line !== "");
    if (commits.length === 0) return [];
    const ids = commits.map((line) => line.slice(0, line.indexOf(" ")));
    const output = await this.#run([
      ...["show", "--format=%x01%H", "--unified=0", "--no-renames", "--no-color", "--no-relative"],
      ...["--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", ...ids, "--"],
    ]);
    const changes = new Map(
      DECODER.decode(output).split("\x01").slice(1).map((part) => {
        const end = part.indexOf("\n");
        return [part.slice(0, end), listChangedLines(part.slice(end + 1), this.#folder)] as const;
      }),
    );
    return commits.map((line, i) => ({
      commit: ids[i]!,
      subject: line.slice(ids[i]!.length + 1),
      files: changes.get(ids[i]!) ?? [],
    }));
  }

  /**
   * Returns the texts of files after a commit, or at the tip, in their order; undefined for missing
   * files.
   */
  async readFiles(
    files: readonly { readonly commit?: string; readonly path: string }[],
  ): Promise<readonly (string | undefined)[]> {
    // Git reads one path per line, so a path with a line break cannot be requested.
    const names = files.map(({ commit = this.#tip, path }) =>
      path.includes("\n") ? "\n" : `${commit}:${this.#folder}${path}\n`
    );
    const bytes = await this.#run(["cat-file", "--batch"], names.join(""));
    let at = 0;
    return files.map(() => {
      const end = bytes.indexOf(NEWLINE, at);
      const [, kind, size] = DECODER.decode(bytes.subarray(at, Math.max(at, end))).split(" ");
      at = end + 1;
      if (kind !== "blob") return undefined;
      const text = DECODER.decode(bytes.subarray(at, at + Number(size)));
      at += Number(size) + 1;
      return text;
    });
  }

  get #tip(): string {
    return this.#source.pinned?.revision ?? "HEAD";
  }

  /** Returns the output of a git command; empty when it fails or the time is up. */
  async #run(args: readonly string[], input = ""): Promise<Uint8Array> {
    if (this.#signal.aborted) return new Uint8Array();
    const { root, pinned } = this.#source;
    // From the top, so that paths are those of the repository wherever the root is.
    const where = pinned === undefined
      ? ["-C", `${root}/${"../".repeat(this.#folder.split("/").length - 1)}`]
      : [`--git-dir=${pinned.repository}`];
    try {
      const child = gitCommand([...where, ...args], {
        cwd: root,
        stderr: "null",
        stdin: "piped",
        signal: this.#signal,
      }).spawn();
      const writer = child.stdin.getWriter();
      // Git may end before it has read everything.
      const written = writer.write(ENCODER.encode(input)).then(() => writer.close()).catch(
        () => {},
      );
      const { success, stdout } = await child.output();
      await written;
      return success ? stdout : new Uint8Array();
    } catch (error) {
      if (!isGitUnavailable(error)) throw error;
      return new Uint8Array();
    }
  }
}

/** Returns the history of the lines of a tree; undefined without a repository. */
export function openLineHistory(
  source: HistorySource,
  signal: AbortSignal,
): LineHistory | undefined {
  const folder = findHistoryFolder(source);
  return folder === undefined ? undefined : new LineHistory(source, folder, signal);
}

/**
 * Returns the lines that a diff without context adds or changes, by file. For removed lines, it is
 * the line before them. Removed files, and names that git puts in quotes, are skipped.
 *
 * @param folder Folder whose files are returned. Their paths are relative to it.
 */
export function listChangedLines(diff: string, folder = ""): readonly ChangedLines[] {
  const files: { path: string; ranges: LineRange[] }[] = [];
  // An added line may look like the header of a file, but not before the first range.
  let isHead = false;
  let file: typeof files[number] | undefined;
  for (const line of diff.split("\n")) {
    if (line.startsWith("diff --git ")) {
      isHead = true;
      file = undefined;
    }
    const [, path] = FILE_REGEXP.exec(line) ?? [];
    if (isHead && path?.startsWith(folder)) {
      files.push(file = { path: path.slice(folder.length), ranges: [] });
    }
    const [, start, count = "1"] = HUNK_REGEXP.exec(line) ?? [];
    if (start === undefined) continue;
    isHead = false;
    const startLine = Math.max(1, Number(start));
    file?.ranges.push({ startLine, endLine: startLine + Math.max(1, Number(count)) - 1 });
  }
  return files;
}
