import assert from "node:assert/strict";
import { decodeFile, decodeText, UNKNOWN_ENCODING } from "./decode_text.ts";

/** Texts in other encodings, written by other programs, in base64. */
const WRITTEN: Readonly<Record<string, readonly (readonly [text: string, base64: string])[]>> = {
  "windows-1252": [
    [
      'def grüße():\n    return "ü" # Straße – ‚naïve‘ café\n',
      "ZGVmIGdy/N9lKCk6CiAgICByZXR1cm4gIvwiICMgU3RyYd9lIJYggm5h73ZlkSBjYWbpCg==",
    ],
    ["# größe\n", "IyBncvbfZQo="],
    ['int main() { puts("café"); }\n', "aW50IG1haW4oKSB7IHB1dHMoImNhZukiKTsgfQo="],
  ],
  "shift_jis": [
    ["# 設定ファイルを読み込む\nload()\n", "IyCQ3ZLog3SDQINDg4uC8JPHgt2NnoLeCmxvYWQoKQo="],
  ],
  "euc-jp": [
    ["# 設定ファイルを読み込む\nload()\n", "IyDA38TqpdWloaWkpeuk8sbJpN+5/qTgCmxvYWQoKQo="],
  ],
  "gb18030": [[
    "// 读取配置文件，然后返回结果\nload();\n// 如果失败就重试三次\n",
    "Ly8gtsHIocXk1sPOxLz+o6zIu7rzt7W72L3hufsKbG9hZCgpOwovLyDI57n7yqew3L7N1tjK1Mj9tM4K",
  ]],
  "big5": [[
    "// 讀取設定檔，然後傳回結果\nload();\n// 如果失敗就重試三次\n",
    "Ly8gxaqo+rNdqXfAyaFBtU2r4bbHpl61sqpHCmxvYWQoKTsKLy8gpnCqR6WisdG0Tq2ruNWkVKa4Cg==",
  ]],
  "euc-kr": [[
    "// 설정 파일을 읽어서 결과를 돌려준다\nload();\n",
    "Ly8gvLPBpCDGxMDPwLsgwNC+7rytILDhsPq4piC1ubfBwdi02Qpsb2FkKCk7Cg==",
  ]],
  "windows-1251": [[
    "// Читает файл настроек и возвращает результат\nload();\n",
    "Ly8g1+jy4OXyIPTg6esg7eDx8vDu5eog6CDi7ufi8OD54OXyIPDl5/Pr/PLg8gpsb2FkKCk7Cg==",
  ]],
  "koi8-r": [[
    "// Читает файл настроек и возвращает результат\nload();\n",
    "Ly8g/snUwcXUIMbByswgzsHT1NLPxcsgySDXz9rX0sHdwcXUINLF2tXM2NTB1Apsb2FkKCk7Cg==",
  ]],
  "windows-1253": [[
    "// Διαβάζει το αρχείο των ρυθμίσεων και επιστρέφει το αποτέλεσμα\n",
    "Ly8gxOnh4tzm5ekg9O8g4fH35d/vIPT57SDx9ejs3/Pl+e0g6uHpIOXw6fP08d325ekg9O8g4fDv9N3r5fPs4Qo=",
  ]],
};

Deno.test("decodeFile() reads UTF-8 and UTF-16 by the mark, and removes the mark", () => {
  const utf8 = new TextEncoder().encode("\ufeffgrüße \ufffd");
  assert.deepEqual(decodeFile(utf8), { text: "grüße \ufffd" });
  const little = Uint8Array.of(0xff, 0xfe, 0x61, 0, 0xfc, 0);
  assert.deepEqual(decodeFile(little), { text: "aü", encoding: "utf-16le" });
  const big = Uint8Array.of(0xfe, 0xff, 0, 0x61, 0, 0xfc);
  assert.deepEqual(decodeFile(big), { text: "aü", encoding: "utf-16be" });
});

for (const [encoding, texts] of Object.entries(WRITTEN)) {
  Deno.test(`decodeFile() tells ${encoding} by its bytes`, () => {
    for (const [text, base64] of texts) {
      assert.deepEqual(decodeFile(Uint8Array.fromBase64(base64)), { text, encoding });
    }
  });
}

Deno.test("decodeFile() uses a valid declaration of a file", () => {
  const polish = [0xbf, 0xf3, 0xb3, 0xe6];
  const declared = (head: string) =>
    decodeFile(Uint8Array.from([...new TextEncoder().encode(head), ...polish]));
  for (
    const head of [
      "# -*- coding: windows-1250 -*-\n",
      '<?xml version="1.0" encoding="windows-1250"?>',
      '<meta charset="windows-1250">',
      '@charset "windows-1250";',
    ]
  ) assert.deepEqual(declared(head), { text: `${head}żółć`, encoding: "windows-1250" });
  const latin = decodeFile(
    Uint8Array.from([...new TextEncoder().encode("# coding: latin-1\n"), 0xe9]),
  );
  assert.equal(latin.text, "# coding: latin-1\né");
});

Deno.test("decodeFile() replaces invalid bytes, and reports it", () => {
  const texts = {
    "// żółć łąkę": [0x2f, 0x2f, 0x20, 0xbf, 0xf3, 0xb3, 0xe6, 0x20, 0xb3, 0xb9, 0x6b, 0xea],
    "UTF-8 that was cut": [0xc3, 0xbc, 0x20, 0xc3, 0xbc, 0x20, 0xc3, 0xbc, 0x20, 0xc3],
    "declared, and broken": [...new TextEncoder().encode("# coding: utf-8\n"), 0xe2, 0x80],
    "declared, and unknown": [...new TextEncoder().encode("# coding: klingon\n"), 0x81, 0x81],
  };
  for (const [name, bytes] of Object.entries(texts)) {
    const { text, encoding } = decodeFile(Uint8Array.from(bytes));
    assert.equal(encoding, UNKNOWN_ENCODING, name);
    assert.ok(text.includes("\ufffd"), name);
  }
});

Deno.test("decodeText() decodes UTF-8 and keeps line ends", () => {
  assert.equal(decodeText(new TextEncoder().encode("é\r\n\u{1f9ea}\n")), "é\r\n\u{1f9ea}\n");
  assert.equal(decodeText(new Uint8Array()), "");
});

Deno.test("decodeText() removes a byte order mark", () => {
  assert.equal(decodeText(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])), "a");
});

Deno.test("decodeText() replaces invalid bytes by U+FFFD", () => {
  assert.equal(decodeText(new Uint8Array([0x61, 0xff, 0x62])), "a\ufffdb");
  assert.equal(decodeText(new Uint8Array([0xe2, 0x82])), "\ufffd");
});

Deno.test("decodeText() decodes UTF-16 in both byte orders with a mark", () => {
  assert.equal(decodeText(new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0xe9, 0x00])), "aé");
  assert.equal(decodeText(new Uint8Array([0xfe, 0xff, 0x00, 0x61, 0x00, 0xe9])), "aé");
  assert.equal(decodeText(new Uint8Array([0xff, 0xfe, 0x3e, 0xd8, 0xea, 0xdd])), "\u{1f9ea}");
});
