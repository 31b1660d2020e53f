import assert from "node:assert/strict";
import { SymbolAnswers } from "../../tests/symbol_answers.ts";

Deno.test("findCallers() of Kotlin follows imports, extensions, types and lambda arguments", async () => {
  using tree = await SymbolAnswers.open({
    "src/main/kotlin/acme/lib/Box.kt": "package acme.lib\n\nopen class Box(val inner: Box?) {\n" +
      "  open fun lift() {}\n  fun with(n: Int) = this\n  companion object {\n    fun make(): Box = Box(null)\n  }\n}\n\n" +
      "fun weigh(n: Int): Int = n\n\nfun weigh(n: Int, m: Int): Int = n\n\nfun Box.shut(n: Int) {\n  lift()\n}\n",
    "src/main/kotlin/acme/Use.kt": "package acme\n\nimport acme.lib.Box\nimport acme.lib.shut\n" +
      "import acme.lib.weigh as measure\n\nclass Sub : Box(null) {\n  fun own() { super.lift(); lift() }\n}\n\n" +
      "fun chain() { Box.make().with(1).lift() }\n" +
      "fun given(b: Box?) { b?.let { it.lift() } }\n" +
      "fun each(list: List<Box>) { list.filter { true }.forEach { it.lift() } }\n" +
      "fun nested(b: Box) { b.inner?.lift() }\n" +
      "fun extended(s: Sub) { s.shut(1) }\n" +
      "fun renamed() { measure(1) }\n" +
      "fun other(o: Other) { o.lift() }\n\nclass Other {\n  fun lift() {}\n}\n",
    "src/main/java/acme/Old.java":
      "package acme;\nimport acme.lib.Box;\nclass Old {\n  void old(Box b) { b.lift(); }\n}\n",
  });
  const at = "src/main/kotlin/acme/lib/Box.kt";
  const use = "src/main/kotlin/acme/Use.kt";
  assert.deepEqual(await tree.callers(`${at}#Box.lift`), [
    "certain src/main/java/acme/Old.java: Old.old 4",
    `certain ${use}: Sub.own 8`,
    `certain ${use}: chain 11`,
    `certain ${use}: given 12`,
    `certain ${use}: each 13`,
    `certain ${use}: nested 14`,
    `certain ${at}: Box.shut 16`,
  ]);
  assert.deepEqual(await tree.callers(`${at}#shut`), [`certain ${use}: extended 15`]);
  assert.deepEqual(await tree.callers(`${at}:11#weigh`), [`certain ${use}: renamed 16`]);
  assert.deepEqual(await tree.callers(`${at}:13#weigh`), []);
});
