/**
 * Thread that changes all files of a tree and has them indexed, repeatedly until it is stopped, so
 * that the sender of requests need not wait for it.
 *
 * @module
 */

import type { BenchTree } from "./bench_tree.ts";
import { HttpConnection } from "./http_connection.ts";
import { postJson } from "./requests.ts";

/** First message to the thread. Any later message ends it after the current run. */
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
