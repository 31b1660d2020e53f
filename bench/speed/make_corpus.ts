import { dirname, join } from "node:path";
import {
  analyzeWord,
  chunkDocument,
  createWordCache,
  outlineSymbols,
  scanNames,
  splitLines,
} from "@dossier/core";
import { detectLanguage } from "@dossier/core/language";
import { type CorpusFile, readCorpusFiles } from "./corpus_files.ts";
import { runProgram } from "./run_program.ts";
import { type BenchQuery, QuerySampler } from "./sample_queries.ts";

/** Tree to search, and the same text in the form for its competitors. */
export interface Corpus {
  /** Absolute path of the source tree: a git repository with one commit. */
  readonly root: string;
  /** Absolute path of a file with one line for each chunk: its index terms, joined by spaces. */
  readonly termsFile: string;
  readonly chunks: number;
  readonly files: number;
  /** UTF-8 bytes of all files. */
  readonly bytes: number;
  /** Queries by their number of terms. */
  readonly queries: Readonly<Record<string, readonly BenchQuery[]>>;
}

/** Size of the pieces in which terms files are written, in UTF-16 units. */
const WRITE_UNITS = 1 << 22;

/**
 * Creates a tree of as many files as have `chunks` chunks.
 *
 * @param packages Folder that `fetchPackages` made.
 * @param folder Output folder, whose content is replaced.
 * @throws {Error} When the packages do not contain that much.
 */
export async function makeCorpus(
  packages: string,
  { folder, chunks: minChunks }: { readonly folder: string; readonly chunks: number },
): Promise<Corpus> {
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const root = join(folder, "tree");
  const termsFile = join(folder, "terms.txt");
  await Deno.mkdir(root, { recursive: true });
  using terms = Deno.openSync(termsFile, { write: true, create: true });
  const sampler = new QuerySampler();
  const count = { chunks: 0, files: 0, bytes: 0 };
  let pending = "";
  const flush = () => {
    writeAll(terms, pending);
    pending = "";
  };
  for (const file of readCorpusFiles(packages)) {
    const lines = chunkTerms(file);
    pending += lines.join("");
    if (pending.length > WRITE_UNITS) flush();
    sampler.add(file.text);
    count.bytes += writeFile(join(root, file.path), file.text);
    count.files++;
    count.chunks += lines.length;
    if (count.chunks >= minChunks) break;
  }
  flush();
  if (count.chunks < minChunks) {
    throw new Error(`Cannot make a corpus of ${minChunks} chunks: there are ${count.chunks}`);
  }
  await commitTree(root);
  const corpus = { root, termsFile, ...count, queries: sampler.queries() };
  Deno.writeTextFileSync(join(folder, "corpus.json"), JSON.stringify(corpus));
  return corpus;
}

const termsOf = createWordCache((word) => analyzeWord(word).join(" "));

/** Returns a line with the terms of each chunk that the product would make of the file. */
function chunkTerms({ path, text }: CorpusFile): string[] {
  const info = { path, ...detectLanguage(path, text) };
  const symbols = outlineSymbols(text, info.language);
  const starts = splitLines(text).starts;
  return chunkDocument({ info, text, symbols }).map(({ startLine, endLine }) => {
    const body = text.slice(starts[startLine - 1], starts[endLine]);
    const terms: string[] = [];
    scanNames(body, (start, end) => terms.push(termsOf(body, start, end)));
    return `${terms.filter((term) => term !== "").join(" ")}\n`;
  });
}

function writeFile(path: string, text: string): number {
  const bytes = new TextEncoder().encode(text);
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeFileSync(path, bytes);
  return bytes.length;
}

function writeAll(file: Deno.FsFile, text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let done = 0; done < bytes.length;) done += file.writeSync(bytes.subarray(done));
}

async function commitTree(root: string): Promise<void> {
  const identity = ["-c", "user.name=bench", "-c", "user.email=bench@example.invalid"];
  await runProgram("git", ["init", "--quiet"], { folder: root });
  await runProgram("git", ["add", "--all"], { folder: root });
  await runProgram("git", [...identity, "commit", "--quiet", "-m", "corpus"], { folder: root });
}
