import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const SAMPLE = `import os
LIMIT = 10
_cache: dict[str, int] = {}
a, b = 1, 2
os.environ["X"] = "1"
type Name = str

@decorator(
    "value",
)
class Pool(Base, metaclass=Meta):
    """Keeps workers.

    Longer text.
    """
    MAX = 3
    size: int = 1

    # Opens one.
    @property
    async def opened(self, *, wait: bool = False) -> "Worker":
        def inner():
            pass
        return inner

    class Inner:
        def deep(self): ...

if TYPE_CHECKING:
    def typed(): pass
else:
    def untyped(): pass
try:
    import fast
except ImportError:
    def fallback(): pass
`;

Deno.test("extractSymbols() finds the definitions of Python", async () => {
  assert.deepEqual(await listSymbols(SAMPLE, "python"), [
    "2-2 constant ::LIMIT",
    "3-3 variable ::_cache",
    "6-6 type ::Name",
    "11-27 class ::Pool",
    "16-16 constant Pool::MAX",
    "21-24 method Pool::opened",
    "26-27 class Pool::Inner",
    "27-27 method Pool.Inner::deep",
    "30-30 function ::typed",
    "32-32 function ::untyped",
    "36-36 function ::fallback",
  ]);
});

Deno.test("extractSymbols() takes doc strings, or else comments above decorators", async () => {
  const symbols = await extractSymbols(SAMPLE, "python");
  const pool = symbols?.find(({ name }) => name === "Pool");
  const opened = symbols?.find(({ name }) => name === "opened");
  assert.equal(pool?.doc, "Keeps workers. Longer text.");
  assert.equal(opened?.doc, "Opens one.");
  assert.equal(pool?.signature, "class Pool(Base, metaclass=Meta)");
  assert.equal(
    opened?.signature,
    'async def opened(self, *, wait: bool = False) -> "Worker"',
  );
});
