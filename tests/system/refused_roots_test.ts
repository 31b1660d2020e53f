import assert from "node:assert/strict";
import { MAX_FILES_WITHOUT_GIT } from "../../retrieval/tree/accept_root.ts";
import { HostedWorkspace } from "./hosted_workspace.ts";
import { assertFailure, assertSuccess } from "./assert_sentences.ts";

/** Commands that read a tree, with their other required arguments. */
const READING: readonly (readonly string[])[] = [
  ["context", "zebra"],
  ["need", "--session", "s", "NEED_CODE: a.md"],
  ["search", "zebra"],
  ["explain", "zebra"],
  ["index"],
  ["watch"],
  ["status"],
  ["serve", "--port", "0"],
];

/** Returns a home with a repository in it. */
function makeHome(): HostedWorkspace {
  return new HostedWorkspace({
    ".netrc": "machine a login b password c\n",
    "a.md": "# Zebra\n",
    "work/b.md": "# Zebra\n",
  });
}

Deno.test("no command that reads a tree uses a home as the root or writes there", async () => {
  using home = makeHome();
  const environment = { HOME: home.root };
  for (const args of READING) {
    assertFailure(await home.run(args, { environment }), {
      code: 2,
      message:
        /as it is the home folder: name a repository with --root, or allow it with --any-root$/m,
    });
  }
  const named = await home.run(["search", "--root", "..", "zebra"], {
    environment,
    folder: "work",
  });
  assertFailure(named, { code: 2, message: /it is the home folder/ });
  assert.throws(() => Deno.lstatSync(home.path(".dossier")), Deno.errors.NotFound);
});

Deno.test("a home is detected through a link, above the root, and as a repository", async () => {
  using home = makeHome();
  Deno.symlinkSync(home.root, `${home.cache}/link`);
  const environment = { HOME: `${home.cache}/link` };
  const message = /it is the home folder/;
  assertFailure(await home.run(["search", "zebra"], { environment }), { code: 2, message });
  home.initialize();
  const folder = "work";
  assertFailure(await home.run(["search", "zebra"], { environment, folder }), { code: 2, message });
  const inside = { HOME: home.path("work") };
  assertFailure(await home.run(["search", "zebra"], { environment: inside }), {
    code: 2,
    message: /it contains the home folder/,
  });
  assertFailure(await home.run(["search", "--root", "/", "zebra"]), {
    code: 2,
    message: /"\/" as the root as it is the root of the file system/,
  });
});

Deno.test("a folder of a home is a root, and a home is one with --any-root, without its secrets", async () => {
  using home = makeHome();
  const environment = { HOME: home.root };
  const search = (...args: readonly string[]) =>
    home.run(["search", "--json", ...args], { environment });
  const paths = (stdout: string) =>
    JSON.parse(stdout).results.map(({ path }: { path: string }) => path).sort();
  assert.deepEqual(paths(assertSuccess(await search("--root", "work", "zebra"))), ["b.md"]);
  assert.deepEqual(paths(assertSuccess(await search("--any-root", "zebra"))), [
    "a.md",
    "work/b.md",
  ]);
  assert.deepEqual(paths(assertSuccess(await search("--any-root", "machine login password"))), []);
});

Deno.test("a folder without git that holds very many files is refused before any is read", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Zebra\n" });
  const write = (count: number, folder: string) => {
    const script = `mkdir -p ${folder}/{0..99}
      seq ${count} | awk '{ print "${folder}/" $1 % 100 "/" $1 }' | xargs touch`;
    new Deno.Command("bash", { args: ["-c", script], cwd: workspace.root }).outputSync();
  };
  write(MAX_FILES_WITHOUT_GIT - 1, "files");
  write(10, "node_modules");
  assertSuccess(await workspace.run(["search", "zebra"]));
  workspace.write("b.md", "# Quagga\n");
  const message =
    /as it is not a git work tree and contains more than 20,000 files: name a repository with --root, or allow it with --any-root$/m;
  for (const args of READING.filter(([name]) => name !== "status")) {
    assertFailure(await workspace.run(args), { code: 2, message });
  }
  // With a word that only the file above the limit contains.
  assert.match(assertSuccess(await workspace.run(["search", "--any-root", "quagga"])), /b\.md/);
  workspace.initialize();
  assert.match(assertSuccess(await workspace.run(["search", "quagga"])), /b\.md/);
});

/** Returns a home with folders in which programs store secrets, and a project named after them. */
function makeProgramsHome(): HostedWorkspace {
  return new HostedWorkspace({
    ".ssh/zebra": "zebra key\n",
    ".aws/sso/cache/a.md": "zebra key\n",
    ".kube/cache/a.md": "zebra\n",
    ".docker/config.json": '{"zebra": "auth"}\n',
    ".docker/a.md": "# Zebra\n",
    ".config/gh/hosts.yml": "zebra: token\n",
    ".config/a.md": "# Zebra\n",
    ".config/nvim/init.md": "# Zebra\n",
    ".claude/projects/a.md": "# Zebra\n",
    ".claude/worktrees/app/.git/HEAD": "ref: refs/heads/main\n",
    ".claude/worktrees/app/a.md": "# Zebra\n",
    "secret-santa/a.md": "# Zebra\n",
  });
}

