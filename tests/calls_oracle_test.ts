import { listCalls, profileOf } from "@dossier/core";
import assert from "node:assert/strict";
import type { Node } from "web-tree-sitter";
import { initializeTreeSitter, loadGrammar } from "../retrieval/symbols/grammars.ts";

/** Node types that call or make something, with the field of what is called. */
const CALLS: ReadonlyMap<string, string> = new Map([
  ["call", "function"],
  ["call_expression", "function"],
  ["new_expression", "constructor"],
  ["object_creation_expression", "type"],
  ["method_invocation", "name"],
  ["member_call_expression", "name"],
  ["scoped_call_expression", "name"],
  ["function_call_expression", "function"],
  ["invocation_expression", "function"],
  ["function_call", "name"],
  ["macro_invocation", "macro"],
]);

/** Fields that lead from what is called to its last name. */
const LAST_NAME_FIELDS = [
  "attribute",
  "property",
  "field",
  "name",
  "method",
  "function",
  "operand",
];

/** Fixtures with what is easily taken for a call, or for none. */
const FIXTURES: Readonly<Record<string, string>> = {
  python: `
import os
class Pool(Base, metaclass=make(Meta)):
    """Not open() and 'close()'."""
    size = len("size()")  # no count()
    def open(self, *args, key=lambda x: first(x)):
        if (self.size): raise Full(f"{self.count()} of {size}")
        return [item.run() for item in list(args) if not (item)]
print (Pool().open().close)
`,
  typescript: `
import { a } from "./a";
export class Pool<T extends Base> extends Outer<T> {
  readonly size = count(/* none() */ "no()");
  constructor(private readonly store: Store) { super(store); }
  async open(items: readonly Item[]): Promise<void> {
    for (const item of items) this.run<Item>(item, () => done?.(item));
    if (this.size > limit(1) && other < 2) throw new Error(\`full: \${this.size.toFixed(1)} no()\`);
  }
  get total() { return /sum()/.test(name) ? sum(this) : new Map<string, T>().size; }
}
`,
  go: `
package pool
import "fmt"
type Pool struct { run func(int) error }
func (p *Pool) Open(ctx context.Context, items ...Item) (n int, err error) {
	defer p.mu.Unlock()
	for i := range items { go func(x Item) { fmt.Println("no()", x.Name()) }(items[i]) }
	return Map[int](items, func(i Item) int { return len(i.Parts) }), errors.New(\`no()\`) // none()
}
`,
  rust: `
use crate::pool::{Pool, open};
impl<T: Fn(u8) -> u8> Pool<T> {
    pub fn open<'a>(&'a mut self, name: &'a str) -> Result<Vec<u8>, Error> {
        let text = r#"no("a")"#; /* none() /* no() */ */
        let items = self.items.iter().map(|x| x.run('(')).collect::<Vec<_>>();
        match find(name)? { found if found.is_big() => Ok(shrink::<u8>(found)), other => Err(Error::from(other)) }
    }
}
`,
  java: `
package acme;
import java.util.List;
public final class Pool<T> extends Base {
  private final int size = count("no()");
  public Pool(List<T> items) { super(items); /* none() */ }
  public static <T> List<T> open(List<T> items) throws Full {
    if (items.isEmpty()) throw new Full(items.get(0).name(), 'x');
    return new ArrayList<>(items.stream().map(x -> wrap(x)).toList()); // no()
  }
}
`,
  c: `
#include "pool.h"
static int open_all(struct pool *p, int (*run)(int));
static inline struct pool *
make_pool(size_t n)
{
  struct pool *p = malloc(n * sizeof(*p)); /* none() */
  for (int i = 0; i < count(p); i++) p->run(at(p, i), "no()");
  return check(p) ? p : fail(__FILE__);
}
`,
  csharp: `
using System;
namespace Acme {
  public class Pool : Base {
    public Pool(int size) : base(size) { Count = Measure(size); }
    public async Task<int> Open<T>(T item) where T : IItem {
      var text = $"{item.Name()} no()" + @"none()\\";
      return await Run<T>(new Job(text), x => x.Done());
    }
  }
}
`,
  php: `<?php
namespace Acme;
class Pool extends Base {
    public function open(array $items): int {
        foreach ($items as $item) { $item->run(Maker::make('no()'), strlen("none()")); }
        return count(array_map(fn ($x) => wrap($x), $items)); // no()
    }
}
`,
  lua: `
local pool = require("pool")
function pool.open(items, run)
  for _, item in ipairs(items) do run(item.name:upper(), [[no()]]) end
  return setmetatable({}, { __index = pool.make { 1 } }) -- none()
end
`,
};

/** Returns the last name of what is called, such as `c` of `a.b.c`, or undefined when it has none. */
function lastName(node: Node | null): Node | undefined {
  if (node === null) return undefined;
  if (node.childCount === 0) return node;
  for (const field of LAST_NAME_FIELDS) {
    const child = node.childForFieldName(field);
    if (child !== null) return lastName(child);
  }
  return node.type.startsWith("generic") ? lastName(node.namedChild(0)) : undefined;
}

/** Returns the calls that a syntax tree has, as `"line name"`. */
async function callsOfTree(text: string, language: string): Promise<string[]> {
  const { module } = await initializeTreeSitter();
  const source = profileOf(language)?.grammar;
  assert.ok(source !== undefined);
  const grammar = await loadGrammar(source);
  const parser = new module.Parser();
  parser.setLanguage(grammar);
  const tree = parser.parse(text);
  assert.ok(tree !== null && !tree.rootNode.hasError);
  const calls = tree.rootNode.descendantsOfType([...CALLS.keys()]).flatMap((node) => {
    const name = lastName(node?.childForFieldName(CALLS.get(node.type) ?? "") ?? null);
    return name === undefined || name.text === "super" ? [] : [name];
  }).map((name) => `${name.startPosition.row + 1} ${name.text}`);
  tree.delete();
  parser.delete();
  return calls.sort();
}

for (const [language, text] of Object.entries(FIXTURES)) {
  Deno.test(`listCalls() finds the calls in ${language} that a syntax tree has, and no other`, async () => {
    const calls = listCalls(text, { language })
      .filter(({ kind }) => kind === "call" || kind === "new")
      .map(({ name, line }) => `${line} ${name}`);
    const expected = await callsOfTree(text, language);
    assert.ok(expected.length >= 4);
    assert.deepEqual(calls.sort(), expected);
  });
}
