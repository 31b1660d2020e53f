import { testCallers } from "../../tests/symbol_answers.ts";

const MANIFEST = '{"autoload": {"psr-4": {"App\\\\": "src/"}, "files": ["src/helpers.php"]}}';
const QUEUE = "<?php\nnamespace App\\Jobs;\nclass Queue implements Store {\n" +
  "  /** @var Queue[] */\n  private array $parts = [];\n" +
  "  public function __construct(private ?Queue $next = null) {}\n" +
  "  public static function make(): static { return new static(); }\n" +
  "  public function add(int $n): self { return $this; }\n" +
  "  public function all() {\n    $this->next?->add(1);\n    foreach ($this->parts as $part) $part->add(2);\n  }\n}\n";

testCallers("of PHP follows namespaces, imports and their aliases", {
  "composer.json": MANIFEST,
  "src/helpers.php": "<?php\nfunction weigh($n) { return $n; }\n",
  "src/Tools/tools.php": "<?php\nnamespace App\\Tools;\nfunction weigh($n) { return 2; }\n" +
    "const LIMIT = 3;\nfunction own() { return weigh(1) + LIMIT; }\n",
  "src/A.php":
    "<?php\nnamespace App;\nuse function App\\Tools\\weigh as measure;\nuse App\\Tools;\n" +
    "function a() { return measure(1) + Tools\\weigh(2) + \\App\\Tools\\weigh(3); }\n" +
    "function b() { return weigh(4) + \\weigh(5); }\n" +
    "function c() { return array_map('weigh', [1]); }\n" +
    "function d($weigh) { return $weigh; }\n// weigh(6)\n",
  "src/Foreign.php":
    "<?php\nnamespace App;\nuse function Other\\weigh;\nfunction f() { return weigh(1); }\n",
}, {
  "src/helpers.php#weigh": ["certain src/A.php: b 6", "certain src/A.php: c 7"],
  "src/Tools/tools.php#weigh": ["certain src/A.php: a 5", "certain src/Tools/tools.php: own 5"],
});

testCallers("of PHP follows the types of receivers, declared or in doc comments", {
  "composer.json": MANIFEST,
  "src/Jobs/Store.php":
    "<?php\nnamespace App\\Jobs;\ninterface Store {\n  public function add(int $n): self;\n}\n",
  "src/Jobs/Queue.php": QUEUE,
  "src/Use.php": "<?php\nnamespace App;\nuse App\\Jobs\\{Queue, Store as Shop};\n" +
    "function byParameter(Queue $q) {\n  $q->add(1);\n}\n" +
    "function byChain() {\n  Queue::make()->add(1)->add(2);\n}\n" +
    "function byInterface(Shop $s) {\n  $s->add(1);\n}\n" +
    "/** @param Queue $q\n * @return list<Queue> */\nfunction byComment($q): array {\n  $q->add(1);\n}\n" +
    "function byList() {\n  foreach (byComment(1) as $one) $one->add(1);\n}\n" +
    "function byLast($x) {\n  $x = new Other();\n  $x->add(0);\n  $x = new Queue();\n  $x->add(1);\n}\n" +
    "function byName($q) {\n  array_map([new Queue(), 'add'], []);\n  return [$q, 'all'];\n}\n" +
    "function foreign(\\Other\\Queue $q) {\n  $q->add(1);\n}\n",
}, {
  "src/Jobs/Queue.php#Queue.add": [
    "certain src/Jobs/Queue.php: Queue.all 10, 11",
    "certain src/Use.php: byParameter 5",
    "certain src/Use.php: byChain 8",
    "certain src/Use.php: byComment 16",
    "certain src/Use.php: byList 19",
    "certain src/Use.php: byLast 25",
    "likely src/Use.php: byInterface 11",
  ],
});

testCallers("of PHP resolves parents, traits, enums and inherited constructors", {
  "composer.json": MANIFEST,
  "src/Base.php": "<?php\nnamespace App;\nabstract class Base {\n  use Shown;\n" +
    "  public function __construct(int $n) {}\n  protected function run() { $this->show(); }\n}\n",
  "src/Shown.php":
    "<?php\nnamespace App;\ntrait Shown {\n  private function show() { $this->run(); }\n}\n",
  "src/Page.php": "<?php\nnamespace App;\nfinal class Page extends Base {\n" +
    "  protected function run() { parent::run(); }\n" +
    "  static function make() { return [new Page(1), new self(2), Suit::Hearts->label()]; }\n}\n",
  "src/Suit.php":
    "<?php\nnamespace App;\nenum Suit {\n  case Hearts;\n  public function label() { return self::Hearts; }\n}\n",
}, {
  "src/Shown.php#Shown.show": ["certain src/Base.php: Base.run 6"],
  "src/Base.php#Base.run": [
    "certain src/Page.php: Page.run 4",
    "name only src/Shown.php: Shown.show 4",
  ],
  "src/Base.php#Base.__construct": ["certain src/Page.php: Page.make 5"],
  "src/Suit.php#Suit.label": ["certain src/Page.php: Page.make 5"],
});
