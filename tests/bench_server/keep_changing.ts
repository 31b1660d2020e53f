import type { BenchTree } from "./bench_tree.ts";
import { HttpConnection } from "./http_connection.ts";
import { postJson } from "./requests.ts";

const MARK_REGEXP = /^\/\/ change \d+\n/;

/** What {@link keepChanging} did. */
export interface ChangeFigures {
  /** Index runs that came to their end. */
  readonly runs: number;
  /** Files that each of them indexed anew. */
  readonly files: number;
}

/** Changes all files of a tree and has them indexed, again and again until `isOver` says so. */
export async function keepChanging(
  address: Pick<Deno.NetAddr, "hostname" | "port">,
  { root, files }: Pick<BenchTree, "root" | "files">,
  isOver: () => boolean,
): Promise<ChangeFigures> {
  let runs = 0;
  while (!isOver()) {
    for (const path of files) {
      const text = (await Deno.readTextFile(`${root}/${path}`)).replace(MARK_REGEXP, "");
      await Deno.writeTextFile(`${root}/${path}`, `// change ${Date.now()}\n${text}`);
    }
    using connection = await HttpConnection.open(address);
    const { status, body } = await connection.send(postJson("/v1/index", {}));
    if (status !== 200) throw new Error(`Cannot index the changes: ${body}`);
    runs++;
  }
  return { runs, files: files.length };
}
