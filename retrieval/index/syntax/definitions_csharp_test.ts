import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const SAMPLE = `using System;
namespace Acme.Billing;

/// <summary>
/// Keeps workers.
/// </summary>
[Serializable]
public sealed class Pool<T> : Base where T : class
{
    private const int Limit = 10;
    private int size;
    public string Name { get; set; }
    public Pool(int size) { }
    ~Pool() { }
#if OLD
    [Obsolete]
#endif
    public async Task<int> Run(int task) => await Other(task);
    public delegate void Changed(int value);
#if DEBUG
    void Dump() { }
#endif
    enum Level { Low }
    struct Pair { }
    interface IListener { void Changed(); }
    record Row(int Id);
}
`;

Deno.test("extractSymbols() finds the definitions of C#, a namespace for the rest of the file", async () => {
  assert.deepEqual(await listSymbols(SAMPLE, "csharp"), [
    "2-2 module ::Acme.Billing",
    "8-27 class Acme.Billing::Pool",
    "10-10 constant Acme.Billing.Pool::Limit",
    "12-12 field Acme.Billing.Pool::Name",
    "13-13 method Acme.Billing.Pool::Pool",
    "14-14 method Acme.Billing.Pool::~Pool",
    "18-18 method Acme.Billing.Pool::Run",
    "19-19 type Acme.Billing.Pool::Changed",
    "21-21 method Acme.Billing.Pool::Dump",
    "23-23 enum Acme.Billing.Pool::Level",
    "24-24 struct Acme.Billing.Pool::Pair",
    "25-25 interface Acme.Billing.Pool::IListener",
    "25-25 method Acme.Billing.Pool.IListener::Changed",
    "26-26 class Acme.Billing.Pool::Row",
  ]);
  const symbols = await extractSymbols(SAMPLE, "csharp");
  assert.equal(symbols?.[1]?.doc, "Keeps workers.");
  assert.equal(symbols?.[1]?.signature, "public sealed class Pool<T> : Base where T : class");
  assert.equal(symbols?.[6]?.signature, "public async Task<int> Run(int task)");
});

Deno.test("extractSymbols() finds nested namespaces and top-level functions of C#", async () => {
  const text = "namespace A { namespace B { class C { } } }\nint Main() { return 1; }\n";
  assert.deepEqual(await listSymbols(text, "csharp"), [
    "1-1 module ::A",
    "1-1 module A::B",
    "1-1 class A.B::C",
    "2-2 function ::Main",
  ]);
});
