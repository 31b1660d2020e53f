import assert from "node:assert/strict";
import { refused } from "../../tests/composed_policies.ts";
import { makePolicyTree, writeRye } from "../../tests/policy_trees.ts";
import { writeFiles } from "../../tests/temp_tree.ts";
import { textHash } from "../../retrieval/machine/mod.ts";
import { checkSignature, openTrustedKeys, ryeSignedParts, wholeFileParts } from "./integrity.ts";
import { openPolicies, ParsedFiles } from "./mod.ts";
import { loadPalette } from "./tools/load_palette.ts";

const TIME = "2031-01-02T03:04:05Z";

const check = (text: string) =>
  checkSignature(text, { path: "a.md", signedParts: wholeFileParts, keys: openTrustedKeys([]) });

/**
 * A key, a function that signs a hash with it, its fingerprints in both of Rye's forms, and the key
 * in PEM and as bytes.
 */
async function makeKey() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey("Ed25519", true, [
    ...["sign", "verify"] as const,
  ]) as CryptoKeyPair;
  const exported = async (format: "raw" | "spki") =>
    new Uint8Array(await crypto.subtle.exportKey(format, publicKey));
  const raw = await exported("raw");
  const pem = `-----BEGIN PUBLIC KEY-----\n${
    (await exported("spki")).toBase64()
  }\n-----END PUBLIC KEY-----\n`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", raw));
  return {
    pem,
    raw: raw.toBase64(),
    former: (await textHash(pem)).slice(0, 16),
    current: digest.toHex(),
    sign: async (text: string, alphabet: "base64" | "base64url" = "base64url") => {
      const bytes = await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text));
      return new Uint8Array(bytes).toBase64({ alphabet });
    },
  };
}

Deno.test("checkSignature() removes the line of a matching signature, and preserves line numbers", async () => {
  const hash = await textHash("Body.\n");
  for (const line of [`<!-- dossier:signed:${TIME}:${hash} -->`, `# rye:signed:${TIME}:${hash}`]) {
    assert.deepEqual(await check(`${line}\nBody.\n`), {
      text: "\nBody.\n",
      signature: "unverified",
    });
    await assert.rejects(check(`${line}\nBody!\n`), refused("tampered-item", /changed after/));
  }
  assert.deepEqual(await check("Body."), { text: "Body.", signature: "missing" });
  await assert.rejects(
    check(`<!-- dossier:signed:${TIME}:none -->\nBody.`),
    refused("tampered-item", /its signature \(line 1\) cannot be read/),
  );
  const former = `<!-- rye:validated:${TIME}:${hash} -->\nOther.`;
  assert.deepEqual(await check(former), { text: "\nOther.", signature: "missing" });
});

Deno.test("checkSignature() accepts a text with other line endings than the signed one", async () => {
  const line = async (body: string) => `# rye:signed:${TIME}:${await textHash(body)}`;
  for (const signed of ["a\nb\n", "a\r\nb\r\n"]) {
    const text = `${await line(signed)}\r\na\r\nb\r\n`;
    assert.deepEqual(await check(text), { text: "\na\nb\n", signature: "unverified" });
  }
  assert.equal((await check("a\r\nb\rc")).text, "a\nb\nc");
});

Deno.test("ryeSignedParts() returns the parts that the versions of Rye sign", () => {
  assert.deepEqual(ryeSignedParts("---\na: b\n---\n\nBody.\n").map(({ signed }) => signed), [
    ...["---\na: b\n---\n\nBody.\n", "---\na: b\n---\n\nBody.", "Body."],
  ]);
});

Deno.test("of a file of which only the directive is signed all is read, and said to be signed in part", async () => {
  const { pem, former, sign } = await makeKey();
  const directive = "<directive name='a'>\n<metadata/>\n</directive>";
  const hash = await textHash(directive);
  const line = `<!-- rye:signed:${TIME}:${hash}:${await sign(hash)}:${former} -->`;
  const fenced = (xml: string) => `\`\`\`xml\n${xml}\n\`\`\`\n`;
  const read = async (text: string, isTrusted = true) => {
    using tree = makePolicyTree();
    if (isTrusted) writeFiles(tree.home, { [`.ai/trusted_keys/${former}.pem`]: pem });
    writeFiles(tree.root, { ".ai/directives/a.md": `${line}\n${text}` });
    const { name, body, origin } = await openPolicies(tree).loadProfile("a");
    return [name, body, origin.signature];
  };
  const text = `# A\n${fenced(directive)}<process>Do it.</process>\n`;
  assert.deepEqual(await read(text), ["a", "<process>Do it.</process>", "partial"]);
  assert.deepEqual(await read(text.replaceAll("\n", "\r\n").replaceAll("\r\n<", "\n<")), [
    ...["a", "<process>Do it.</process>", "partial"],
  ]);
  assert.deepEqual(await read(text, false), ["a", "<process>Do it.</process>", "unverified"]);
  for (
    const above of [fenced("<other name='b'/>"), "---\nname: b\n---\n", "```yaml\na: 1\n```\n"]
  ) {
    await assert.rejects(read(`${above}${text}`), refused("tampered-item", /changed after/), above);
  }
});

