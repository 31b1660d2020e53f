import { nameRoots, openLocalService, serve } from "@dossier/server";
import assert from "node:assert/strict";
import { sendMalformed } from "../runs/malformed_runs.ts";
import { TempWorkspace } from "../temp_workspace.ts";

Deno.test("a server answers malformed requests with refusals, and honest ones in between", async () => {
  using workspace = new TempWorkspace({
    "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
  });
  const service = openLocalService(nameRoots([workspace.root]));
  await using server = await serve(service, { port: 0 });
  const { port } = server;
  const { statuses, failures } = await sendMalformed(
    { hostname: "127.0.0.1", port },
    { count: 450, seed: 7 },
  );
  assert.deepEqual(failures, []);
  assert.ok((statuses.get(400) ?? 0) > 200);
});
