import { testCallers } from "../../tests/symbol_answers.ts";

testCallers("of Rust follows crates, modules, re-exports and renamed imports", {
  "Cargo.toml": '[workspace]\nmembers = ["scale", "app"]\n',
  "scale/Cargo.toml": '[package]\nname = "my-scale"\n',
  "scale/src/lib.rs":
    'mod weigh;\npub mod deep;\n#[path = "odd_name.rs"]\npub mod odd;\npub use weigh::{weigh, weigh as measure};\n' +
    "pub use self::deep::*;\n",
  "scale/src/weigh.rs": "pub fn weigh() {}\n\nfn here() {\n    weigh();\n    self::weigh();\n}\n",
  "scale/src/odd_name.rs": "pub fn strange() {}\n",
  "scale/src/deep/mod.rs": "pub mod inner;\npub fn tare() {\n    super::weigh();\n}\n",
  "scale/src/deep/inner.rs":
    "use super::super::weigh::weigh as heavy;\npub fn lift() {\n    heavy();\n    super::tare();\n    crate::deep::tare();\n    crate::odd::strange();\n}\n",
  "app/Cargo.toml":
    '[package]\nname = "app"\n\n[dependencies]\nmine = { package = "my-scale", path = "../scale" }\nserde = "1"\n',
  "app/src/main.rs":
    "use mine::deep::inner::{self, lift};\nuse mine::measure;\nuse serde::weigh;\n\nfn main() {\n    lift();\n    inner::lift();\n    measure();\n    mine::tare();\n    weigh();\n}\n",
  "app/tests/it.rs": "use mine::*;\n\n#[test]\nfn works() {\n    assert_eq!(weigh(), tare());\n}\n",
  "other/Cargo.toml": '[package]\nname = "other"\n',
  "other/src/lib.rs": "pub fn weigh() {}\npub fn own() {\n    weigh();\n}\n",
}, {
  "scale/src/weigh.rs#weigh": [
    "certain app/src/main.rs: main 8",
    "certain scale/src/deep/inner.rs: lift 3",
    "certain scale/src/deep/mod.rs: tare 3",
    "certain scale/src/weigh.rs: here 4, 5",
    "certain app/tests/it.rs: works 5",
  ],
  "scale/src/deep/mod.rs#tare": [
    "certain app/src/main.rs: main 9",
    "certain scale/src/deep/inner.rs: lift 4, 5",
    "certain app/tests/it.rs: works 5",
  ],
  "scale/src/deep/inner.rs#lift": ["certain app/src/main.rs: main 6, 7"],
  "scale/src/odd_name.rs#strange": ["certain scale/src/deep/inner.rs: lift 6"],
  "other/src/lib.rs#weigh": ["certain other/src/lib.rs: own 3"],
});

