import {
  type Candidate,
  compareCandidates,
  cutParts,
  decodeParts,
  verifyExplanation,
} from "@dossier/core";
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { QueryText } from "../../retrieval/search/query_text.ts";
import {
  countDocumentTerms,
  findDefiningDocuments,
  findMentioningDocuments,
  type IndexReader,
  listMissingNames,
  listNamesInCode,
  scoreDocumentMeaning,
} from "../../retrieval/index/mod.ts";
import { type RetrievalRequest, retrieve } from "../../retrieval/search/retrieve.ts";

/** Index of a tree, closed by its disposal. */
export interface OpenReader extends Disposable {
  readonly reader: IndexReader;
}

/** Returns an index of the given files, texts by path. */
export type OpenReaderOver = (files: Readonly<Record<string, string>>) => Promise<OpenReader>;

/** Test of the suite. */
type ReaderTest = (ask: (question: Question) => Promise<Found>) => Promise<void>;
type Question = Omit<Partial<RetrievalRequest>, "query"> & {
  readonly query?: string;
  readonly names?: readonly string[];
};
type Found = readonly Candidate[];

const LIMIT = 10;

/** Tree in which many files contain a common word, and few a rare one. */
function makeTree(): Record<string, string> {
  const files: Record<string, string> = {
    "docs/guide.md": "# Upload guide\n\nRetry a failed upload.\n",
    "docs/rare.md": "# Zebra\n\nAn upload of a zebra.\n",
    "src/upload.py":
      "def retry_upload(file):\n    return send(file)\n\n\ndef send(file):\n    pass\n",
    "src/queue.ts": "export class UploadQueue {\n  retry(): void {}\n}\n",
    "odd/\u00fc \u{1f600}'\".md": "upload of an oddly named file\n",
    "odd/\uff46.md": "full width\n",
    "odd/\u{1f600}.md": "a face \u9886\u53d6\n",
  };
  for (let i = 0; i < 60; i++) files[`many/file${i}.txt`] = "upload upload upload\n";
  return files;
}

/** Returns paths in the order of an index. */
function inOrder(paths: readonly string[]): readonly string[] {
  return paths.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Returns a number spelled with letters, which is not a word of the tree. */
function letters(value: number): string {
  return String(value).replaceAll(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)));
}

/**
 * Declares the tests that every {@link IndexReader} passes, with any back end.
 *
 * @param name Name of the implementation, for the names of the tests.
 * @param open Creates one for a tree; called once per test.
 * @param options.ignore True when it cannot be tested here.
 */
