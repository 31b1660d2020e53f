import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds the definitions of JavaScript", () => {
  const text = `'use strict';
/* Licence. */
/**
 * Adds things.
 * @param {number} a
 */
function add(a, b = {}) {
  return a / b / 2; // { "
}
const limit = 10, re = /[{/]"/g;
var Store = module.exports = function Store(options) {
  this.options = options;
};
Store.prototype.get = function get(key) {
  return \`\${key} \${\`nested } {\`}\`;
};
Store.create = (options) => new Store(options);
exports.handler = async function (event) {
};
class Cache extends Map {
  #items = [];
  static version = 1;
  constructor() { super(); }
  get size() { return 1; }
  set size(value) {}
  async *walk(a, b) {
    for (const x of a) { yield x; }
    if (b) { call(b); }
  }
  onClick = () => {
    this.x();
  };
  "quoted name"() {}
}
const actions = {
  load(state) {},
  save: async (state) => {},
  clear: function () {},
  depth: { notDirect() {} },
};
export default {
  name: "component",
  setup() {
    const local = 1;
    const onClick = (event) => { };
  },
};
(function () {
  function inside() {}
})();
describe("x", () => {
  it("y", () => {});
});
let a, b;
`;
  assert.deepEqual(outline(text, "javascript"), [
    "7-9 function add",
    "10-10 constant limit",
    "11-13 function Store",
    "14-16 method Store.get",
    "17-17 method Store.create",
    "18-19 function handler",
    "20-34 class Cache",
    "23-23 method Cache.constructor",
    "24-24 method Cache.size",
    "25-25 method Cache.size",
    "26-29 method Cache.walk",
    "30-32 method Cache.onClick",
    "33-33 method Cache.quoted name",
    "35-40 constant actions",
    "36-36 method actions.load",
    "37-37 method actions.save",
    "38-38 method actions.clear",
    "43-46 method setup",
    "45-45 function setup.onClick",
    "49-49 function inside",
    "54-54 variable a",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of TypeScript and TSX", () => {
  const text = `export interface Props<T = unknown> extends Base {
  /** Called. */
  onClick?(event: Event): void;
  title: string;
  render: (item: T) => ReactNode;
}
export const Button: React.FC<Props> = ({ title, onClick }) => {
  return <button onClick={onClick}>don't {title}</button>;
};
export default function App({ a }: { a: string }): JSX.Element {
  return (
    <div>
      {a}
    </div>
  );
}
type Keys = keyof typeof actions;
export type Shape =
  | { kind: "circle" }
  | { kind: "square" };
export const enum Level { Low, High }
export abstract class Base<T> implements A<T>, B {
  protected constructor(private readonly a: string) { super(); }
  abstract area(): number;
  @Input() name = "";
  @HostListener("click", ["$event"]) clicked(event: Event) {}
  static of<T>(value: T): Base<T> { return value; }
  private handlers: Map<string, () => void> = new Map();
}
declare module "x" {
  export function ambient(a: number): string;
}
namespace Inner.Deep {
  export const value = 1;
}
function assertIsString(value: unknown): asserts value is string {}
export const createStore = <S,>(initial: S) => initial;
export const limits = { small: 1 } as const;
`;
  assert.deepEqual(outline(text, "tsx"), [
    "1-6 interface Props",
    "3-3 method Props.onClick",
    "5-5 method Props.render",
    "7-9 function Button",
    "10-16 function App",
    "17-17 type Keys",
    "18-20 type Shape",
    "21-21 enum Level",
    "22-29 class Base",
    "23-23 method Base.constructor",
    "24-24 method Base.area",
    "26-26 method Base.clicked",
    "27-27 method Base.of",
    "31-31 function ambient",
    "33-35 module Inner.Deep",
    "34-34 constant Inner.Deep.value",
    "36-36 function assertIsString",
    "37-37 function createStore",
    "38-38 constant limits",
  ]);
});

Deno.test("outlineSymbols() does not read a member in the condition of a conditional type as a method", () => {
  const text = `export type Service<Self> = Self extends {
  asEffect(): infer Effect;
  other(): any;
} ? Effect : never;

type Writer<T extends { a(): void }> = {
  write(text: T): void;
};
`;
  assert.deepEqual(outline(text, "typescript"), [
    "1-4 type Service",
    "6-8 type Writer",
    "7-7 method Writer.write",
  ]);
});
