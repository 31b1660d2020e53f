import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const MODULE = `import { x } from "./x.js";
const fs = require("fs");
export const LIMIT = 10;
export const add = (a, b) => {
  const inner = () => a;
  return a + b;
};
const { left, right } = pair;
let first = 1, second = async function () {};
export default class Pool extends Base {
  #size = 1;
  static shared = new Pool();
  handler = (event) => {
    this.run(event);
  };
  async *run() {}
  static #hidden() {}
  get "odd name"() {}
}
export const routes = {
  open() {},
  close: () => 1,
  "quoted": function () {},
  path: "/",
  nested: { deep() {} },
};
function* walk() {}
`;

Deno.test("extractSymbols() finds the definitions of a JavaScript module", async () => {
  assert.deepEqual(await listSymbols(MODULE, "javascript"), [
    "3-3 constant ::LIMIT",
    "4-7 function ::add",
    "9-9 variable ::first",
    "9-9 function ::second",
    "10-19 class ::Pool",
    "12-12 constant Pool::shared",
    "13-15 method Pool::handler",
    "16-16 method Pool::run",
    "17-17 method Pool::#hidden",
    "18-18 method Pool::odd name",
    "20-26 constant ::routes",
    "21-21 method routes::open",
    "22-22 method routes::close",
    "23-23 method routes::quoted",
    "27-27 function ::walk",
  ]);
});

const OLD_SCRIPT = `(function () {
  function inner() {}
  window.start = function () {};
}).call(this);
function Point() {}
Point.prototype.move = function (x) {};
Point.origin = class {};
exports.helper = function () {};
module.exports.other = () => 1;
exports.copied = Point.copied = inner;
Point.set = Point.header = function set(a) {};
module.exports = {
  build() {},
  check: function () {},
};
describe("a suite", () => {
  function local() {}
});
`;

Deno.test("extractSymbols() finds the definitions of scripts older than modules", async () => {
  assert.deepEqual(await listSymbols(OLD_SCRIPT, "javascript"), [
    "2-2 function ::inner",
    "3-3 function ::start",
    "5-5 function ::Point",
    "6-6 method Point::move",
    "7-7 class Point::origin",
    "8-8 function ::helper",
    "9-9 function ::other",
    "11-11 method Point::set",
    "11-11 method Point::header",
    "13-13 function ::build",
    "14-14 function ::check",
  ]);
});

const TYPED = `export interface Store<T> extends Base {
  readonly size: number;
  get(key: string): T | undefined;
}
export type Name = string | number;
type Options = {
  deep: boolean;
};
export enum Level { Low, High }
@Injectable({ a: 1 })
export abstract class Service<T> {
  static readonly LIMIT = 3;
  private cache: Map<string, T> = new Map();
  abstract load(id: string): T;
  @memoized()
  public async find(id: string): Promise<T> {
    return this.load(id);
  }
}
export namespace Tools.Text {
  export const width = 1;
}
declare module "pkg" {
  export function open(): void;
}
declare global {
  interface Window { a: 1 }
}
export function over(a: string): void;
export function over(a: unknown): void {}
const config = { port: 1 } satisfies Config;
export default { start() {} };
`;

Deno.test("extractSymbols() finds the definitions of TypeScript", async () => {
  const expected = [
    "1-4 interface ::Store",
    "3-3 method Store::get",
    "5-5 type ::Name",
    "6-8 type ::Options",
    "9-9 enum ::Level",
    "11-19 class ::Service",
    "12-12 constant Service::LIMIT",
    "14-14 method Service::load",
    "16-18 method Service::find",
    "20-22 module ::Tools.Text",
    "21-21 constant Tools.Text::width",
    "23-25 module ::pkg",
    "24-24 function pkg::open",
    "27-27 interface ::Window",
    "29-29 function ::over",
    "30-30 function ::over",
    "31-31 constant ::config",
    "32-32 constant ::default",
    "32-32 method default::start",
  ];
  assert.deepEqual(await listSymbols(TYPED, "typescript"), expected);
  assert.deepEqual(await listSymbols(TYPED, "tsx"), expected);
});

Deno.test("extractSymbols() reads components in TSX", async () => {
  const text = "export function App({ name }: Props) {\n  return <b title='}'>{name}</b>;\n}\n" +
    "const Row: FC<Props> = (props) => <tr />;\n";
  assert.deepEqual(await listSymbols(text, "tsx"), ["1-3 function ::App", "4-4 function ::Row"]);
});

Deno.test("extractSymbols() gives heads without bodies, decorators and export", async () => {
  const text = `@Injectable()
export class A {}
export const f = async <T>(
  first: T,
  second = 1,
): Promise<T> => {
  return first;
};
const table = {
  a: 1,
};
const total = 1 + 2;
`;
  const symbols = await extractSymbols(text, "typescript");
  assert.deepEqual(symbols?.map(({ signature }) => signature), [
    "class A",
    "const f = async <T>( first: T, second = 1, ): Promise<T>",
    "const table",
    "const total = 1 + 2",
  ]);
});
