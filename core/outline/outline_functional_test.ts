import assert from "node:assert/strict";
import { outlineSymbols } from "./outline_symbols.ts";

/** Returns the definitions of a text as `first-last kind container.name`. */
function outline(text: string, language: string): string[] {
  return outlineSymbols(text, language).map(({ startLine, endLine, kind, container, name }) =>
    `${startLine}-${endLine} ${kind} ${container === undefined ? "" : `${container}.`}${name}`
  );
}

Deno.test("outlineSymbols() finds the definitions of Haskell", () => {
  const text = `{-# LANGUAGE GADTs #-}
-- | Module doc.
module Data.Tree (Tree(..), size) where

import Data.List

-- | A tree.
data Tree a
  = Leaf
  | Node a (Tree a)
  deriving (Show)

newtype Wrapper a = Wrapper { unwrap :: a }

type Forest a = [Tree a]

class Monad m => MonadLog m where
  -- | Logs.
  logMessage :: String -> m ()
  default_ :: m ()

instance Show a => Show (Wrapper a) where
  show (Wrapper a) = show a

-- | The size.
size :: Tree a
     -> Int
size Leaf = 0
size (Node _ t) =
  1 + go t
  where
    go :: Tree a -> Int
    go = size

(<+>) :: Int -> Int -> Int
a <+> b = a + b

noSignature x y
  | x = y
noSignature2 x = x
main = print 1
{- def
fake :: Int
-}
`;
  assert.deepEqual(outline(text, "haskell"), [
    "8-11 type Tree",
    "13-13 type Wrapper",
    "15-15 type Forest",
    "17-20 interface MonadLog",
    "19-19 method MonadLog.logMessage",
    "20-20 method MonadLog.default_",
    "26-33 function size",
    "35-35 function <+>",
    "38-39 function noSignature",
    "40-40 function noSignature2",
    "41-41 function main",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of OCaml", () => {
  const text = `(** A tree. *)
type 'a tree =
  | Leaf
  | Node of 'a tree

module Map = struct
  let empty = []
  let rec find key = function
    | [] -> None
    | _ -> Some key
end

(* Adds. *)
let add a b =
  let c = a in
  c + b

let rec even n = n = 0
and odd n = n = 1
val area : int -> int
exception Broken of string
`;
  assert.deepEqual(outline(text, "ocaml"), [
    "2-4 type tree",
    "6-10 module Map",
    "7-7 function Map.empty",
    "8-10 function Map.find",
    "14-16 function add",
    "18-18 function even",
    "19-19 function odd",
    "20-20 function area",
    "21-21 type Broken",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Erlang", () => {
  const text = `-module(cache).
-export([start/1]).
-record(state, {a, b}).
-define(LIMIT, 10).
-type key() :: atom().

%% @doc Starts it.
-spec start(integer()) -> ok.
start(0) ->
    ok;
start(N) when N > 0 ->
    start(N - 1).

stop() -> ok.
`;
  assert.deepEqual(outline(text, "erlang"), [
    "3-3 struct state",
    "4-4 macro LIMIT",
    "5-5 type key",
    "9-12 function start",
    "14-14 function stop",
  ]);
});

Deno.test("outlineSymbols() finds the definitions of Clojure", () => {
  const text = `(ns app.core
  (:require [x.y :as z]))

;; The limit.
(def limit 10)
(defn- add
  "Adds."
  [a b]
  (+ a b))
(defn ^:private ^{:doc "x"} other [x] x)
(defmacro unless [x] \`(not ~x))
(defrecord Point [x y])
(defmulti area :shape)
(defmethod area :square [s] 1)
`;
  assert.deepEqual(outline(text, "clojure"), [
    "1-2 module app.core",
    "5-5 variable limit",
    "6-9 function add",
    "10-10 function other",
    "11-11 macro unless",
    "12-12 class Point",
    "13-13 function area",
    "14-14 function area",
  ]);
});

Deno.test("outlineSymbols() separates functions of Erlang with the same name and different numbers of parameters", () => {
  const text = `count(List) ->
    count(List, 0).

count([], Sum) -> Sum;
%% More.
count([_ | Rest], Sum) ->
    count(Rest, Sum + 1). % done
count(A, B, C) when A > 1 ->
    "a.b";
count(_, _, _) -> ok.
`;
  assert.deepEqual(outline(text, "erlang"), [
    "1-2 function count",
    "4-7 function count",
    "8-10 function count",
  ]);
});
