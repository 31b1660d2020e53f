import assert from "node:assert/strict";
import { outlineSymbols } from "../outline/outline_symbols.ts";
import { detectLanguage } from "./language_table.ts";

/** Programs in languages without a profile, each with the names and lines of its declarations. */
const PROGRAMS: Readonly<Record<string, readonly [text: string, declared: readonly string[]]>> = {
  "spawner.gd": [
    "extends Node2D\n\nconst MAX = 12\n\nfunc spawn(kind):\n\tif kind:\n\t\treturn null\n\tadd(kind)\n\nclass Inner:\n\tfunc go():\n\t\tpass\n",
    ["MAX 3-3", "spawn 5-8", "Inner 10-12", "go 11-12"],
  ],
  "Card.astro": [
    "---\nconst { title } = Astro.props;\nfunction shorten(t) {\n  return t;\n}\n---\n<h2>{shorten(title)}</h2>\n",
    ["shorten 3-5"],
  ],
  "alu.v": [
    "module alu(input a, output b);\n  assign b = ~a;\n  task reset;\n    begin\n    end\n  endtask\nendmodule\n",
    ["alu 1-7", "reset 3-6"],
  ],
  "alu.vhd": [
    "entity alu is\n  port (a : in bit);\nend alu;\n\narchitecture rtl of alu is\nbegin\n  b <= a;\nend rtl;\n",
    ["alu 1-3", "rtl 5-8"],
  ],
  "solve.f90": [
    "module solver\ncontains\n  subroutine solve(x)\n    real :: x\n    x = 1\n  end subroutine solve\n  real function norm(x)\n    norm = x\n  end function\nend module solver\n",
    ["solver 1-10", "solve 3-6", "norm 7-9"],
  ],
  "flat.f": [
    "      SUBROUTINE SOLVE(X)\n      X = 1\n      END\n      SUBROUTINE OTHER(Y)\n      Y = 2\n      END\n",
    ["SOLVE 1-3", "OTHER 4-6"],
  ],
  "pump.pas": [
    "unit Pump;\n\ninterface\n\nprocedure Drain(n: Integer);\n\nimplementation\n\nprocedure TPump.Fill(n: Integer);\nbegin\n  level := n;\nend;\n\nend.\n",
    ["Drain", "Fill"],
  ],
  "Main.elm": [
    "module Main exposing (main)\n\ntype alias Model =\n    { count : Int }\n\nupdate : Msg -> Model -> Model\nupdate msg model =\n    model\n",
    ["Main", "Model 3-4", "update 6-8"],
  ],
  "show.html.erb": ["<h1><%= title %></h1>\n<% if admin? %>\n  <p>yes</p>\n<% end %>\n", []],
  "build.bat": [
    "@echo off\ncall :build\ngoto :eof\n\n:build\necho building\nexit /b 0\n\n:clean\ndel out\n",
    ["build 5-7", "clean 9-10"],
  ],
  "Form.vb": [
    "Public Class Form1\n    Private Sub Save(ByVal n As Integer)\n        x = n\n    End Sub\nEnd Class\n",
    ["Form1 1-5", "Save 2-4"],
  ],
  "pay.cob": [
    "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. PAYROLL.\n       PROCEDURE DIVISION.\n       MAIN-PARA.\n           PERFORM CALC-TAX.\n           STOP RUN.\n       CALC-TAX.\n           MULTIPLY A BY B.\n",
    ["PAYROLL", "MAIN-PARA 4-6", "CALC-TAX 7-8"],
  ],
  "pump.adb": [
    "package body Pump is\n   procedure Drain (N : Integer) is\n   begin\n      Level := N;\n   end Drain;\nend Pump;\n",
    ["Pump 1-6", "Drain 2-5"],
  ],
  "pump.tcl": [
    "proc drain {n} {\n    set left $n\n    return $left\n}\nproc fill {n} {\n    set x 1\n}\n",
    ["drain 1-4", "fill 5-7"],
  ],
  "pump.vala": [
    "public class Pump : Object {\n    public int drain (int n) {\n        return n;\n    }\n}\n",
    ["Pump 1-5", "drain 2-4"],
  ],
  "Pump.res": ["let drain = n => {\n  n - 1\n}\n\nmodule Inner = {\n  let x = 1\n}\n", [
    "drain",
    "Inner 5-7",
  ]],
  "Main.qml": ["import QtQuick\n\nItem {\n    function drain(n) {\n        return n\n    }\n}\n", [
    "drain 4-6",
  ]],
  "run.ahk": ["^j::Drain(1)\n\nDrain(n) {\n    return n\n}\n", ["Drain 3-5"]],
  "boot.s": ["_start:\n    mov eax, 1\n    ret\n\ndrain:\n    ret\n", ["_start 1-3", "drain 5-6"]],
  "Pump.cls": [
    "public with sharing class Pump {\n  public static Integer drain(Integer n) {\n    return n;\n  }\n}\n",
    ["drain 2-4"],
  ],
  "z_pump.abap": [
    "FORM drain USING n.\n  x = n.\nENDFORM.\n\nCLASS pump DEFINITION.\n  METHOD fill.\n  ENDMETHOD.\nENDCLASS.\n",
    ["drain 1-3", "pump 5-8", "fill 6-7"],
  ],
  "drain.do": ["program define drain\n    display 1\nend\n", []],
  "pump.rkt": ["#lang racket\n\n(define (drain n)\n  (- n 1))\n", []],
  "card.liquid": ["{% if product %}\n  {{ product.title | escape }}\n{% endif %}\n", []],
  "card.html.twig": ["{% extends 'base' %}\n{% block body %}\n  {{ title }}\n{% endblock %}\n", []],
  "Jenkinsfile": [
    "pipeline {\n  stages {\n    stage('a') {\n      steps { sh 'x' }\n    }\n  }\n}\n",
    [],
  ],
  "shader.glsl": ["uniform float t;\n\nvec3 shade(vec3 p) {\n  return p * t;\n}\n", ["shade 3-5"]],
};

