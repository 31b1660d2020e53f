import assert from "node:assert/strict";
import type { DoorCaller, DoorService } from "@dossier/retrieval/door";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { loadCommandHandler } from "./command_handler.ts";

Deno.test("a record is withdrawn when it cannot be shown to the caller", async () => {
  using workspace = new TempWorkspace({ "a.md": "text\n" });
  const { root } = workspace;
  const withdrawn: unknown[] = [];
  const service: DoorService = {
    roots: [{ name: "tree", path: root }],
    readiness: () => [{ name: "tree", hasBeenReady: true }],
    call: (name, request) => {
      if (name === "withdraw") withdrawn.push(Object(request).id);
      // This bundle lacks everything that is rendered.
      return Promise.resolve({ bundle: { record: 7 } });
    },
  };
  const caller: DoorCaller = {
    message: {
      words: ["context", "text", "--root", root],
      root,
      folder: root,
      screen: { isTerminal: false, isPlain: true, width: 80 },
    },
    disconnected: new AbortController().signal,
    next: () => Promise.resolve(undefined),
    send: () => Promise.resolve(),
    close() {},
  };
  const handler = await loadCommandHandler();
  const places = { cache: workspace.path("cache"), home: undefined };
  await assert.rejects(handler.handle(caller, service, places), TypeError);
  assert.deepEqual(withdrawn, [7]);
});

Deno.test("a command about several repositories is left to its own process", async () => {
  using workspace = new TempWorkspace({ "web/a.md": "text\n", "api/a.md": "text\n" });
  const root = workspace.path("web");
  const asked: string[] = [];
  const service: DoorService = {
    roots: [{ name: "web", path: root }],
    readiness: () => [{ name: "web", hasBeenReady: true }],
    call: (name) => {
      asked.push(name);
      return Promise.resolve({});
    },
  };
  const handler = await loadCommandHandler();
  const places = { cache: workspace.path("cache"), home: undefined };
  for (
    const words of [
      ["--root", workspace.path("api"), "--root", root],
      ["--workspace", "shop.yaml"],
      ["--root", root, "--repo", "web"],
    ]
  ) {
    const caller: DoorCaller = {
      message: {
        words: ["search", "text", ...words],
        root,
        folder: root,
        screen: { isTerminal: false, isPlain: true, width: 80 },
      },
      disconnected: new AbortController().signal,
      next: () => Promise.resolve(undefined),
      send: () => Promise.resolve(),
      close() {},
    };
    await assert.rejects(handler.handle(caller, service, places), { code: "caller-needed" });
  }
  assert.deepEqual(asked, []);
});
