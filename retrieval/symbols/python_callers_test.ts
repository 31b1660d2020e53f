import { testCallers } from "../../tests/symbol_answers.ts";

testCallers("of Python follows imports of modules, submodules and names", {
  "app/__init__.py": "",
  "app/core/__init__.py": "from .main import weigh\nfrom .main import weigh as gauge\n",
  "app/core/main.py": "def weigh(n):\n    return n\n",
  "app/dotted.py": "import app.core.main\n\ndef dotted():\n    return app.core.main.weigh(1)\n",
  "app/alias.py": "import app.core.main as m\n\ndef alias():\n    return m.weigh(1)\n",
  "app/near.py": "from .core import main\n\ndef near():\n    return main.weigh(1)\n",
  "app/package.py": "from app import core\n\ndef package():\n    return core.weigh(1)\n",
  "app/again.py": "from app.core import gauge\n\ndef again():\n    return gauge(1)\n",
  "app/late.py":
    "def late():\n    from .core.main import weigh\n    return weigh(1)\n\ndef lost():\n    return weigh(2)\n",
  "app/star.py": "from .core.main import *\n\ndef star():\n    return weigh(1)\n",
  "app/shadow.py": "from .core import weigh\n\ndef shadow(weigh):\n    return weigh(1)\n",
  "run.py": "if True:\n    from app.core.main import weigh as w\n\nprint(w(3))\n",
  "other.py": "from scales import weigh\n\ndef foreign():\n    return weigh(1)\n",
}, {
  "app/core/main.py#weigh": [
    "certain app/again.py: again 4",
    "certain app/alias.py: alias 4",
    "certain app/dotted.py: dotted 4",
    "certain app/late.py: late 3",
    "certain app/near.py: near 4",
    "certain app/package.py: package 4",
    "certain app/star.py: star 4",
    "certain run.py: - 4",
  ],
});

testCallers("of Python follows source folders, tests and packages without __init__.py", {
  "pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["code"]\n',
  "src/acme/__init__.py": "",
  "src/acme/net.py": "def connect(): ...\n",
  "code/far/deep/tool.py": "def pull(): ...\n",
  "tests/test_net.py":
    "from acme import net\nfrom acme.net import connect\nfrom far.deep import tool\nimport json\n" +
    "def test_net():\n    net.connect()\n    connect()\n    tool.pull()\n    json.loads()\n",
  "json.py": "def loads(): ...\n",
}, {
  "src/acme/net.py#connect": ["certain tests/test_net.py: test_net 6, 7"],
  "code/far/deep/tool.py#pull": ["certain tests/test_net.py: test_net 8"],
  "json.py#loads": [],
});

testCallers("of Python follows the types of receivers", {
  "queue_.py":
    "class Queue:\n    def add(self, n):\n        return self\n    @classmethod\n    def make(cls):\n        return cls()\n" +
    "    def __enter__(self):\n        return self\nclass Other:\n    def add(self): ...\n",
  "typed.py":
    "from __future__ import annotations\nfrom typing import Optional, TYPE_CHECKING, cast\nfrom queue_ import Other, Queue\n" +
    "def by_parameter(q: Queue): q.add(1)\n" +
    "def by_other(q: Other): q.add()\n" +
    'def by_string(q: "Queue | None"): q.add(1)\n' +
    "def by_optional(q: Optional[Queue] = None): q.add(1)\n" +
    "def by_value():\n    q = Queue()\n    q.add(1)\n" +
    "def by_result(): Queue.make().add(1).add(2)\n" +
    "def by_list(many: list[Queue]):\n    for one in many: one.add(1)\n    [it.add(2) for i, it in enumerate(many)]\n    many[0].add(3)\n" +
    "def by_map(many: dict[str, Queue]):\n    for key, one in many.items(): one.add(1)\n    many['a'].add(2)\n" +
    "def by_with():\n    with Queue() as q: q.add(1)\n" +
    "def by_cast(x): cast('Queue', x).add(1)\n" +
    "def by_either(x=None):\n    q = x or Queue()\n    q.add(1)\n" +
    "def unknown(x, queue):\n    x.add(1)\n    queue.add(1)\n" +
    "def by_text(x: str): x.add(1)\n" +
    "def by_set():\n    s = set()\n    s.add(1)\n",
}, {
  "queue_.py#Queue.add": [
    "certain typed.py: by_parameter 4",
    "certain typed.py: by_string 6",
    "certain typed.py: by_optional 7",
    "certain typed.py: by_value 10",
    "certain typed.py: by_result 11",
    "certain typed.py: by_list 13, 14, 15",
    "certain typed.py: by_map 17, 18",
    "certain typed.py: by_with 20",
    "certain typed.py: by_cast 21",
    "certain typed.py: by_either 24",
    "likely typed.py: unknown 27",
    "name only typed.py: unknown 26",
  ],
});

