import assert from "node:assert/strict";
import { TempWorkspace } from "../temp_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

const FULL = { code: 3, message: /^dossier: Cannot write the index ".*" as the disk is full/ };

/** Limits the size of files to a number of blocks of 1,024 bytes, beyond which writes fail. */
function limitFiles(blocks: number): string {
  return `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`;
}

function makeWorkspace(): TempWorkspace {
  const workspace = new TempWorkspace();
  writeFiles(workspace, "");
  return workspace;
}

/** Writes 300 files, whose index takes half a megabyte. */
function writeFiles(workspace: TempWorkspace, more: string): void {
  for (let i = 0; i < 300; i++) {
    const words = Array.from({ length: 150 }, (_, k) => `word${(i * 37 + k * k) % 5000}`);
    workspace.write(`docs/file_${i}.md`, `# Zebra ${i}\n\n${words.join(" ")}\n${more}\n`);
  }
}

Deno.test("a disk that fills up while a tree is indexed is reported, and the next run continues", async () => {
  using workspace = makeWorkspace();
  const search = ["search", "--json", "zebra"];
  for (const blocks of [0, 1, 16, 100]) {
    assertFailure(await workspace.run(search, { shell: limitFiles(blocks) }), FULL);
  }
  const { results } = JSON.parse(assertSuccess(await workspace.run(search)));
  assert.equal(results.length, 10);
});

Deno.test("a disk that fills up while changes are indexed leaves the index unchanged", async () => {
  using workspace = makeWorkspace();
  assertSuccess(await workspace.run(["index"]));
  const before = ["search", "--json", "--no-refresh", "--by", "file", "--limit", "500", "zebra"];
  const paths = async () => {
    const { results } = JSON.parse(assertSuccess(await workspace.run(before)));
    return results.map(({ path }: { path: string }) => path);
  };
  const known = await paths();
  assert.equal(known.length, 300);
  writeFiles(workspace, "An okapi.\n");
  assertFailure(await workspace.run(["index"], { shell: limitFiles(40) }), FULL);
  assert.deepEqual(await paths(), known);
  const after = [
    "search",
    "--json",
    "--by",
    "file",
    "--limit",
    "500",
    "--max-refresh-ms",
    "600000",
    "okapi",
  ];
  const { results } = JSON.parse(assertSuccess(await workspace.run(after)));
  assert.equal(results.length, 300);
});

Deno.test("a full or read-only file system is reported, or the user's cache is used instead", async (t) => {
  using workspace = makeWorkspace();
  const mount = "unshare --mount bash --norc -c";
  const probe = await workspace.run(["help"], {
    shell: `mkdir -p mnt && ${mount} 'mount -t tmpfs -o size=64k none mnt'`,
  });
  // Only root may mount, and not in every container.
  const ignore = probe.code !== 0;
  const inside = (script: string) =>
    `exec ${mount} '${script}; shift 0; exec "$@"' bash "$@" --root "$PWD/mnt"`;
  await t.step({
    name: "full from the start",
    ignore,
    async fn() {
      const shell = inside(
        "mount -t tmpfs -o size=64k none mnt && echo zebra > mnt/a.md && cat /dev/zero > mnt/fill 2>/dev/null",
      );
      assertFailure(await workspace.run(["search", "zebra"], { shell }), FULL);
    },
  });
  await t.step({
    name: "filled by the index",
    ignore,
    async fn() {
      const shell = inside("mount -t tmpfs -o size=1500k none mnt && cp -r docs mnt/");
      assertFailure(await workspace.run(["search", "zebra"], { shell }), FULL);
    },
  });
  await t.step({
    name: "read-only",
    ignore,
    async fn() {
      const shell = inside("mount --bind docs mnt && mount -o remount,ro,bind mnt");
      const run = await workspace.run(["search", "zebra"], { shell });
      assert.match(assertSuccess(run), /file_\d+\.md/);
      assert.match(
        run.stderr,
        /The root cannot be written, so its index is stored in ".*\/cache\//,
      );
      assert.deepEqual([...Deno.readDirSync(workspace.path("mnt"))], []);
    },
  });
});
