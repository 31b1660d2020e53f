import { findSensitiveName, formatExclusionReason, type Visibility } from "@dossier/core/exclude";
import {
  decodeFile,
  isMissing,
  isUnicode,
  lstatOrUndefined,
  readPlainFileAsync,
  readPlainTextAsync,
  REFUSALS,
} from "@dossier/retrieval/machine";
import { openIgnoreFilter, toTreePath } from "@dossier/retrieval/tree";

/** Maximum number of bytes of an instruction file, from Claude Code (host-contracts.md §1.5). */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Name of the project's own ignore files. Hosts read instruction files even when git ignores them.
 */
const IGNORE_FILE = ".dossierignore";

/** The tree of instruction files. */
export interface InstructionTree {
  /** Real absolute path. */
  readonly root: string;
  /** The visible files of the project. */
  readonly visibility: Visibility;
}

/** The text of a file, or the reason why there is none. */
export type ReadInstruction =
  | {
    readonly kind: "text";
    /** Real absolute path, symbolic links resolved. */
    readonly real: string;
    /** UTF-8 with `\n` as line breaks, and without a byte order mark. */
    readonly text: string;
    readonly bytes: number;
    readonly isLink: boolean;
    /** True when it is not in UTF-8, or has invalid bytes. */
    readonly isDamaged: boolean;
  }
  | { readonly kind: "missing" }
  /** The reason is half a sentence, with the fix when it is not obvious. */
  | { readonly kind: "refused"; readonly reason: string };

/** Options of {@link InstructionReader.read}. */
interface ReadOptions {
  readonly isOwn?: boolean;
  readonly top?: string | undefined;
}

/** Reads instruction files, each once. Symbolic links are followed within the root. */
export class InstructionReader {
  /** The tree that it reads. */
  readonly tree: InstructionTree;
  readonly #read = new Map<string, Promise<ReadInstruction>>();
  /** Rules of ignore files, and the folders that were checked for them. */
  #filter: Awaited<ReturnType<typeof openIgnoreFilter>> | undefined;
  readonly #folders = new Set<string>();

  /** Reads instruction files of a tree. */
  constructor(tree: InstructionTree) {
    this.tree = tree;
  }

  /**
   * Returns the text of a file.
   *
   * @param path Absolute path.
   * @param options.isOwn If true, it belongs to the user or an administrator, and may be anywhere.
   * @param options.top Real absolute path of the repository around the root that contains it, which
   * no symbolic link may leave.
   */
  read(path: string, options: ReadOptions = {}): Promise<ReadInstruction> {
    const key = `${JSON.stringify(options)} ${path}`;
    const known = this.#read.get(key) ?? this.#open(path, options);
    this.#read.set(key, known);
    return known;
  }

  async #open(path: string, { isOwn = false, top }: ReadOptions): Promise<ReadInstruction> {
    const { root, visibility } = this.tree;
    const found = lstatOrUndefined(path);
    if (found === undefined) return { kind: "missing" };
    let real: string;
    try {
      real = Deno.realPathSync(path);
    } catch (error) {
      const reason = isMissing(error) ? "it is a link to a missing file" : REFUSALS.unreadable;
      return { kind: "refused", reason };
    }
    if (top !== undefined) {
      const place = toTreePath(real, top);
      if (place === undefined) {
        return { kind: "refused", reason: "it is a link to a file outside its repository" };
      }
      const named = findSensitiveName(place);
      if (named !== undefined) {
        const reason = formatExclusionReason({ kind: "sensitive", pattern: named });
        return { kind: "refused", reason };
      }
    } else if (!isOwn) {
      const hidden = await this.#findHidden(path, real);
      if (hidden !== undefined) return { kind: "refused", reason: hidden };
    }
    const read = await readPlainFileAsync(real, {
      ...(isOwn ? {} : { below: top ?? root }),
      maxBytes: MAX_BYTES,
    });
    if (read.kind === "refused") return { kind: "refused", reason: read.message };
    const { bytes } = read;
    const rule = visibility.findHidingRule("AGENTS.md", {
      head: bytes.subarray(0, 8000),
      isExplicit: true,
    });
    if (rule?.kind === "binary") return { kind: "refused", reason: "it is binary" };
    const decoded = decodeFile(bytes);
    return {
      kind: "text",
      real,
      bytes: bytes.length,
      isLink: real !== path,
      text: decoded.text.replaceAll("\r\n", "\n"),
      isDamaged: !isUnicode(decoded),
    };
  }

  async #findHidden(path: string, real: string): Promise<string | undefined> {
    const { root, visibility } = this.tree;
    const inside = toTreePath(real, root);
    if (inside === undefined) {
      return path.startsWith(`${root}/`)
        ? "it is a link to a file outside the root"
        : "it is outside the root";
    }
    for (const place of new Set([toTreePath(path, root) ?? inside, inside])) {
      const rule = visibility.findHidingRule(place, { isExplicit: true });
      if (rule !== undefined) return formatExclusionReason(rule);
      if (await this.#ignores(place)) return "an ignore file excludes it";
    }
    return undefined;
  }

  async #ignores(path: string): Promise<boolean> {
    const names = path.split("/");
    for (let count = 0; count < names.length; count++) {
      const folder = names.slice(0, count).map((name) => `${name}/`).join("");
      if (this.#folders.has(folder)) continue;
      this.#folders.add(folder);
      const { root } = this.tree;
      const read = await readPlainTextAsync(`${root}/${folder}${IGNORE_FILE}`, { below: root });
      if (read.kind === "refused") continue;
      this.#filter ??= await openIgnoreFilter();
      this.#filter.addText(folder, read.text, IGNORE_FILE);
    }
    return this.#filter?.ignores(path) ?? false;
  }
}
