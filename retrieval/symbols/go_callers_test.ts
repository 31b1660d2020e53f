import { testCallers } from "../../tests/symbol_answers.ts";

testCallers("of Go follows modules, packages, and the names of imports", {
  "go.mod": "module example.com/scale/v2\n\ngo 1.22\n\nreplace example.com/far v1.0.0 => ./near\n",
  "root.go": "package scale\n\nfunc Weigh() int { return 1 }\n\nfunc here() { Weigh() }\n",
  "root_test.go": 'package scale_test\n\nimport "example.com/scale/v2"\n\n' +
    "func TestWeigh() { scale.Weigh() }\n",
  "pan/pan.go": "package pan\n\nfunc Weigh() {}\n\nfunc own() { Weigh() }\n",
  "cmd/main.go": 'package main\n\nimport s "example.com/scale/v2"\n\nfunc main() { s.Weigh() }\n',
  "cmd/open/open.go":
    'package main\n\nimport . "example.com/scale/v2"\n\nfunc open() { Weigh() }\n',
  "other/o.go": 'package other\n\nimport "github.com/scale"\n\nfunc foreign() { scale.Weigh() }\n',
  "near/near.go": "package far\n\nfunc Tare() {}\n",
  "near/go.mod": "module example.com/far\n",
  "go-beam/x.go": "package beam\n\nfunc Lift() {}\n",
  "uses/u.go":
    'package uses\n\nimport (\n\t"example.com/far"\n\t"example.com/scale/v2/go-beam"\n)\n\n' +
    "func both() {\n\tfar.Tare()\n\tbeam.Lift()\n}\n\n" +
    "func shadow(beam thing) { beam.Lift() }\n\ntype thing struct{}\n\nfunc (thing) Lift() {}\n",
}, {
  "root.go#Weigh": [
    "certain cmd/main.go: main 5",
    "certain cmd/open/open.go: open 5",
    "certain root.go: here 5",
    "certain root_test.go: TestWeigh 5",
  ],
  "pan/pan.go#Weigh": ["certain pan/pan.go: own 5"],
  "near/near.go#Tare": ["certain uses/u.go: both 9"],
  "go-beam/x.go#Lift": ["certain uses/u.go: both 10"],
});

testCallers("of Go follows the types of receivers", {
  "go.mod": "module m\n",
  "queue/queue.go":
    "package queue\n\ntype Queue struct {\n\tnext *Queue\n\tall []*Queue\n\tby map[string]Queue\n" +
    "\trun func() *Queue\n}\n\n" +
    "func (q *Queue) Add(n int) *Queue { return q }\n\n" +
    "func New() (*Queue, error) { return &Queue{}, nil }\n\n" +
    "func Two() (int, *Queue) { return 1, nil }\n\n" +
    "type List []*Queue\n\ntype Maker func() *Queue\n\n" +
    "type Other struct{}\n\nfunc (Other) Add() {}\n",
  "use/use.go": `package use

import "m/queue"

func parameter(q *queue.Queue) { q.Add(1) }
func literal() { q := &queue.Queue{}; q.Add(1) }
func first() { q, err := queue.New(); q.Add(1); _ = err }
func second() { _, q := queue.Two(); q.Add(1) }
func chained(q queue.Queue) { q.Add(1).Add(2) }
func ranged(all []*queue.Queue) { for _, q := range all { q.Add(1) } }
func named(all queue.List) { for _, q := range all { q.Add(1) } }
func fields(q *queue.Queue) { q.next.by["a"].Add(1); q.all[0].Add(2) }
func channel(in chan *queue.Queue) { for q := range in { q.Add(1) }; (<-in).Add(2) }
func keys(by map[*queue.Queue]bool) { for q := range by { q.Add(1) } }
func made() { q := new(queue.Queue); q.Add(1) }
func function(make queue.Maker, q queue.Queue) { make().Add(1); q.run().Add(2) }
func asserted(x any) { x.(*queue.Queue).Add(1) }
func switched(x any) { switch q := x.(type) { case *queue.Queue: q.Add(1); case queue.Other: q.Add() } }
func checked(x any) { if q, ok := x.(*queue.Queue); ok { q.Add(1) } }
func variadic(all ...queue.Queue) { for _, q := range all { q.Add(1) } }
func value(q queue.Queue) { add := q.Add; add(1); (*queue.Queue).Add(&q, 1) }
func shadowed(q queue.Other) { { q := q; q.Add() } }
func other() { q := queue.Other{}; q.Add() }
func closure() { get := func() *queue.Queue { return nil }; get().Add(1) }
func unlike(x any) { x.Add(1) }

var global = queue.Queue{}

func useGlobal() { global.Add(1) }
`,
}, {
  "queue/queue.go#Queue.Add": [
    ...["parameter 5", "literal 6", "first 7", "second 8", "chained 9", "ranged 10", "named 11"],
    ...["fields 12", "channel 13", "keys 14", "made 15", "function 16", "asserted 17"],
    ...["switched 18", "checked 19", "variadic 20", "value 21", "closure 24", "useGlobal 29"],
  ].map((one) => `certain use/use.go: ${one}`),
});

