import { testCallers } from "../../tests/symbol_answers.ts";

testCallers("of Ruby follows modules that many files reopen, and paths of constants", {
  "lib/acme/queue.rb":
    "module Acme\n  class Queue\n    LIMIT = 3\n    def self.make(n)\n      new(n)\n    end\n    def push(x)\n      self\n    end\n  end\nend\n",
  "lib/acme/user.rb":
    "module Acme\n  class User\n    def initialize\n      @queue = Queue.new\n    end\n    def send_all\n      @queue.push(1).push(Queue::LIMIT)\n      Queue.make(1).push(2)\n    end\n  end\nend\n",
  "lib/other.rb":
    "module Other\n  class Queue\n    def push(x)\n    end\n  end\n  def self.go\n    Queue.new.push(1)\n  end\nend\n",
  "run.rb":
    "require 'acme'\nqueue = Acme::Queue.new\nqueue.push 1\ndef work(q)\n  q.push(1)\nend\n",
}, {
  "lib/acme/queue.rb#Acme.Queue.push": [
    "certain lib/acme/user.rb: Acme.User.send_all 7, 8",
    "certain run.rb: - 3",
    "name only run.rb: work 5",
  ],
  "lib/acme/queue.rb#Acme.Queue.make": ["certain lib/acme/user.rb: Acme.User.send_all 8"],
  "lib/acme/queue.rb#Acme.Queue": [
    "certain lib/acme/user.rb: Acme.User.initialize 4",
    "certain run.rb: - 2",
    "certain lib/acme/user.rb: Acme.User.send_all 7, 8",
  ],
  "lib/acme/queue.rb#LIMIT": ["certain lib/acme/user.rb: Acme.User.send_all 7"],
  "lib/other.rb#push": ["certain lib/other.rb: Other.go 7", "name only run.rb: work 5"],
});

testCallers(
  "of Ruby resolves calls without parentheses, mixins, superclasses, symbols and blocks",
  {
    "base.rb": "class Base\n  def check\n  end\n  def shared\n  end\nend\n",
    "mix.rb": "module Mix\n  def mixed\n    hook\n  end\nend\n",
    "part.rb": "class Part\n  attr_reader :name\n  def run\n  end\nend\n",
    "model.rb":
      "class Model < Base\n  include Mix\n  attr_accessor :part\n  before_action :check\n  define_method(:dyn) { 1 }\n" +
      "  def initialize\n    @part = Part.new\n  end\n  def go\n    shared\n    mixed\n    part.run\n    @part.name\n    send(:dyn)\n" +
      "    shared = 1\n    shared\n  end\n  def hook\n    helper\n  end\nend\n",
    "helper.rb": "def helper\nend\n",
    "top.rb":
      "list = [Part.new]\nlist.each { |part| part.run }\nlist.map(&:run)\nPart.new.then(&:run)\n",
    "model_again.rb": "class Model\n  def again\n    hook\n    shared\n  end\nend\n",
  },
  {
    "base.rb#check": ["certain model.rb: Model 4"],
    "base.rb#shared": ["certain model.rb: Model.go 10", "certain model_again.rb: Model.again 4"],
    "mix.rb#mixed": ["certain model.rb: Model.go 11"],
    "model.rb#hook": ["certain model_again.rb: Model.again 3", "likely mix.rb: Mix.mixed 3"],
    "helper.rb#helper": ["certain model.rb: Model.hook 19"],
  },
);

testCallers("of Ruby stops at functions that return each other", {
  "b.rb":
    "class B\n  attr_accessor :turn\n  def set\n    @turn = turn\n    turn.run.run\n  end\nend\n",
  "a.rb":
    "class A\n  def one\n    two\n  end\n  def two\n    one\n  end\n  def go\n    one.run\n    two.run\n  end\n  def run\n  end\nend\n",
}, { "a.rb#run": ["name only a.rb: A.go 9, 10", "name only b.rb: B.set 5"] });

testCallers("of Ruby treats new as the constructor", {
  "a.rb":
    "module M\n  class A\n    def initialize(x)\n    end\n  end\nend\nM::A.new(1)\nM::A.name\n",
}, { "a.rb#initialize": ["certain a.rb: - 7"] });
