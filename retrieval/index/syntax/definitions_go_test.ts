import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const SAMPLE = `package pool

// Limit bounds it.
const Limit = 10

const (
	A, B = 1, 2
	_ = 3
)

const (
	C = 1
)

var (
	shared = map[string]int{
		"a": 1,
	}
)

// Pool keeps workers.
// It is safe.
type Pool[T any] struct {
	size int
}

type (
	// Runner runs.
	Runner interface {
		Run(ctx Context) error
		Closer
	}
	Handler func(int)
)

type Alias = Pool[int]

func New[T any](size int) (*Pool[T], error) {
	inner := func() {}
	return nil, nil
}

func (p *Pool[T]) Run(ctx Context) error { return nil }
func (Handler) Serve() {}
`;

Deno.test("extractSymbols() finds the definitions of Go, methods under their receiver", async () => {
  assert.deepEqual(await listSymbols(SAMPLE, "go"), [
    "4-4 constant ::Limit",
    "7-7 constant ::A",
    "7-7 constant ::B",
    "12-12 constant ::C",
    "16-18 variable ::shared",
    "23-25 struct ::Pool",
    "29-32 interface ::Runner",
    "30-30 method Runner::Run",
    "33-33 type ::Handler",
    "36-36 type ::Alias",
    "38-41 function ::New",
    "43-43 method Pool::Run",
    "44-44 method Handler::Serve",
  ]);
});

Deno.test("extractSymbols() gives Go heads and doc comments", async () => {
  const symbols = await extractSymbols(SAMPLE, "go");
  const heads = new Map(symbols?.map(({ name, signature, doc }) => [name, { signature, doc }]));
  assert.deepEqual(heads.get("Limit"), { signature: "const Limit = 10", doc: "Limit bounds it." });
  assert.deepEqual(heads.get("Pool"), {
    signature: "type Pool[T any] struct",
    doc: "Pool keeps workers. It is safe.",
  });
  assert.deepEqual(heads.get("Runner"), { signature: "Runner interface", doc: "Runner runs." });
  assert.equal(heads.get("New")?.signature, "func New[T any](size int) (*Pool[T], error)");
});
