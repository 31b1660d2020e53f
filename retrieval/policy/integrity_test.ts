import assert from "node:assert/strict";
import { refused } from "../../tests/composed_policies.ts";
import { makePolicyTree, writeRye } from "../../tests/policy_trees.ts";
import { writeFiles } from "../../tests/temp_tree.ts";
import { textHash } from "../machine/mod.ts";
import { checkSignature, ryeSignedParts, wholeText } from "./integrity.ts";
import { openPolicies } from "./mod.ts";

const TIME = "2031-01-02T03:04:05Z";
const FINGERPRINT = "0123456789abcdef";

const check = (text: string) => checkSignature(text, { path: "a.md", signedParts: wholeText });

Deno.test("checkSignature() takes the line of a signature that matches, and leaves the lines their numbers", async () => {
  const hash = await textHash("Body.\n");
  for (const line of [`<!-- dossier:signed:${TIME}:${hash} -->`, `# rye:signed:${TIME}:${hash}`]) {
    assert.deepEqual(await check(`${line}\nBody.\n`), { text: "\nBody.\n", signature: "valid" });
    await assert.rejects(check(`${line}\nBody!\n`), refused("tampered-item", /changed after/));
  }
  assert.deepEqual(await check("Body."), { text: "Body.", signature: "missing" });
  await assert.rejects(
    check(`<!-- dossier:signed:${TIME}:none -->\nBody.`),
    refused("tampered-item", /its signature \(line 1\) can not be read/),
  );
  const former = `<!-- rye:validated:${TIME}:${hash} -->\nOther.`;
  assert.deepEqual(await check(former), { text: "\nOther.", signature: "missing" });
});

Deno.test("checkSignature() takes a text whose lines end in another way than when it was signed", async () => {
  const line = async (body: string) => `# rye:signed:${TIME}:${await textHash(body)}`;
  for (const signed of ["a\nb\n", "a\r\nb\r\n"]) {
    const text = `${await line(signed)}\r\na\r\nb\r\n`;
    assert.deepEqual(await check(text), { text: "\na\nb\n", signature: "valid" });
  }
  assert.equal((await check("a\r\nb\rc")).text, "a\nb\nc");
});

Deno.test("ryeSignedParts() returns what the versions of Rye sign", () => {
  assert.deepEqual(ryeSignedParts("---\na: b\n---\n\nBody.\n").map(({ signed }) => signed), [
    ...["---\na: b\n---\n\nBody.\n", "---\na: b\n---\n\nBody.", "Body."],
  ]);
});

Deno.test("of a file of which only the directive is signed nothing else is read", async () => {
  using tree = makePolicyTree();
  const directive = "<directive name='a'>\n<process>Inner.</process>\n</directive>";
  const line = `<!-- rye:signed:${TIME}:${await textHash(directive)} -->`;
  const fenced = (xml: string) => `\`\`\`xml\n${xml}\n\`\`\`\n`;
  for (
    const [above, below] of [["", ""], [fenced("<other name='b'/>"), "Outer."]] as const
  ) {
    writeFiles(tree.root, {
      ".ai/directives/a.md": `${line}\n# A\n${above}${fenced(directive)}${below}`,
    });
    const { name, body, origin } = await openPolicies(tree).loadProfile("a");
    assert.deepEqual([name, body, origin.signature], [
      ...["a", "<process>Inner.</process>", "valid"],
    ]);
  }
});

Deno.test("a signature of a key is checked where the user trusts the key", async () => {
  using tree = makePolicyTree();
  const { publicKey, privateKey } = await crypto.subtle.generateKey("Ed25519", true, [
    ...["sign", "verify"] as const,
  ]) as CryptoKeyPair;
  const hash = await textHash("Body.");
  const sign = async (text: string) => {
    const bytes = await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(text));
    return new Uint8Array(bytes).toBase64({ alphabet: "base64url" });
  };
  const write = (signature: string) =>
    writeRye(tree.root, {
      knowledge: { a: `<!-- rye:signed:${TIME}:${hash}:${signature}:${FINGERPRINT} -->\nBody.` },
    });
  const find = async () => (await openPolicies(tree).findKnowledge("a"))?.origin;
  write(await sign("something else"));
  // Nobody trusts the key: the hash alone counts.
  assert.deepEqual([(await find())?.signature, (await find())?.key], ["valid", undefined]);
  const spki = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)).toBase64();
  writeFiles(tree.home, {
    [`.ai/trusted_keys/${FINGERPRINT}.pem`]:
      `-----BEGIN PUBLIC KEY-----\n${spki}\n-----END PUBLIC KEY-----\n`,
  });
  await assert.rejects(find(), refused("tampered-item", /not signed by the key 0123456789abcdef/));
  write(await sign(hash));
  assert.equal((await find())?.key, FINGERPRINT);
});
