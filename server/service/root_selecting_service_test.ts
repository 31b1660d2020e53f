import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openLocalService } from "./local_service.ts";
import { openRootSelectingService } from "./root_selecting_service.ts";
import { nameRoots } from "./roots.ts";

Deno.test("openRootSelectingService() serves the repositories of its client's folders, each once", async () => {
  using workspace = new TempWorkspace({
    "shop/.git/HEAD": "",
    "shop/web/.dossier/state/index.db": "",
    "shop/web/a.ts": "",
    "shop/api/a.ts": "",
    "tools/.git/HEAD": "",
    "tools/src/a.ts": "",
    "notes/a.md": "",
  });
  await using service = openRootSelectingService(nameRoots([workspace.path("shop")]), {
    open: (roots) => openLocalService(roots, { cache: workspace.cache }),
    isFixed: false,
  });
  const choose = (...folders: readonly string[]) => {
    service.selectRoots(folders.map((folder) => `file://${workspace.path(folder)}`));
    return service.roots.map(({ path }) => path.slice(workspace.root.length + 1));
  };
  assert.deepEqual(choose("shop/web"), ["shop"]);
  assert.deepEqual(choose("shop/web", "shop/api", "shop"), ["shop"]);
  // This is the case of a folder that is added to a session.
  assert.deepEqual(choose("shop/api", "tools/src", "notes"), ["shop", "tools", "notes"]);
  assert.deepEqual(choose("nowhere"), ["shop"]);
});
