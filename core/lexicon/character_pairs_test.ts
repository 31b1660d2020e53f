import assert from "node:assert/strict";
import { addCharacterPairs, listCharacterPairs } from "./character_pairs.ts";
import { parseLexicon } from "./lexicon.ts";
import { toEnglish, translateWords } from "./translate_words.ts";

const CHINESE = parseLexicon("取 pull2\n活动 active5\n页面 page6\n的 \n");
const JAPANESE = parseLexicon("検索 search5\nの \nする \n");

Deno.test("listCharacterPairs() returns the pairs across words, and none of stop words", () => {
  const pairsOf = (text: string) =>
    listCharacterPairs(translateWords(text, "zh", CHINESE))
      .flatMap(({ pair, isUncertain }) => isUncertain ? [] : pair);
  assert.deepEqual(pairsOf("领取的活动页面"), ["领取", "活动", "动页", "页面"]);
  assert.deepEqual(pairsOf("领取 活动"), ["领取", "活动"]);
  assert.deepEqual(pairsOf("的"), []);
  assert.deepEqual(listCharacterPairs([]), []);
});

Deno.test("listCharacterPairs() reads Hiragana after a word as its ending, and elsewhere as a word", () => {
  const pairsOf = (text: string) =>
    listCharacterPairs(translateWords(text, "ja", JAPANESE))
      .flatMap(({ pair, isUncertain }) => isUncertain ? [] : pair);
  assert.deepEqual(pairsOf("りんごの検索しちゃう"), ["りん", "んご", "検索"]);
  assert.deepEqual(pairsOf("パーサの検索"), ["パー", "ーサ", "検索"]);
});

Deno.test("addCharacterPairs() reads a stop word as part of a word that the tree contains", () => {
  const lexicon = parseLexicon("引 pull5\n当 \n在 \n的 \n活动 active5\n");
  const read = (text: string, tree: string) => {
    const words = translateWords(text, "zh", lexicon);
    const pairs = listCharacterPairs(words).filter(({ pair }) =>
      tree.includes(pair) && pair.length > 1
    );
    return toEnglish(text, addCharacterPairs(words, pairs));
  };
  assert.equal(read("引当", "在庫の引当"), "引当 pull");
  assert.equal(read("在庫引当", "在庫の引当"), "在庫 引当 pull");
  assert.equal(read("引当", "引数"), "pull");
  assert.equal(read("活动的引当", "活动与引当"), "活动 active 引当 pull");
  assert.equal(read("领取的", "领取的"), "领取");
  assert.equal(read("締め日", "締め日に"), "締め め日");
});

Deno.test("addCharacterPairs() adds the pairs that the tree contains to the translations", () => {
  const text = "领取活动 now";
  const words = translateWords(text, "zh", CHINESE);
  const pairs = listCharacterPairs(words).filter(({ pair }) => pair !== "取活");
  assert.equal(toEnglish(text, addCharacterPairs(words, pairs)), "领取 pull 活动 active now");
  assert.equal(toEnglish(text, addCharacterPairs(words, [])), "pull active now");
});
