import assert from "node:assert/strict";
import { listNames } from "../list_names.ts";

Deno.test("the rules of PHP read types, members and where types stand", async () => {
  const text = `<?php
namespace App\\Http;
use App\\Models\\{Post as Article, Tag};
#[Attribute(1)]
final class Page extends Base implements Able, \\Countable {
    use Shown, Cached { foo as protected bar; }
    const MAX = 3, MIN = self::MAX;
    /** @var User[] */
    private array $users = [];
    protected ?User $user = null;
    public static int $count = 0;
    public function __construct(private readonly User $owner, $plain = 3) { parent::__construct($owner); }
    /** @param User $x */
    public static function make($x, ...$rest): static { return new static($x); }
    abstract function run(int $a): self;
    /** @return list<Tag> */
    private function tags(): array { return $this->tags; }
}
trait Shown { private function foo() { return $this->bar(); } }
enum Suit: string implements HasLabel { case Hearts = 'H'; const D = self::Hearts; }
interface Able extends A { public function able(): void; }
const TOP = 1;
define('OLD', 2);`;
  assert.deepEqual(await listNames(text, "php"), [
    "4 Attribute: decorator",
    "5 Page: declares type in program",
    "5 Base: use",
    "5 Able: use",
    "5 Countable: use of \\",
    "6 Shown: use",
    "6 Cached: use",
    "6 foo: use of foo as protected bar",
    "6 bar: use of foo as protected bar",
    "7 MAX: declares value of Page = 3",
    "7 MIN: declares value of Page = self::MAX",
    "7 MAX: use of self",
    "9 users: declares value of Page : User[]",
    "10 User: use",
    "10 user: declares value of Page : ?User",
    "11 count: declares value of Page : int",
    "12 __construct: declares function of Page",
    "12 User: use",
    "12 $owner: declares value in method_declaration : User",
    "12 owner: declares value of Page : User",
    "12 $plain: declares value in method_declaration",
    "12 __construct: call of parent",
    "12 $owner: use",
    "14 make: declares function of Page = static",
    "14 $x: declares value in method_declaration : User",
    "14 $rest: declares value in method_declaration",
    "14 $x: use",
    "15 run: announces function of Page = self",
    "15 $a: declares value in method_declaration : int",
    "17 tags: declares function of Page : list<Tag>",
    "17 tags: use of $this",
    "19 Shown: declares type in program",
    "19 foo: declares function of Shown = $this->bar()",
    "19 bar: call of $this",
    "20 Suit: declares type in program",
    "20 HasLabel: use",
    "20 Hearts: declares value of Suit = Suit",
    "20 D: declares value of Suit = self::Hearts",
    "20 Hearts: use of self",
    "21 Able: declares type in program",
    "21 A: use",
    "21 able: announces function of Able : void",
    "22 TOP: declares value in program = 1",
    "23 define: call",
    "23 OLD: declares value in program",
  ]);
});

Deno.test("the rules of PHP read receivers, calls and what is called by its name in a string", async () => {
  const text = `<?php
function top(User $u = new User): ?User {
    $u->profile->save($this->users[0]);
    $x = new User(1);
    $x?->save();
    self::make($x)->run(self::MAX, Suit::Hearts);
    static::$count++;
    User::find(3)->each(fn(Post $p) => $p->title);
    foreach ($users as $key => $user) { $user->save(name: 1); }
    $f = function (Tag $t) use ($x): void { $t->go($x); };
    array_map([$this, 'mapOne'], $users); array_map('helper', $y); call_user_func([User::class, 'find']);
    $m = $x->run(...);
    \\App\\other(); Models\\helper(); \\strlen('x');
    try { throw new \\RuntimeException('x'); } catch (Foo | Bar $e) { $e->getMessage(); }
    [$a, $b] = pair();
    $class = User::class; $x->{$name}(); $x->$prop;
    return "hello {$x->name()}";
}`;
  assert.deepEqual(await listNames(text, "php"), [
    "2 top: declares function in program : ?User",
    "2 User: use",
    "2 $u: declares value in function_definition : User",
    "2 User: new",
    "2 User: use",
    "3 $u: use",
    "3 profile: use of $u",
    "3 save: call of $u->profile",
    "3 users: use of $this",
    "4 $x: declares value in function_definition = new User(1)",
    "4 User: new",
    "5 $x: use",
    "5 save: call of $x",
    "6 make: call of self",
    "6 $x: use",
    "6 run: call of self::make($x)",
    "6 MAX: use of self",
    "6 Suit: use",
    "6 Hearts: use of Suit",
    "7 count: use of static",
    "8 User: use",
    "8 find: call of User",
    "8 each: call of User::find(3)",
    "8 Post: use",
    "8 $p: declares value in arrow_function : Post",
    "8 $p: use",
    "8 title: use of $p",
    "9 $users: use",
    "9 $key: declares value in function_definition",
    "9 $user: declares value in function_definition each of $users",
    "9 $user: use",
    "9 save: call of $user",
    "10 $f: declares value in function_definition = function (Tag $t) use ($x): void { $t->go($x); }",
    "10 Tag: use",
    "10 $t: declares value in anonymous_function : Tag",
    "10 $x: use",
    "10 $t: use",
    "10 go: call of $t",
    "10 $x: use",
    "11 array_map: call",
    "11 mapOne: use of $this",
    "11 $users: use",
    "11 array_map: call",
    "11 helper: use",
    "11 $y: use",
    "11 call_user_func: call",
    "11 User: use",
    "11 find: use of User::class",
    "12 $m: declares value in function_definition = $x->run(...)",
    "12 $x: use",
    "12 run: call of $x",
    "13 App: use",
    "13 other: call of App",
    "13 Models: use",
    "13 helper: call of Models",
    "13 strlen: call of \\",
    "14 RuntimeException: new of \\",
    "14 Foo: use",
    "14 Bar: use",
    "14 $e: declares value in function_definition : Foo | Bar",
    "14 $e: use",
    "14 getMessage: call of $e",
    "15 $a: declares value in function_definition",
    "15 $b: declares value in function_definition",
    "15 pair: call",
    "16 $class: declares value in function_definition = User::class",
    "16 User: use",
    "16 $x: use",
    "16 $name: use",
    "16 $x: use",
    "16 $prop: use",
    "17 $x: use",
    "17 name: call of $x",
  ]);
});