testCallers("of Rust follows the types of receivers", {
  "Cargo.toml": '[package]\nname = "q"\n',
  "src/lib.rs": "pub mod queue;\nmod more;\nmod uses;\n",
  "src/queue.rs":
    "use std::sync::{Arc, Mutex};\n\npub struct Queue {\n    pub next: Option<Box<Queue>>,\n" +
    "    pub all: Vec<Queue>,\n    pub shared: Arc<Mutex<Queue>>,\n    pub add: u32,\n}\n\nimpl Queue {\n" +
    "    pub fn new() -> Self {\n        Self { next: None, all: vec![], shared: make(), add: 1 }\n    }\n" +
    "    pub fn open(path: &str) -> Result<Self, Error> {\n        Ok(Self::new())\n    }\n" +
    "    pub fn add(&self, n: u32) -> &Self {\n        self\n    }\n    fn inside(&self) {\n        self.add(1);\n    }\n}\n\n" +
    "pub struct Other;\n\nimpl Other {\n    pub fn add(&self, n: u32) {}\n}\n\npub struct Wrapped(pub Queue, u32);\n\n" +
    "pub enum Kind {\n    Full(Queue),\n    Named { queue: Queue },\n    Empty,\n}\n",
  "src/more.rs":
    "use crate::queue::Queue;\n\nimpl Queue {\n    pub fn twice(&self) {\n        self.add(1).add(2);\n    }\n}\n",
  "src/uses.rs": `use crate::queue::{Kind, Other, Queue, Wrapped};

fn parameter(q: &mut Queue) { q.add(1); }
fn made() { let q = Queue::new(); q.add(1); }
fn tried() -> Result<(), Error> { Queue::open("a")?.add(1); Ok(()) }
fn unwrapped() { let q = Queue::open("a").unwrap(); q.add(1); }
fn optional(q: Queue) { if let Some(n) = q.next { n.add(1); } }
fn listed(q: Queue) { for one in &q.all { one.add(1); } q.all[0].add(2); q.all.iter().for_each(|one| { one.add(3); }); }
fn locked(q: Queue) { q.shared.lock().unwrap().add(1); }
fn wrapped(w: Wrapped) { w.0.add(1); let Wrapped(q, _) = w; q.add(2); }
fn literal() { let q = Queue { next: None }; q.add(1); }
fn destructured(k: Kind) { match k { Kind::Named { queue } => { queue.add(1); } _ => {} } }
fn tuple(pair: (Other, Queue)) { let (o, q) = pair; q.add(1); o.add(2); }
fn counted(all: Vec<Queue>) { for (i, q) in all.iter().enumerate() { q.add(i); } }
fn shadowed(q: Other) { q.add(1); let q = Queue::new(); q.add(2); }
fn path(q: Queue) { Queue::add(&q, 1); <Queue>::add(&q, 2); let add = Queue::add; }
fn closure() { let get = || Queue::new(); get().add(1); let set = |q: Queue| q.add(2); }
fn given(get: impl Fn() -> Queue) { get().add(1); }
fn macros(q: Queue) { assert!(q.add(1).next.is_none()); println!("{}", Queue::new().add(2)); }
fn boxed() { let q = Box::new(Queue::new()); q.add(1); q.clone().add(2); }
fn field(q: Queue) { let n = q.add; q.twice(); }
fn other(o: Other) { o.add(1); "text".add(1); }
fn matched(k: u8) { let q = match k { 0 => return, 1 => Queue::new(), _ => panic!() }; q.add(1); }
fn chosen(k: bool) { let q = if k { Queue::new() } else { panic!() }; q.add(1); }
fn unknown(x: impl Thing) { x.map(|y| y.add(1)); }
`,
}, {
  "src/more.rs#Queue.twice": ["certain src/uses.rs: field 21"],
  "src/queue.rs#Queue.add": [
    "certain src/more.rs: Queue.twice 5",
    "certain src/queue.rs: Queue.inside 21",
    ...[
      "parameter 3",
      "made 4",
      "tried 5",
      "unwrapped 6",
      "optional 7",
      "listed 8",
      "locked 9",
      "wrapped 10",
    ]
      .map((one) => `certain src/uses.rs: ${one}`),
    ...[
      "literal 11",
      "destructured 12",
      "tuple 13",
      "counted 14",
      "shadowed 15",
      "path 16",
      "closure 17",
      "given 18",
    ]
      .map((one) => `certain src/uses.rs: ${one}`),
    ...["macros 19", "boxed 20"].map((one) => `certain src/uses.rs: ${one}`),
    "certain src/uses.rs: matched 23",
    "certain src/uses.rs: chosen 24",
    "name only src/uses.rs: unknown 25",
  ],
});

