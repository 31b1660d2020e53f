import assert from "node:assert/strict";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { openEngine } from "./engine.ts";

/** More equal files than any step of an answer reads. */
const COPIES = 420;

const COPY = `class UploadQueue:
    """Retries the upload of a file."""

    def retry_upload(self, file):
        return send(file)


def send(file):
    return UploadQueue().retry_upload(file)
`;

/** Returns the answers of an index about equal files, of which only some can be shown. */
async function askAll(root: string, state: string): Promise<readonly unknown[]> {
  using engine = await openEngine({ root, state });
  const options = { maxRefreshMs: 60_000 };
  const subject = "d005/queue.py#UploadQueue.retry_upload";
  const questions = [
    { kind: "callers", targets: [subject] },
    { kind: "tests", targets: [subject] },
    { kind: "map", targets: ["d005"] },
  ] as const;
  const answers: unknown[] = [];
  for (const query of ['"upload of a file" queue', "retry_upload", "how are uploads retried"]) {
    answers.push((await engine.search(query, options)).results);
    answers.push((await engine.context(query, { ...options, record: false })).fragments);
  }
  for (const question of questions) {
    answers.push((await engine.structure(question, options)).definitions);
  }
  const ambiguous = engine.structure({ kind: "callers", targets: ["retry_upload"] }, options);
  answers.push(await ambiguous.catch(({ message }) => message));
  return answers;
}

Deno.test("an incrementally built index orders equal files like a new one", async () => {
  using workspace = new TempWorkspace();
  const paths = Array.from(
    { length: COPIES },
    (_, number) => `d${String(number).padStart(3, "0")}/queue.py`,
  );
  for (const path of paths) workspace.write(path, COPY);
  const some = paths.filter((_, number) => number % 3 === 0);
  await askAll(workspace.root, `${workspace.cache}/grown`);
  for (const path of some) workspace.write(path, "x = 1\n");
  await askAll(workspace.root, `${workspace.cache}/grown`);
  for (const path of some) workspace.write(path, COPY);
  const grown = await askAll(workspace.root, `${workspace.cache}/grown`);
  assert.deepEqual(grown, await askAll(workspace.root, `${workspace.cache}/new`));
});
