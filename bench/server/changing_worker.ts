/**
 * A thread that changes all files of a tree and has them indexed, again and again until it is told to
 * stop: what sends requests meanwhile is not to wait for it.
 *
 * @module
 */

import type { BenchTree } from "./bench_tree.ts";
import { HttpConnection } from "./http_connection.ts";
import { postJson } from "./requests.ts";

/** What the thread is told first; any later message ends it after the run that is going on. */
export interface ChangingSettings {
  readonly address: Pick<Deno.NetAddr, "hostname" | "port">;
  readonly tree: Pick<BenchTree, "root" | "files">;
}

const MARK_REGEXP = /^\/\/ change \d+\n/;

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ChangingSettings>) => void) | null;
  postMessage(runs: number): void;
};

scope.onmessage = async ({ data: { address, tree: { root, files } } }) => {
  let isOver = false;
  scope.onmessage = () => isOver = true;
  let runs = 0;
  while (!isOver) {
    for (const path of files) {
      const text = (await Deno.readTextFile(`${root}/${path}`)).replace(MARK_REGEXP, "");
      await Deno.writeTextFile(`${root}/${path}`, `// change ${Date.now()}\n${text}`);
    }
    using connection = await HttpConnection.open(address);
    const { status, body } = await connection.send(postJson("/v1/index", {}));
    if (status !== 200) throw new Error(`Cannot index the changes: ${body}`);
    runs++;
  }
  scope.postMessage(runs);
};