Deno.test("folders in which programs store secrets cannot be roots, also with --any-root and without HOME", async () => {
  using home = makeProgramsHome();
  const message = /which may contain secrets: name a repository with --root$/m;
  for (const folder of [".ssh", ".aws", ".aws/sso/cache", ".kube", ".config/gh"]) {
    for (const HOME of [home.root, ""]) {
      for (const flags of [[], ["--any-root"]]) {
        const found = await home.run(["search", ...flags, "--root", folder, "zebra"], {
          environment: { HOME },
        });
        assertFailure(found, { code: 2, message });
      }
      assertFailure(await home.run(["search", "zebra"], { environment: { HOME }, folder }), {
        code: 2,
        message,
      });
    }
  }
  for (const args of [["instructions", "."], ["init"], ["manifest", "show"], ["trust"]]) {
    const found = await home.run(args, { environment: { HOME: home.root }, folder: ".ssh" });
    assertFailure(found, { code: 2, message });
  }
  Deno.symlinkSync(home.path(".ssh"), `${home.cache}/keys`);
  const linked = await home.run(["search", "--root", `${home.cache}/keys`, "zebra"]);
  assertFailure(linked, { code: 2, message });
});

Deno.test("a folder of programs' settings needs --any-root, and is then served without their secrets", async () => {
  using home = makeProgramsHome();
  const environment = { HOME: home.root };
  const search = (...args: readonly string[]) =>
    home.run(["search", "--json", ...args, "zebra"], { environment });
  const paths = (stdout: string) =>
    JSON.parse(stdout).results.map(({ path }: { path: string }) => path).sort();
  for (const folder of [".config", ".docker"]) {
    assertFailure(await search("--root", folder), {
      code: 2,
      message:
        /in it may contain secrets: name a repository with --root, or allow it with --any-root$/m,
    });
  }
  const config = assertSuccess(await search("--any-root", "--root", ".config"));
  assert.deepEqual(paths(config), ["a.md", "nvim/init.md"]);
  const docker = assertSuccess(await search("--any-root", "--root", ".docker"));
  assert.deepEqual(paths(docker), ["a.md"]);
  const hidden = [".config/nvim", ".claude", ".claude/projects"];
  for (const folder of hidden) {
    assertFailure(await search("--root", folder), {
      code: 2,
      message: /in a hidden folder of the home folder and is not a repository: .*--any-root$/m,
    });
    assertSuccess(await search("--any-root", "--root", folder));
  }
  const worktree = await search("--root", ".claude/worktrees/app");
  assert.deepEqual(paths(assertSuccess(worktree)), ["a.md"]);
  assert.deepEqual(paths(assertSuccess(await search("--root", "secret-santa"))), ["a.md"]);
});

Deno.test("a home that HOME does not name, and a system folder, need --any-root", async () => {
  using home = makeProgramsHome();
  const environment = { HOME: "" };
  const message = /"\.ssh" in it marks a home folder: .*--any-root$/m;
  assertFailure(await home.run(["search", "zebra"], { environment }), { code: 2, message });
  assertSuccess(await home.run(["search", "--any-root", "zebra"], { environment }));
  assertFailure(await home.run(["search", "--root", "/etc", "zebra"]), {
    code: 2,
    message: /it is a system folder: .*--any-root$/m,
  });
});

Deno.test("a work tree can be a root anywhere, also in its bare repository", async () => {
  using workspace = new HostedWorkspace({ "a.md": "# Zebra\n" });
  workspace.initialize();
  workspace.commit();
  for (const bare of ["bare.git", "project/.git"]) {
    workspace.git("clone", "--quiet", "--bare", ".", bare);
    for (const tree of [`${bare}/in`, `${bare}-beside`]) {
      const path = workspace.path(tree);
      workspace.git("-C", bare, "worktree", "add", "--quiet", "--detach", path);
      assert.match(
        assertSuccess(await workspace.run(["search", "--root", tree, "zebra"])),
        /a\.md/,
      );
    }
  }
});

Deno.test("no folder inside a git directory can be a root", async () => {
  using workspace = new HostedWorkspace({
    "a.md": "# Zebra\n",
    "bare.git/hooks/a.md": "# Zebra\n",
  });
  workspace.initialize();
  new Deno.Command("git", { args: ["init", "--bare", "-q", "bare.git"], cwd: workspace.root })
    .outputSync();
  const message = /it is in the folder of a git repository: name a repository with --root$/m;
  for (const folder of ["bare.git", "bare.git/hooks", ".git", ".git/hooks", ".git/objects/info"]) {
    for (const flags of [[], ["--any-root"]]) {
      assertFailure(await workspace.run(["search", ...flags, "--root", folder, "zebra"]), {
        code: 2,
        message,
      });
    }
  }
  assertSuccess(await workspace.run(["search", "zebra"]));
});
