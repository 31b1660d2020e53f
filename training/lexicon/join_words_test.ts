import assert from "node:assert/strict";
import { joinWords } from "./join_words.ts";

Deno.test("joinWords() joins neighbours that mostly occur together, and no others", () => {
  const texts = [
    ...Array.from({ length: 5 }, () => ["启动", "服务", "器"]),
    ...Array.from({ length: 120 }, (_, at) => ["启动", `程序${at}`]),
  ];
  // "服务" and "器" occur 5 times each, always together; "启动" occurs 125 times, and 5 times beside
  // "服务".
  assert.deepEqual(joinWords(texts).slice(4, 6), [["启动", "服务器"], ["启动", "程序0"]]);
});

Deno.test("joinWords() does not join neighbours that occur together by chance", () => {
  const texts = [["删除", "文件"], ["删除", "文件"], ["删除", "行"]];
  assert.deepEqual(joinWords(texts), texts);
});
