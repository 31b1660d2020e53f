import assert from "node:assert/strict";
import { openEstimator } from "@dossier/retrieval";
import { estimateMaxJsonTokens, estimateMaxTokens } from "./estimate_max_tokens.ts";

/** Texts of uniformly random characters, which cost most in a script. */
const RANGES: readonly (readonly [string, number, number])[] = [
  ["Latin", 0x61, 0x7a],
  ["capitals", 0x41, 0x5a],
  ["signs", 0x21, 0x2f],
  ["control characters", 0x00, 0x1f],
  ["Thai", 0xe01, 0xe3a],
  ["Devanagari", 0x904, 0x939],
];

const PROSE: readonly string[] = [
  "This returns the passages that answer a question, as many as the budget allows.",
  'const text = "a \\"quoted\\" name\\n" + `${path}:${line}`;',
  "该函数返回与查询最匹配的结果，并在预算允许的范围内选择段落。",
  "この関数は、クエリに最もよく一致する結果を返します。",
  "이 함수는 질의와 가장 잘 맞는 결과를 반환합니다.",
  "ฟังก์ชันนี้จะส่งคืนผลลัพธ์ที่ตรงกับคำค้นหามากที่สุด",
  "Эта функция возвращает результаты, которые лучше всего соответствуют запросу.",
  "Αυτή η συνάρτηση επιστρέφει τα αποτελέσματα που ταιριάζουν καλύτερα.",
  "تعيد هذه الدالة النتائج التي تطابق الاستعلام بشكل أفضل",
  "यह फ़ंक्शन क्वेरी से सबसे अधिक मेल खाने वाले परिणाम लौटाता है।",
  "Größenänderungen überprüfen, naïve façade, příliš žluťoučký kůň",
  "Hàm này trả về các kết quả phù hợp nhất với truy vấn.",
  "🚀✨🎉 ├── src │ “quotes” — …",
  '"\t\n\\"\t\n\\'.repeat(10),
  "a\n".repeat(40),
];

/** Minimum share of the true count that is charged for random characters. */
const RANDOM_SHARE = 0.9;

Deno.test("estimateMaxTokens() charges words by their length and other scripts by their letters", () => {
  assert.equal(estimateMaxTokens("the first result"), 5);
  assert.equal(estimateMaxTokens("索引"), 4);
});

Deno.test("estimateMaxTokens() is never below the true count of prose and code in any script", async () => {
  const { count } = await openEstimator("o200k");
  for (const text of PROSE) {
    const sent = JSON.stringify(text.repeat(5));
    assert.ok(estimateMaxTokens(sent) >= count(sent), text);
    assert.equal(estimateMaxJsonTokens(text.repeat(5)), estimateMaxTokens(sent));
  }
});

Deno.test("estimateMaxTokens() is hardly below the true count of random characters", async () => {
  const { count } = await openEstimator("o200k");
  let seed = 1;
  // Lehmer's generator, which returns the same characters each time.
  const next = (end: number) => (seed = seed * 48_271 % 2_147_483_647) % end;
  for (const [name, first, last] of RANGES) {
    const line = () =>
      Array.from({ length: 40 }, () => String.fromCharCode(first + next(last - first + 1))).join(
        "",
      );
    const sent = JSON.stringify(Array.from({ length: 20 }, line).join("\n"));
    assert.ok(estimateMaxTokens(sent) >= RANDOM_SHARE * count(sent), name);
  }
});