for (const [path, [text, declared]] of Object.entries(PROGRAMS)) {
  Deno.test(`detectLanguage() reads ${path} as program text with declarations`, () => {
    const { kind, language } = detectLanguage(path, text);
    assert.equal(kind, "code");
    const found = outlineSymbols(text, language)
      .map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`);
    for (const one of declared) {
      assert.ok(
        found.some((other) => other === one || other.startsWith(`${one} `)),
        `${one}: ${found}`,
      );
    }
  });
}

const PROSE =
  "The pump of the ship is old and has to be drained once a week.\nNobody knows who is to do it, as the list is gone.\n";

/** Texts that are not programs. */
const OTHERS: Readonly<Record<string, string>> = {
  "LICENSE": PROSE,
  "notes.xyz2": PROSE,
  "AUTHORS": "Ada Lovelace <ada@example.org>\nCharles Babbage <charles@example.org>\n",
  "table.csv": "function,class\n1,2\n",
  "rows.blob": "1 2 3\n4 5 6\n7 8 9\n",
  "list.vals": "a,b,c,d\ne,f,g,h\n1,2,3,4\n",
  "de.po": 'msgid "a"\nmsgstr "b"\n',
  "film.srt": "1\n00:00:01,000 --> 00:00:02,000\nfunction f()\n",
  "image.svg": "<svg>\n<path/>\n</svg>\n",
  "yarn.lock": "a@1:\n  version 1\n",
  "change.patch": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n+function f() {\n",
  ".gitignore": "node_modules/\n*.log\n",
  "words.dict": "apple\npear\nplum\n",
  "notes.txt": "function f() {\n}\n",
  "empty.zzz": "",
};

for (const [path, text] of Object.entries(OTHERS)) {
  Deno.test(`detectLanguage() does not read ${path} as program text`, () => {
    assert.equal(detectLanguage(path, text).kind, "document");
  });
}

Deno.test("outlineSymbols() finds no declaration in a sentence of a comment", () => {
  const text = "=begin\nfunction of the pump is to drain\nclass is over\n=end\nsub drain\n  x\n";
  assert.deepEqual(outlineSymbols(text, "source").map(({ name }) => name), ["drain"]);
});

Deno.test("detectLanguage() and the generic outline take linear time for a hostile text", () => {
  for (
    const part of [
      "function ",
      "a ",
      "a::",
      "f(",
      "public ",
      "x = ",
      "(",
      "func a\n",
      "a:\n",
      "a(b) {\n",
      "end\n",
      "A.\n",
      "word, ",
    ]
  ) {
    const text = part.repeat(Math.ceil(500_000 / part.length));
    detectLanguage("a.zzz", text);
    assert.ok(Array.isArray(outlineSymbols(text, "source")));
  }
});