testCallers("of Python resolves fields, properties and enumerations", {
  "tool.py": "class Tool:\n    def run(self): ...\n",
  "kind.py": "from enum import Enum\nclass Kind(Enum):\n    ONE = 1\n    def label(self): ...\n",
  "use.py": "from dataclasses import dataclass\nfrom tool import Tool\nfrom kind import Kind\n" +
    "@dataclass\nclass Data:\n    tool: Tool\n" +
    "class Holder:\n    def __init__(self, given: Tool):\n        self.late = None\n        self.own = Tool()\n        self.given = given\n" +
    "    def start(self):\n        self.late = Tool()\n" +
    "    @property\n    def made(self) -> Tool:\n        return self.own\n" +
    "    def go(self):\n        self.own.run()\n        self.given.run()\n        self.late.run()\n        self.made.run()\n" +
    "        def inner():\n            self.own.run()\n" +
    "def by_data(data: Data): data.tool.run()\n" +
    "def by_holder(h: Holder): h.made.run()\n" +
    "def by_kind(): Kind.ONE.label()\n",
}, {
  "tool.py#Tool.run": [
    "certain use.py: Holder.go 18, 19, 20, 21",
    "certain use.py: Holder.go.inner 23",
    "certain use.py: by_data 24",
    "certain use.py: by_holder 25",
  ],
  "kind.py#Kind.label": ["certain use.py: by_kind 26"],
  "use.py#Holder.made": ["certain use.py: Holder.go 21", "certain use.py: by_holder 25"],
});

testCallers("of Python resolves inherited, mixed-in and overridden members", {
  "base.py": "class Base:\n    def run(self): ...\n    def stop(self): self.hook()\n",
  "mixin.py": "class Mixin:\n    def log(self): self.run()\n    def ask(self): ...\n",
  "derived.py": "import base\nfrom mixin import Mixin\nclass Derived(Mixin, base.Base):\n" +
    "    def run(self): super().run()\n    def hook(self): self.log()\n    def ask(self): super(Derived, self).ask()\n",
  "use.py": "from base import Base\nfrom derived import Derived\n" +
    "def via_base(b: Base): b.run()\ndef via_derived(d: Derived):\n    d.run()\n    d.stop()\n",
}, {
  "base.py#Base.run": [
    "certain derived.py: Derived.run 4",
    "certain use.py: via_base 3",
    "name only mixin.py: Mixin.log 2",
  ],
  "derived.py#Derived.run": [
    "certain use.py: via_derived 5",
    "likely use.py: via_base 3",
    "name only mixin.py: Mixin.log 2",
  ],
  "derived.py#Derived.hook": ["likely base.py: Base.stop 3"],
  "mixin.py#Mixin.log": ["certain derived.py: Derived.hook 5"],
  "mixin.py#Mixin.ask": ["certain derived.py: Derived.ask 6"],
});

testCallers("of Python resolves fallbacks of imports, and the first alternative", {
  "fast.py": "def pack(): ...\n",
  "plain.py":
    "try:\n    from simplejson import dumps\nexcept ImportError:\n    def dumps(): ...\n" +
    "try:\n    from fast import pack\nexcept ImportError:\n    pack = None\ndef use(): pack()\n",
  "use.py": "from plain import dumps, pack\ndef run():\n    dumps()\n    pack()\n",
}, {
  "plain.py#dumps": ["certain use.py: run 3"],
  "fast.py#pack": ["certain plain.py: use 9", "certain use.py: run 4"],
});

testCallers("of Python distinguishes members of a class from names of the file", {
  "a.py":
    "def run(): ...\ndef helper(): ...\nclass A:\n    def run(self):\n        run()\n    def helper(self): ...\n    x = helper\n" +
    "    @helper\n    def y(self): return helper()\n",
}, {
  "a.py#run": ["certain a.py: A.run 5"],
  "a.py#helper": ["certain a.py: A.y 9"],
  "a.py#A.helper": ["certain a.py: A 7, 8"],
});

testCallers("of Python follows all alternatives of a type, and type checks", {
  "kinds.py":
    "from typing import Union\nclass A:\n    def one(self): ...\n    def both(self): ...\nclass B:\n    def two(self): ...\n    def both(self): ...\n" +
    'Either = Union[A, "B"]\n',
  "use.py":
    "from kinds import A, B, Either\ndef any_of(x: Either | None):\n    x.two()\n    x.both()\n" +
    "def checked(x, y):\n    if isinstance(x, B) and x.both(): ...\n    assert isinstance(y, A)\n    y.both()\n" +
    "def left(x):\n    if not isinstance(x, B):\n        return x.both()\n    x.both()\n",
}, {
  "kinds.py#B.two": ["certain use.py: any_of 3"],
  "kinds.py#B.both": [
    "certain use.py: checked 6",
    "certain use.py: left 12",
    "likely use.py: any_of 4",
    "name only use.py: left 11",
  ],
});