testCallers(
  "finds members of traits: of types, of bounds, by default, and of types of other projects",
  {
    "Cargo.toml": '[package]\nname = "t"\n',
    "src/lib.rs":
      "mod uses;\npub mod types;\n\npub trait Named {\n    fn name(&self) -> String;\n" +
      "    fn shout(&self) -> String {\n        self.name()\n    }\n}\n\n" +
      "pub trait Ext {\n    fn extra(&self) {}\n}\n\nimpl Ext for str {}\n\nimpl<T: Named> Ext for T {}\n",
    "src/types.rs": "use crate::Named;\n\npub struct Dog;\npub struct Cat;\n\n" +
      "impl Named for Dog {\n    fn name(&self) -> String {\n        String::new()\n    }\n}\n\n" +
      "impl Named for Cat {\n    fn name(&self) -> String {\n        String::new()\n    }\n}\n\n" +
      "impl From<u8> for Dog {\n    fn from(n: u8) -> Self {\n        Dog\n    }\n}\n",
    "src/uses.rs": `use crate::types::{Cat, Dog};
use crate::{Ext, Named};

fn concrete(dog: Dog) { dog.name(); }
fn cat(cat: &Cat) { cat.name(); cat.shout(); }
fn bound<T: Named>(t: T) { t.name(); }
fn clause<T>(t: T) where T: Named + Clone { t.name(); }
fn dynamic(all: Vec<Box<dyn Named>>) { for one in all { one.name(); } }
fn implied(one: &impl Named) { one.shout(); }
fn path(dog: Dog) { Named::name(&dog); }
fn typed(dog: Dog) { <Dog as Named>::name(&dog); Dog::name(&dog); }
fn made() -> Dog { Dog::from(1) }
fn extended(dog: Dog) { dog.extra(); }
fn foreign() { "a".extra(); }
`,
  },
  {
    "src/lib.rs#Named.name": [
      "certain src/lib.rs: Named.shout 7",
      "certain src/uses.rs: bound 6",
      "certain src/uses.rs: clause 7",
      "certain src/uses.rs: dynamic 8",
      "certain src/uses.rs: path 10",
      "likely src/uses.rs: concrete 4",
      "likely src/uses.rs: cat 5",
      "likely src/uses.rs: typed 11",
    ],
    "src/types.rs#Dog.from": ["certain src/uses.rs: made 12"],
    "src/types.rs#Dog.name": [
      "certain src/uses.rs: concrete 4",
      "certain src/uses.rs: typed 11",
      "likely src/lib.rs: Named.shout 7",
      "likely src/uses.rs: bound 6",
      "likely src/uses.rs: clause 7",
      "likely src/uses.rs: dynamic 8",
      "likely src/uses.rs: path 10",
    ],
    "src/lib.rs#Named.shout": ["certain src/uses.rs: cat 5", "certain src/uses.rs: implied 9"],
    "src/lib.rs#Ext.extra": ["certain src/uses.rs: extended 13", "likely src/uses.rs: foreign 14"],
  },
);

testCallers("of Rust distinguishes variants, inner modules, macros and types of one name", {
  "Cargo.toml": '[package]\nname = "k"\n',
  "src/lib.rs":
    "mod a;\nmod b;\nmod uses;\n\n#[macro_export]\nmacro_rules! write {\n    ($x:expr) => {\n        $x\n    };\n}\n\npub fn write() {}\n",
  "src/a.rs": "pub struct Config;\n\nimpl Config {\n    pub fn load(&self) {}\n}\n\n" +
    "pub enum Kind {\n    Full(u8),\n    Empty,\n}\n\npub mod inner {\n    use super::Config;\n    pub fn deep(c: Config) {\n        c.load();\n    }\n    pub fn deeper() {\n        self::deep(Config);\n    }\n}\n",
  "src/b.rs":
    "pub struct Config;\n\nimpl Config {\n    pub fn load(&self) {}\n    pub fn own(&self) {\n        self.load();\n    }\n}\n",
  "src/uses.rs": `use crate::a::{self, inner, Kind};
use crate::a::Kind::*;

fn first(c: a::Config) { c.load(); }
fn second(c: crate::b::Config) { c.load(); }
fn nested() { inner::deep(a::Config); a::inner::deep(a::Config); }
fn variants(k: Kind) { match k { Kind::Empty => {} Full(n) => {} } Kind::Full(1); }
fn called() { crate::write(); }
fn expanded() { write!(1); }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::b::Config;

    fn inside(c: Config) {
        first(a::Config);
        c.load();
        vec![Empty, Kind::Empty];
    }
}
`,
}, {
  "src/a.rs#Config.load": ["certain src/a.rs: inner.deep 15", "certain src/uses.rs: first 4"],
  "src/b.rs#Config.load": [
    "certain src/b.rs: Config.own 6",
    "certain src/uses.rs: second 5",
    "certain src/uses.rs: tests.inside 18",
  ],
  "src/a.rs#inner.deep": ["certain src/a.rs: inner.deeper 18", "certain src/uses.rs: nested 6"],
  "src/lib.rs#write": ["certain src/uses.rs: expanded 9"],
  "src/uses.rs#first": ["certain src/uses.rs: tests.inside 17"],
});

testCallers("of Rust includes a call in the statement that declares a local of that name", {
  "Cargo.toml": '[package]\nname = "s"\n',
  "src/lib.rs":
    "pub fn sum() {}\n\nfn shadows() {\n    let sum = sum();\n    sum();\n}\n\nfn types() {\n    let sum: Option<u8> = sum();\n}\n",
}, { "src/lib.rs#sum": ["certain src/lib.rs: shadows 4", "certain src/lib.rs: types 9"] });
