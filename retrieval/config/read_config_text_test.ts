import assert from "node:assert/strict";
import { RetrievalError } from "../machine/errors.ts";
import { readConfigText } from "./read_config_text.ts";

Deno.test("readConfigText() returns the text, or undefined when there is no file", async () => {
  const root = Deno.makeTempDirSync();
  try {
    assert.equal(await readConfigText(root), undefined);
    assert.equal(await readConfigText(`${root}/none`), undefined);
    Deno.mkdirSync(`${root}/.dossier`);
    assert.equal(await readConfigText(root), undefined);
    Deno.writeTextFileSync(`${root}/.dossier/config.yaml`, "exclude: {}\n");
    assert.equal(await readConfigText(root), "exclude: {}\n");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readConfigText() names the file when there is a folder in its place", async () => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${root}/.dossier/config.yaml`, { recursive: true });
    await assert.rejects(
      () => readConfigText(root),
      (error) =>
        error instanceof RetrievalError && error.code === "invalid-config" &&
        error.message.includes('".dossier/config.yaml"'),
    );
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readConfigText() reads no link and waits for no pipe", async () => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${root}/tree/.dossier`, { recursive: true });
    Deno.writeTextFileSync(`${root}/outside.yaml`, "exclude: {}\n");
    const path = `${root}/tree/.dossier/config.yaml`;
    Deno.symlinkSync("../../outside.yaml", path);
    await assert.rejects(readConfigText(`${root}/tree`), RetrievalError);
    Deno.removeSync(path);
    new Deno.Command("mkfifo", { args: [path] }).outputSync();
    assert.equal(Deno.lstatSync(path).isFifo, true);
    await assert.rejects(readConfigText(`${root}/tree`), RetrievalError);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