testCallers(
  "of Python follows generic functions, overloads, receivers that are returned, and tuples",
  {
    "make.py": "from typing import Any, Callable, Self, TypeVar, overload\nT = TypeVar('T')\n" +
      "@overload\ndef make(kind: type[T], *more) -> T: ...\n@overload\ndef make(kind: Callable[..., T]) -> T: ...\ndef make(kind: Any, *more) -> Any: ...\n" +
      "def first(many: list[T]) -> T: ...\ndef pair() -> tuple[str, 'Tool']: ...\n" +
      "class Base:\n    def chain(self) -> Self: ...\n    def again(self): return self\nclass Tool(Base):\n    def run(self): ...\n",
    "use.py":
      "from make import *\ndef by_class(): make(Tool, 1).run()\ndef by_list(tools: list[Tool]): first(tools).run()\n" +
      "def by_chain(): Tool().chain().again().run()\ndef by_pair():\n    name, tool = pair()\n    tool.run()\n    name.run()\n" +
      "def by_queue(q: dict[str, Tool]): q.get('a').run()\n",
  },
  {
    "make.py#Tool.run": [
      "certain use.py: by_class 2",
      "certain use.py: by_list 3",
      "certain use.py: by_chain 4",
      "certain use.py: by_pair 7",
      "certain use.py: by_queue 9",
    ],
  },
);

testCallers("of Python does not decide members of types and modules with __getattr__", {
  "proxy.py": "class Proxy:\n    def __getattr__(self, name): ...\nclass Plain: ...\n",
  "lazy.py": "def __getattr__(name): ...\n",
  "tool.py": "__all__ = ['polish']\nclass Tool:\n    def polish(self): ...\ndef polish(): ...\n",
  "use.py":
    "import lazy\nfrom proxy import Plain, Proxy\n__all__ = ['by_proxy']\ndef by_proxy(p: Proxy): p.polish()\n" +
    "def by_plain(p: Plain): p.polish()\ndef by_module(): lazy.polish()\n",
}, {
  "tool.py#Tool.polish": ["likely use.py: by_proxy 4", "likely use.py: by_module 6"],
  "use.py#by_proxy": [],
});

testCallers("of Python stops at names that refer to themselves", {
  "a.py":
    "class A:\n    def run(self): ...\ndef loop(x, run):\n    x = y\n    y = x\n    x().run()\n    return loop(x, run)\n",
}, { "a.py#A.run": ["name only a.py: loop 6"] });

testCallers("of Python finds overridden methods through aliases of a base", {
  "base.py":
    "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Base(Generic[T]):\n    def go(self): self.hook()\n    def hook(self): ...\n",
  "derived.py":
    "from base import Base\nOther = Base\nTyped = Base[int]\nclass One(Other):\n    def hook(self): ...\n" +
    "class Two(Typed):\n    def hook(self): ...\nclass Three(Base[str]):\n    def hook(self): ...\n",
}, {
  "derived.py#One.hook": ["likely base.py: Base.go 4"],
  "derived.py#Two.hook": ["likely base.py: Base.go 4"],
  "derived.py#Three.hook": ["likely base.py: Base.go 4"],
});

testCallers("of Python treats a call of a class as one of its constructor", {
  "a.py":
    "class A:\n    def __init__(self): ...\nclass B(A): ...\nclass C(A):\n    def __init__(self):\n        super().__init__()\n" +
    "def use(x):\n    A()\n    B()\n    C()\n    isinstance(x, A)\n",
}, {
  "a.py#A.__init__": ["certain a.py: C.__init__ 6", "certain a.py: use 8"],
  "a.py#C.__init__": ["certain a.py: use 10"],
});

testCallers("of Python distinguishes modules of a package from re-exported names", {
  "pkg/__init__.py": "from ._far import *\nfrom ._client import *\n",
  "pkg/_far/__init__.py": "from .default import far\n",
  "pkg/_far/default.py": "def far(): ...\n",
  "pkg/_client.py": "class Client:\n    def send(self): ...\n",
  "encode.py": "def default(o): ...\ndef far(): ...\n",
  "use.py":
    "import encode\nimport pkg\ndef use():\n    pkg.Client().send()\n    pkg.far()\n    encode.far()\n",
}, {
  "pkg/_client.py#Client.send": ["certain use.py: use 4"],
  "pkg/_far/default.py#far": ["certain use.py: use 5"],
  "encode.py#far": ["certain use.py: use 6"],
  "encode.py#default": [],
});