testCallers("of Go finds promoted members, and methods through interfaces that types satisfy", {
  "go.mod": "module m\n",
  "a/a.go":
    "package a\n\ntype Base struct{ Size int }\n\nfunc (b *Base) Run() {}\n\nfunc (b *Base) Stop() {}\n",
  "b/b.go": 'package b\n\nimport "m/a"\n\ntype Outer struct {\n\t*a.Base\n\tname string\n}\n\n' +
    "type Runner interface {\n\tRun()\n\tStop()\n}\n\ntype Flyer interface {\n\tRun()\n\tFly()\n}\n\n" +
    "func promoted(o Outer) { o.Run() }\n\nfunc explicit(o *Outer) { o.Base.Run() }\n\n" +
    "func through(r Runner) { r.Run() }\n\nfunc not(f Flyer) { f.Run() }\n\n" +
    "func size(o Outer) int { return o.Size }\n\nfunc made() Outer { return Outer{Base: &a.Base{Size: 1}} }\n\n" +
    "func bound[T Runner](t T) { t.Run() }\n",
}, {
  "a/a.go#Base.Run": [
    "certain b/b.go: promoted 20",
    "certain b/b.go: explicit 22",
    "likely b/b.go: through 24",
    "likely b/b.go: bound 32",
  ],
  "a/a.go#Base": [
    "certain b/b.go: made 30",
    "certain a/a.go: Base.Run 5",
    "certain a/a.go: Base.Stop 7",
    "certain b/b.go: Outer 6",
    "certain b/b.go: explicit 22",
  ],
});

testCallers("of Go treats variants of a definition for other builds as one", {
  "go.mod": "module m\n",
  "open_linux.go": "package m\n\nfunc open() int { return 1 }\n",
  "open_windows.go": "package m\n\nfunc open() int { return 2 }\n",
  "use.go": "package m\n\nfunc use() { open() }\n",
}, {
  "open_linux.go#open": ["certain use.go: use 3"],
  "open_windows.go#open": ["certain use.go: use 3"],
});

testCallers("of Go reads generic types and functions, constants and scopes", {
  "go.mod": "module m\n",
  "x/x.go": "package x\n\ntype Table struct{}\n",
  "m.go": `package m

type Kind int

const (
	Small Kind = iota
	Large
)

func (k Kind) Name() string { return "" }

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Pop() T { var none T; return none }

func Map[T, U any](all []T, each func(T) U) []U { return nil }

func Make[T any]() *Stack[T] { return &Stack[T]{} }

func useConstant() { Large.Name() }
func useGeneric() { s := Make[int](); s.Pop() }
func useLiteral() { s := Stack[Kind]{}; s.Pop() }
func useMap() { Map[int, string](nil, nil); Map([]int{}, nil) }
func before() { Name := 1; _ = Name; Kind(2).Name() }

type options struct{ depth int }

func literals() { _ = []options{{depth: 1}}; _ = options{depth: 2} }
var Table = map[int]int{}

func useTable(options options) { _ = Table[options.depth] }
func label() { Pop: for { break Pop } }
`,
}, {
  "m.go#Kind.Name": ["certain m.go: useConstant 20", "certain m.go: before 24"],
  "m.go#Stack.Pop": ["certain m.go: useGeneric 21", "certain m.go: useLiteral 22"],
  "m.go#Table": ["certain m.go: useTable 31"],
  "m.go#options": ["certain m.go: literals 28", "certain m.go: useTable 31"],
  "m.go#Make": ["certain m.go: useGeneric 21"],
  "m.go#Map": ["certain m.go: useMap 23"],
});