Deno.test("a text that is signed only below its metadata is reported as such", async () => {
  const { pem, former, sign } = await makeKey();
  const hash = await textHash("Body.");
  using tree = makePolicyTree();
  writeFiles(tree.home, { [`.ai/trusted_keys/${former}.pem`]: pem });
  const line = `<!-- rye:signed:${TIME}:${hash}:${await sign(hash)}:${former} -->`;
  writeRye(tree.root, { knowledge: { a: `${line}\n---\nname: x\n---\nBody.\n` } });
  const { body, origin } = (await openPolicies(tree).findKnowledge("a"))!;
  assert.deepEqual([body, origin.signature], ["Body.", "partial"]);
});

Deno.test("a signature is valid only when a key that the user trusts made it", async () => {
  using tree = makePolicyTree();
  const { pem, former, sign } = await makeKey();
  const hash = await textHash("Body.");
  const write = (signature: string) =>
    writeRye(tree.root, {
      knowledge: { a: `<!-- rye:signed:${TIME}:${hash}:${signature}:${former} -->\nBody.` },
    });
  const find = async () => {
    const { signature, key } = (await openPolicies(tree).findKnowledge("a"))!.origin;
    return [signature, key];
  };
  write(await sign("something else"));
  assert.deepEqual(await find(), ["unverified", former]);
  write("forged");
  assert.deepEqual(await find(), ["unverified", former]);
  // Keys in a project are not trusted.
  writeFiles(tree.root, { [`.ai/trusted_keys/${former}.pem`]: pem });
  write(await sign(hash));
  assert.deepEqual(await find(), ["unverified", former]);
  writeFiles(tree.home, { [`.ai/trusted_keys/${former}.pem`]: pem });
  assert.deepEqual(await find(), ["valid", former]);
  for (const forged of ["forged", await sign("something else")]) {
    write(forged);
    await assert.rejects(
      find(),
      refused("tampered-item", RegExp(`not signed by the key ${former}`)),
    );
  }
});

Deno.test("keys of the user are read in all of Rye's forms, by the fingerprint that they have", async () => {
  const { pem, raw, former, current, sign } = await makeKey();
  const hash = await textHash("Body.\n");
  const toml = (key: string) => `# rye:signed:…\nowner = "x"\n\n[public_key]\npem = ${key}\n`;
  const signed = await sign(hash, "base64");
  const rows: readonly (readonly [string, string, string])[] = [
    [`.dossier/trusted_keys/${current}.pem`, pem, current],
    [`.ai/config/keys/trusted/${former}.toml`, toml(`"""\n${pem}"""`), former],
    [`.ai/config/keys/trusted/${current}.toml`, toml(`"ed25519:${raw}"`), current],
    [`.ai/config/keys/trusted/${current}.pub`, `${raw}\n`, current],
  ];
  for (const [path, text, fingerprint] of rows) {
    using tree = makePolicyTree();
    const line = `<!-- ryeos:signed:${TIME}:${hash}:${signed}:${fingerprint} -->`;
    writeRye(tree.root, { knowledge: { a: `${line}\nBody.\n` } });
    const find = async () => (await openPolicies(tree).findKnowledge("a"))?.origin.signature;
    writeFiles(tree.home, { [path]: (await makeKey()).pem });
    assert.equal(await find(), "unverified", `another key in ${path}`);
    writeFiles(tree.home, { [path]: text });
    assert.equal(await find(), "valid", path);
  }
});

Deno.test("a cached text is verified again when the user trusts another key", async () => {
  using tree = makePolicyTree();
  const { pem, former, sign } = await makeKey();
  const hash = await textHash("Body.");
  const line = `<!-- rye:signed:${TIME}:${hash}:${await sign(hash)}:${former} -->`;
  const file = `${tree.root}/.ai/knowledge/a.md`;
  const key = `.ai/trusted_keys/${former}.pem`;
  writeRye(tree.root, { knowledge: { a: `${line}\nBody.` } });
  Deno.utimeSync(file, 0, 0);
  const files = new ParsedFiles();
  const find = async () => (await openPolicies(tree, files).findKnowledge("a"))?.origin.signature;
  const found = [await find(), await find()];
  writeFiles(tree.home, { [key]: pem });
  found.push(await find());
  Deno.removeSync(`${tree.home}/${key}`);
  assert.deepEqual([...found, await find()], ["unverified", "unverified", "valid", "unverified"]);
});

Deno.test("a tool that a trusted key did not sign is not offered", async () => {
  using tree = makePolicyTree();
  const { pem, former, sign } = await makeKey();
  const code = 'CONFIG_SCHEMA = {"type": "object"}\n';
  const hash = await textHash(code);
  const load = async (signature: string) => {
    writeFiles(tree.root, {
      ".ai/tools/a.py": `# rye:signed:${TIME}:${hash}:${signature}:${former}\n${code}`,
    });
    const { folders } = openPolicies(tree);
    const { tools } = await loadPalette(
      { capabilities: ["execute.tool.*"], words: "rye" },
      folders,
    );
    return tools[0]?.reason ?? "offered";
  };
  assert.equal(await load("forged"), "offered");
  writeFiles(tree.home, { [`.ai/trusted_keys/${former}.pem`]: pem });
  assert.match(await load("forged"), /^it is not signed by the key/);
  assert.equal(await load(await sign(hash)), "offered");
});
