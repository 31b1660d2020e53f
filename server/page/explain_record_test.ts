import { nameRoots, openLocalService } from "@dossier/server";
import assert from "node:assert/strict";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { createApp } from "../app.ts";

Deno.test("explainRecord() explains a recorded score by the ranking now, and says when it is another", async () => {
  using workspace = new TempWorkspace({
    "src/upload.ts": "export function retryUpload() {\n  return send();\n}\n",
    "docs/uploads.md": "# Uploads\n\nAn upload that fails is tried again.\n",
  });
  await using service = openLocalService(nameRoots([workspace.root]));
  const app = createApp(service);
  const show = async (path: string) => await (await app.request(`http://localhost${path}`)).text();
  const { bundle } = await service.context({ query: "retry failed uploads" });
  const plain = await show("/log/1");
  assert.match(plain, /href="\/log\/1\?root=tree&amp;parts=now"/);
  assert.doesNotMatch(plain, /comes about<\/summary>/);
  const explained = await show("/log/1?parts=now");
  const told = [...explained.matchAll(/How ([\d.]+) comes about<\/summary>/g)].map(([, score]) =>
    score
  );
  assert.deepEqual(told, bundle.passages.map(({ score }) => score.toFixed(3)));
  assert.match(explained, /All scores are what they were/);
  workspace.write("docs/retry.md", "# Retry of failed uploads\n\nRetry failed uploads, uploads.\n");
  assert.match(await show("/log/1?parts=now"), /2 scores are others by now/);
});
