import assert from "node:assert/strict";
import { RetrievalError } from "../machine/errors.ts";
import { readConfigText } from "./read_config_text.ts";

Deno.test("readConfigText() returns the text, or undefined when there is no file", () => {
  const root = Deno.makeTempDirSync();
  try {
    assert.equal(readConfigText(root), undefined);
    assert.equal(readConfigText(`${root}/none`), undefined);
    Deno.mkdirSync(`${root}/.dossier`);
    assert.equal(readConfigText(root), undefined);
    Deno.writeTextFileSync(`${root}/.dossier/config.yaml`, "exclude: {}\n");
    assert.equal(readConfigText(root), "exclude: {}\n");
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readConfigText() names the file when there is a folder in its place", () => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${root}/.dossier/config.yaml`, { recursive: true });
    assert.throws(
      () => readConfigText(root),
      (error) =>
        error instanceof RetrievalError && error.code === "invalid-config" &&
        error.message.includes('".dossier/config.yaml"'),
    );
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});

Deno.test("readConfigText() reads no link and waits for no pipe", () => {
  const root = Deno.makeTempDirSync();
  try {
    Deno.mkdirSync(`${root}/tree/.dossier`, { recursive: true });
    Deno.writeTextFileSync(`${root}/outside.yaml`, "exclude: {}\n");
    const path = `${root}/tree/.dossier/config.yaml`;
    Deno.symlinkSync("../../outside.yaml", path);
    assert.throws(() => readConfigText(`${root}/tree`), RetrievalError);
    Deno.removeSync(path);
    new Deno.Command("mkfifo", { args: [path] }).outputSync();
    assert.equal(Deno.lstatSync(path).isFifo, true);
    assert.throws(() => readConfigText(`${root}/tree`), RetrievalError);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