export function testIndexReader(
  name: string,
  open: OpenReaderOver,
  { ignore = false }: { readonly ignore?: boolean } = {},
): void {
  const declare = (rule: string, fn: () => Promise<void>) =>
    Deno.test({ name: `${name} ${rule}`, ignore, fn });
  const test = (rule: string, body: ReaderTest) =>
    declare(rule, async () => {
      using opened = await open(makeTree());
      await body(({ query = "upload", names, ...request }) =>
        retrieve(opened.reader, { query: new QueryText(query, names), limit: LIMIT, ...request })
      );
    });

  test("proposes at most as many candidates as asked for", async (ask) => {
    for (const limit of [0, 1, 3, 10]) assert.equal((await ask({ limit })).length, limit);
    const all = await ask({ limit: 10_000 });
    assert.ok(all.length >= 60 && all.length < 100, `${all.length}`);
    assert.equal((await ask({ limit: Infinity })).length, all.length);
  });

  test("proposes a prefix of the longer list when asked for fewer", async (ask) => {
    const many = await ask({ limit: 20 });
    assert.deepEqual(await ask({ limit: 7 }), many.slice(0, 7));
  });

  test("orders candidates by score, then by path and line", async (ask) => {
    const found = await ask({ query: "retry upload", limit: 100 });
    assert.deepEqual(found, found.toSorted(compareCandidates));
    const equal = found.filter(({ path }) => path.startsWith("many/file1"));
    assert.ok(equal.length > 1);
  });

  test("gives each candidate a finite score above 0, once, with a range of lines", async (ask) => {
    const found = await ask({ query: "retry upload zebra", limit: 100 });
    for (const { score, startLine, endLine, path, symbol } of found) {
      assert.ok(Number.isFinite(score) && score > 0, `${path} ${score}`);
      assert.ok(startLine >= 1 && endLine >= startLine, path);
      assert.ok(symbol === undefined || symbol !== "", path);
    }
    const ranges = found.map(({ path, startLine }) => `${path}:${startLine}`);
    assert.equal(new Set(ranges).size, found.length);
  });

  test("ranks chunks with all words of the query first", async (ask) => {
    assert.equal((await ask({ query: "zebra upload" }))[0]?.path, "docs/rare.md");
    const retry = (await ask({ query: "retry upload" })).slice(0, 3).map(({ path }) => path);
    assert.deepEqual(retry.sort(), ["docs/guide.md", "src/queue.ts", "src/upload.py"]);
  });

  test("ranks chunks with guessed names first, also without a word of the query", async (ask) => {
    const names = ["zebra"];
    assert.equal((await ask({ names }))[0]?.path, "docs/rare.md");
    assert.equal((await ask({ query: "frobnicate", names }))[0]?.path, "docs/rare.md");
    const [first] = await ask({ names, explain: true });
    assert.ok(verifyExplanation(first!.explanation!));
    assert.match(JSON.stringify(first!.explanation), /BM25F of the names/);
  });

  test("ranks as without names when no guess is in the index", async (ask) => {
    assert.deepEqual(await ask({ names: ["frobnicate", "quuxTable"] }), await ask({}));
  });

  test("gives the same answer to the same question", async (ask) => {
    const request = { query: "retry the upload queue", explain: true };
    assert.deepEqual(await ask(request), await ask(request));
    const [one, other] = await Promise.all([ask(request), ask(request)]);
    assert.deepEqual(one, other);
  });

  test("applies filters before it selects the best", async (ask) => {
    const limit = 1;
    for (
      const [filter, path] of [
        [{ paths: ["docs/rare.md"] }, "docs/rare.md"],
        [{ paths: ["odd/**"] }, "odd/\u00fc \u{1f600}'\".md"],
        [{ paths: ["queue.*"] }, "src/queue.ts"],
        [{ languages: ["python"] }, "src/upload.py"],
        [{ kind: "code", paths: ["*.ts"] }, "src/queue.ts"],
      ] as const
    ) {
      const found = await ask({ filter, limit });
      assert.deepEqual(found.map((candidate) => candidate.path), [path], JSON.stringify(filter));
    }
  });

  test("proposes nothing that a filter excludes, and everything that it includes", async (ask) => {
    const all = await ask({ limit: 1000 });
    for (const kind of ["code", "document"] as const) {
      const found = await ask({ filter: { kind }, limit: 1000 });
      assert.deepEqual(found, all.filter((candidate) => candidate.kind === kind));
    }
    const either = await ask({ filter: { languages: ["python", "typescript"] }, limit: 1000 });
    assert.deepEqual([...new Set(either.map(({ path }) => path))].sort(), [
      "src/queue.ts",
      "src/upload.py",
    ]);
    assert.deepEqual(await ask({ filter: { paths: ["nowhere/**"] } }), []);
    assert.deepEqual(await ask({ filter: {} }), all.slice(0, LIMIT));
    assert.deepEqual(await ask({ filter: { paths: [], languages: [] } }), all.slice(0, LIMIT));
  });

  test("excludes what may not be served before it selects the best", async (ask) => {
    const all = await ask({ limit: 1000 });
    const isAllowed = (path: string) => !path.startsWith("many/");
    const found = await ask({ isAllowed, limit: 1000 });
    assert.deepEqual(found, all.filter(({ path }) => isAllowed(path)));
    assert.deepEqual(await ask({ isAllowed, limit: 2 }), found.slice(0, 2));
    const filter = { kind: "code" } as const;
    const code = found.filter(({ kind }) => kind === "code");
    assert.deepEqual(await ask({ isAllowed, filter, limit: 1000 }), code);
    assert.deepEqual(await ask({ isAllowed: () => false }), []);
  });

  test("explains each score by a tree that adds up to it", async (ask) => {
    const query = "retry the failed upload of a zebra upload";
    const plain = await ask({ query, limit: 100 });
    const explained = await ask({ query, limit: 100, explain: true });
    for (const { explanation, score, path } of explained) {
      assert.ok(explanation !== undefined, path);
      assert.ok(verifyExplanation(explanation), path);
      assert.equal(explanation.value, score, path);
      assert.ok(explanation.details !== undefined && explanation.details.length > 0, path);
    }
    assert.deepEqual(
      explained.map(({ explanation: _, ...candidate }) => candidate),
      plain,
    );
    assert.ok(plain.every((candidate) => !("explanation" in candidate)));
  });

  test("proposes nothing for a query without words", async (ask) => {
    for (
      const query of ["", " \n\t", "?!… ;-)", "\u{1f600}\u{1f680}", "\0", "\ud800", "\udc00 ."]
    ) {
      assert.deepEqual(await ask({ query }), [], JSON.stringify(query));
    }
  });

  test("proposes nothing for words that do not occur", async (ask) => {
    assert.deepEqual(await ask({ query: "xylophone" }), []);
  });

  test("answers a query of 100,000 characters, of one word or of many", async (ask) => {
    assert.equal((await ask({ query: "upload ".repeat(14_286) })).length, LIMIT);
    const many = Array.from({ length: 14_286 }, (_, i) => `w${letters(i)}`).join(" ");
    assert.equal((await ask({ query: `zebra ${many}` }))[0]?.path, "docs/rare.md");
    assert.deepEqual(await ask({ query: "x".repeat(100_000) }), []);
  });

  test("answers a query with NUL, broken pairs and quotes as if they were not there", async (ask) => {
    const plain = await ask({ query: "zebra upload" });
    for (
      const query of [
        "zebra\0upload",
        "zebra \ud83d upload",
        "\udc00zebra 'upload\"",
        "zebra%*upload;--",
      ]
    ) {
      assert.deepEqual(await ask({ query }), plain, JSON.stringify(query));
    }
  });

  test("ignores disabled steps that it does not have", async (ask) => {
    assert.deepEqual(await ask({ disabled: new Set(["no-such-step"]) }), await ask({}));
  });

  const ask = (rule: string, body: (reader: IndexReader) => Promise<void>) =>
    declare(rule, async () => {
      using opened = await open(makeTree());
      await body(opened.reader);
    });

  ask("counts its content", async (reader) => {
    const { documents, chunks, segments, updatedAt, isComplete } = await reader.describe();
    assert.equal(documents, Object.keys(makeTree()).length);
    assert.ok(chunks >= documents && segments >= 1 && isComplete);
    assert.ok(updatedAt !== undefined && !Number.isNaN(Date.parse(updatedAt)));
  });

  ask("finds documents by path and by number, and omits missing ones", async (reader) => {
    const paths = ["src/upload.py", "docs/rare.md", "nowhere.py"];
    const found = await reader.findDocuments(paths);
    assert.deepEqual([...found.keys()].sort(), ["docs/rare.md", "src/upload.py"]);
    const { id, language, kind, hash, chunks, definitions, size } = found.get("src/upload.py")!;
    assert.deepEqual([language, kind, size], ["python", "code", 73]);
    assert.deepEqual(definitions, ["retry_upload", "send"]);
    assert.equal(chunks[0]?.startLine, 1);
    const read = await reader.readDocuments([id, -1]);
    assert.deepEqual([...read.keys()], [id]);
    assert.deepEqual(read.get(id)?.chunks, chunks);
    const path = "src/upload.py";
    assert.deepEqual(await reader.readFacts([id, -1]), [{ id, path, language, kind, hash }]);
    const hashes = await reader.findHashes(paths);
    assert.equal(hashes.size, 2);
    assert.equal(hashes.get(path)?.hash, hash);
    assert.match(hashes.get(path)!.blob, /^[0-9a-f]{40}$/);
  });

  ask("has the parts of a document, as they are cut from its text", async (reader) => {
    const path = "src/upload.py";
    const text = makeTree()[path]!;
    const document = (await reader.findDocuments([path])).get(path)!;
    const found = await reader.readParts([document.id, -1]);
    assert.deepEqual([...found.keys()], [document.id]);
    const { hash, encoded } = found.get(document.id)!;
    assert.equal(hash, document.hash);
    assert.deepEqual(decodeParts(encoded, text.trimEnd().split("\n")), cutParts(text, document));
    const outlines = await reader.listOutlines();
    const { id, language, kind } = document;
    assert.deepEqual(outlines.find((one) => one.id === id), { id, path, language, kind, encoded });
    assert.equal(outlines.length, (await reader.describe()).documents);
    const paths = outlines.map(({ path }) => path);
    assert.deepEqual(paths, inOrder(paths));
  });

  ask("finds documents by their names, folders, and prose", async (reader) => {
    const called = await reader.listByFileKeys(["queue", "rare", "nowhere"]);
    assert.deepEqual(called.map(({ path }) => path).sort(), ["docs/rare.md", "src/queue.ts"]);
    const folders = ["src", "docs", "doc", "src/upload.py"];
    assert.deepEqual(await reader.listNonEmptyFolders(folders), new Set(["src", "docs"]));
    const prose = await reader.listProse("docs");
    assert.deepEqual(prose.map(({ path }) => path), ["docs/guide.md", "docs/rare.md"]);
    const all = (await reader.listProse("")).map(({ path }) => path);
    assert.deepEqual(all, inOrder(all));
    assert.ok(all.includes("docs/rare.md") && !all.includes("src/queue.ts"));
    const { documents } = await reader.describe();
    assert.equal((await reader.listModified(-1, documents + 1)).length, documents);
    assert.equal((await reader.listModified(-1, 2)).length, 2);
    assert.deepEqual(await reader.listModified(Date.now() + 60_000, 9), []);
  });

  ask("finds the documents that define a name, and the chunks that contain it", async (reader) => {
    const [upload] = (await reader.findDocuments(["src/upload.py"])).values();
    const names = ["send", "nowhere_to_be_found"];
    const defining = await findDefiningDocuments(reader, names);
    assert.deepEqual([...defining.keys()], names);
    assert.deepEqual(defining.get(names[1]!), []);
    const [send, ...others] = defining.get("send")!;
    assert.equal(others.length, 0);
    assert.deepEqual([send?.path, send?.id, send?.hash], [upload!.path, upload!.id, upload!.hash]);
    const named = await findMentioningDocuments(reader, ["send"], { isNamed: true });
    assert.deepEqual(named.get("send"), [{ id: upload!.id, chunks: send!.chunks }]);
    const anywhere = await findMentioningDocuments(reader, ["upload"], { isNamed: false });
    assert.ok(anywhere.get("upload")!.length > 60);
    const definitions = await reader.listDefinitions(1000);
    const paths = definitions.map(({ path }) => path);
    assert.deepEqual(paths, inOrder(paths));
    const ofUpload = definitions.find(({ path }) => path === "src/upload.py");
    assert.equal(ofUpload?.definitions, "retry_upload\nsend");
    assert.deepEqual(await reader.listDefinitions(2), definitions.slice(0, 2));
  });

  ask("distinguishes missing names and names in code", async (reader) => {
    assert.deepEqual(await listMissingNames(reader, ["zebra", "xylophone", "UploadQueue"]), [
      "xylophone",
    ]);
    // In a script without spaces, each pair of characters must occur.
    assert.deepEqual(await listMissingNames(reader, ["\u9886\u53d6", "\u9886\u53d6\u5904"]), [
      "\u9886\u53d6\u5904",
    ]);
    const inCode = await listNamesInCode(reader, ["zebra", "xylophone", "upload_queue", "?!"]);
    assert.deepEqual(inCode, new Set(["upload_queue", "?!"]));
  });

  ask("counts terms in the bodies of documents, in the order of both", async (reader) => {
    const found = await reader.findDocuments(["docs/rare.md", "many/file7.txt"]);
    const ids = ["many/file7.txt", "docs/rare.md"].map((path) => found.get(path)!.id);
    const { lengths, terms } = await countDocumentTerms(reader, ids, [
      "upload",
      "zebra",
      "nowhere",
    ]);
    assert.equal(lengths[0], 3);
    const counted = terms.map(({ documentIndexes, counts }) =>
      new Map(documentIndexes.map((place, i) => [ids[place], counts[i]]))
    );
    const [many, rare] = ids;
    assert.deepEqual(counted, [new Map([[many, 3], [rare, 1]]), new Map([[rare, 2]]), new Map()]);
  });

  ask("shows pages of documents, with the folders and languages beside them", async (reader) => {
    const top = { folder: "", text: "", language: "", isRecursive: false, after: "", limit: 100 };
    const page = await reader.browse(top);
    assert.deepEqual(page.folders.map(({ path, documents }) => [path, documents]), [
      ["docs/", 2],
      ["many/", 60],
      ["odd/", 3],
      ["src/", 2],
    ]);
    assert.deepEqual(page.documents, []);
    assert.deepEqual(page.languages[0], { language: "text", documents: 60 });
    const code = await reader.browse({ ...top, language: "python", isRecursive: true });
    assert.deepEqual(code.documents.map(({ path, definitions }) => [path, definitions]), [
      ["src/upload.py", 2],
    ]);
    assert.deepEqual(code.folders, []);
    assert.deepEqual(code.languages, page.languages);
    const deep = { ...top, folder: "many/", text: "FILE5", isRecursive: true };
    const first = await reader.browse({ ...deep, limit: 3 });
    assert.equal(first.documents.length, 3);
    const next = await reader.browse({ ...deep, after: first.documents.at(-1)!.path });
    assert.equal(first.documents.length + next.documents.length, 11);
    const odd = { ...top, folder: "odd/", limit: 1 };
    const paths: string[] = [];
    for (let page = await reader.browse(odd); page.documents.length > 0;) {
      const after = page.documents[0]!.path;
      paths.push(after);
      page = await reader.browse({ ...odd, after });
    }
    assert.deepEqual(
      paths,
      inOrder(Object.keys(makeTree()).filter((one) => one.startsWith("odd/"))),
    );
  });

  ask("caches the places of names in a commit's tree until the index changes", async (reader) => {
    const mentions = { commit: "c0ffee", names: ["send"], paths: ["src/old.py"] };
    const before = await reader.findPastNames(mentions);
    assert.deepEqual([before.isCurrent, before.isSearched, before.found.size], [false, false, 0]);
    const past = { change: before.change, files: [["src/old.py", "b10b"]] } as const;
    const found = new Map([["send", past], ["src/old.py", past]]);
    await reader.writePastNames("c0ffee", found, before.version);
    const after = await reader.findPastNames(mentions);
    assert.deepEqual([after.isCurrent, after.isSearched, after.found], [true, true, found]);
    assert.equal((await reader.findPastNames({ ...mentions, commit: "other" })).isCurrent, false);
    // These were looked up in an earlier state of the index.
    const late = new Map([["retry", past]]);
    await reader.writePastNames("c0ffee", late, `${before.version} and more`);
    const retry = await reader.findPastNames({ ...mentions, names: ["retry"], paths: [] });
    assert.equal(retry.found.size, 0);
  });

  ask("does not compare meaning without vectors", async (reader) => {
    const ids = [...(await reader.findDocuments(["docs/rare.md"])).values()].map(({ id }) => id);
    const vector = { fingerprint: "no such model", numbers: new Float32Array(4).fill(0.5) };
    assert.equal(await scoreDocumentMeaning(reader, vector, ids), undefined);
  });

  ask("has no commits and no skipped files when there are none", async (reader) => {
    const commits = await reader.readCommits();
    assert.deepEqual([commits.newest, commits.tip], [undefined, undefined]);
    assert.deepEqual([commits.countSince([1], 0), commits.findLastChange(1)], [0, undefined]);
    assert.deepEqual(await reader.listSkipped(), []);
    assert.deepEqual(await reader.listSkipped(["src/queue.ts"]), []);
  });

  declare("finds the documents that define a name in code unit order", async () => {
    const text = "export class Smile {}\n";
    using opened = await open({ "\uff46.ts": text, "\u{1f600}.ts": text, "a.ts": text });
    const smiles = (await findDefiningDocuments(opened.reader, ["Smile"])).get("Smile")!;
    assert.deepEqual(smiles.map(({ path }) => path), ["a.ts", "\u{1f600}.ts", "\uff46.ts"]);
  });

  declare("proposes nothing from an empty tree", async () => {
    using opened = await open({});
    assert.deepEqual(
      await retrieve(opened.reader, { query: new QueryText("upload"), limit: LIMIT }),
      [],
    );
  });
}
