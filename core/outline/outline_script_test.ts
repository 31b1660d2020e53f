import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds the definitions of Python", () => {
  const text = `"""Module doc."""
from __future__ import annotations

MAX_SIZE: int = 10
logger = logging.getLogger(__name__)
VALUES = {
    "def fake(): pass": 1,
}


@dataclass(
    frozen=True,
)
class Pool(Base, metaclass=Meta):
    """A pool
    of things.
    """

    size: int = 3

    @property
    def open(self, *, path: str = "):") -> dict[str, int]:
        # not a doc
        return {
            "a": 1,
        }

    async def close(self):
        def inner():
            pass

        return inner

    class Nested:
        pass


# Makes one.
def make(a,
         b):
    text = """
def not_a_function():
    pass
"""
    return text


def one(): return 1
type Alias = int
`;
  assert.deepEqual(outline(text, "python"), [
    "4-4 constant MAX_SIZE",
    "5-5 variable logger",
    "6-8 constant VALUES",
    "14-35 class Pool",
    "22-26 method Pool.open",
    "28-32 method Pool.close",
    "29-30 function Pool.close.inner",
    "34-35 class Pool.Nested",
    "39-45 function make",
    "48-48 function one",
    "49-49 type Alias",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Ruby", () => {
  const text = `# frozen_string_literal: true
require "x"

module Web
  VERSION = "1.0"

  # Serves.
  class Server < Base::Thing
    attr_reader :port

    def initialize(port)
      @port = port
      text = <<~SQL
        def not_real
        end
      SQL
    end

    def self.start(*args, &block) = new(*args)

    def ready?; true; end

    private def secret=(value)
      @secret = value
    end

    def <=>(other)
      if other
        1
      end
    end

    class << self
      def build
      end
    end
  end
end
class Empty < StandardError; end
=begin
def commented
end
=end
`;
  assert.deepEqual(outline(text, "ruby"), [
    "4-38 module Web",
    "5-5 constant Web.VERSION",
    "8-37 class Web.Server",
    "11-17 method Web.Server.initialize",
    "19-19 method Web.Server.start",
    "21-21 method Web.Server.ready?",
    "23-25 method Web.Server.secret=",
    "27-31 method Web.Server.<=>",
    "34-35 method Web.Server.build",
    "39-39 class Empty",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Lua", () => {
  const text = `--- Module doc.
local M = {}
local VERSION = "1"

-- Opens a thing.
function M.open(path)
  if path then
    return function() end
  end
end

function M:close()
end

M.parse = function(text)
  return text
end

local function helper(a) return a end

local render = function()
end
--[[
function commented()
end
]]
return M
`;
  assert.deepEqual(outline(text, "lua"), [
    "2-2 constant M",
    "3-3 constant VERSION",
    "6-10 method M.open",
    "12-13 method M.close",
    "15-17 method M.parse",
    "19-19 function helper",
    "21-22 function render",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Elixir", () => {
  const text = `defmodule App.Server do
  @moduledoc """
  Serves requests.

      def fake do
      end
  """

  use GenServer
  defstruct [:port]

  @type state :: map()

  @doc """
  Starts it.
  """
  @spec start(integer()) :: :ok
  def start(port) when is_integer(port) do
    case port do
      1 -> :ok
    end
  end

  def stop(), do: :ok

  @doc false
  defp secret(%{a: a} = state) do
    a
  end

  @impl true
  def handle_call(:x, _from, state), do: {:reply, 1, state}

  defmacro debug(expr) do
    quote do: unquote(expr)
  end

  defmodule Inner do
    def ready?, do: true
  end
end

defprotocol Size do
  def size(data)
end

defimpl Size, for: List do
  def size(list), do: length(list)
end
`;
  assert.deepEqual(outline(text, "elixir"), [
    "1-41 module App.Server",
    "12-12 type App.Server.state",
    "18-22 function App.Server.start",
    "24-24 function App.Server.stop",
    "27-29 function App.Server.secret",
    "32-32 function App.Server.handle_call",
    "34-36 macro App.Server.debug",
    "38-40 module App.Server.Inner",
    "39-39 function App.Server.Inner.ready?",
    "43-45 interface Size",
    "44-44 method Size.size",
    "47-49 class Size",
    "48-48 method Size.size",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Bash", () => {
  const text = `#!/usr/bin/env bash
# Says hello.
greet() {
  local name=$1
  cat <<TEXT
fake() {
}
TEXT
  if true; then echo "{"; fi
}

function build::all {
  echo "\${x}"
}
function with_parens ()
{
  (cd a && ls)
}
short() { echo 1; }
readonly MAX=10
VERSION="1.0"
sub() (
  echo subshell
)
`;
  assert.deepEqual(outline(text, "bash"), [
    "3-10 function greet",
    "12-14 function build::all",
    "15-18 function with_parens",
    "19-19 function short",
    "20-20 constant MAX",
    "21-21 constant VERSION",
    "22-24 function sub",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Perl", () => {
  const text = `package App::Server;
use strict;

# Starts.
sub new {
    my ($class) = @_;
    return bless {}, $class;
}

sub one { 1 }

=head1 NAME

sub fake {

=cut

sub last_one
{
    return 1;
}
1;
`;
  assert.deepEqual(outline(text, "perl"), [
    "1-1 module App::Server",
    "5-8 function new",
    "10-10 function one",
    "18-21 function last_one",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of R", () => {
  const text = `#' Adds.
#' @param x a number
add <- function(x,
                y = 2) {
  x + y
}
square = function(x) x^2
limit <- 10
Person <- R6Class("Person",
  public = list(
    greet = function() {
    }
  )
)
`;
  assert.deepEqual(outline(text, "r"), [
    "3-6 function add",
    "7-7 function square",
    "8-8 variable limit",
    "9-14 class Person",
    "11-12 method Person.greet",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Julia", () => {
  const text = `module Shapes
"""
    area(s)

The area.
"""
function area(s::Square)
    for i in 1:2
    end
    return s.x
end
abstract type Shape end
mutable struct Square <: Shape
    x::Float64
end
Base.show(io::IO, s::Square) = print(io, s)
double(x) = 2x
macro debug(ex)
    ex
end
const LIMIT = 10
end
`;
  assert.deepEqual(outline(text, "julia"), [
    "1-1 module Shapes",
    "7-11 function area",
    "12-12 type Shape",
    "13-15 struct Square",
    "16-16 function show",
    "17-17 function double",
    "18-20 macro debug",
    "21-21 constant LIMIT",
  ]);
});

Deno.test("outlineSymbols() finds the methods after a Ruby append or singleton class", () => {
  const text = `class Base
  class << self
    IGNORED = [
      %r{a/b\\.rb$},
    ].freeze

    def reset!
      @routes = {}
    end

    def set(option, value = (not_set = true))
      list << value
      value
      self
    end
  end

  def call(env)
  end
end

module ::Kernel
  def mine
  end
end

class ::Rack::Request
end
`;
  assert.deepEqual(outline(text, "ruby"), [
    "1-20 class Base",
    "3-5 constant Base.IGNORED",
    "7-9 method Base.reset!",
    "11-15 method Base.set",
    "18-19 method Base.call",
    "22-25 module Kernel",
    "23-24 method Kernel.mine",
    "27-28 class Request",
  ]);
});
