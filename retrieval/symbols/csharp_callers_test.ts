import { testCallers } from "../../tests/symbol_answers.ts";

testCallers("of C# follows namespaces, using directives and partial classes", {
  "Acme.csproj": "<Project />",
  "Scale.cs":
    "namespace Acme.Lib;\npublic static class Scale\n{\n    public static int Weigh(int n) => n;\n" +
    "    public static int Weigh(int n, int m) => n;\n}\n",
  "Inner.cs":
    "namespace Acme.Lib.Deep\n{\n    class Inner\n    {\n        void F() { Scale.Weigh(1); }\n    }\n}\n",
  "Using.cs":
    "using Acme.Lib;\nnamespace Tools;\nclass UseIt\n{\n    void F() { Scale.Weigh(1); }\n}\n",
  "Static.cs":
    "using static Acme.Lib.Scale;\nnamespace Acme.App;\nclass UseStatic\n{\n    void F() { Weigh(1); }\n}\n",
  "Alias.cs":
    "using S = Acme.Lib.Scale;\nnamespace Acme.App;\nclass UseAlias\n{\n    void F() { S.Weigh(1); }\n}\n",
  "Full.cs": "namespace Acme.App;\nclass Full\n{\n    void F() { Acme.Lib.Scale.Weigh(1); }\n}\n",
  "Foreign.cs":
    "using S = Other.Lib.Scale;\nnamespace Acme.App;\nclass Foreign\n{\n    void F() { S.Weigh(1); }\n}\n",
  "Two.cs":
    "using Acme.Lib;\nnamespace Tools;\nclass Two\n{\n    void F() { Scale.Weigh(1, 2); }\n}\n",
  "Part1.cs": "namespace Acme.App;\npartial class Part\n{\n    void Left() { Right(); }\n}\n",
  "Part2.cs": "namespace Acme.App;\npartial class Part\n{\n    void Right() { }\n}\n",
}, {
  "Scale.cs#Scale.Weigh": [
    "certain Alias.cs: UseAlias.F 5",
    "certain Full.cs: Full.F 4",
    "certain Inner.cs: Inner.F 5",
    "certain Static.cs: UseStatic.F 5",
    "certain Using.cs: UseIt.F 5",
  ],
  "Part2.cs#Part.Right": ["certain Part1.cs: Part.Left 4"],
});

testCallers("of C# follows types of receivers, extensions and inheritance", {
  "Box.cs": "namespace Acme;\npublic interface IBox\n{\n    void Open();\n}\n" +
    "public class Box : IBox\n{\n    public void Open() { }\n    public Box With(int n) => this;\n" +
    "    public Box Inner { get; set; }\n}\n" +
    "public class Sub : Box\n{\n    void Own() { base.Open(); Open(); }\n}\n" +
    "public static class Extensions\n{\n    public static void Shut(this Box box, int n) { }\n" +
    "    public static string Trimmed(this string s) => s;\n}\n",
  "Use.cs": "using System.Linq;\nnamespace Acme;\nclass Use\n{\n" +
    "    List<Box> list; Dictionary<string, Box> map;\n" +
    "    void Chain() { new Box().With(1).Inner.Open(); }\n" +
    "    void Each() { foreach (var b in list) b.Open(); }\n" +
    "    void Linq() { list.Where(b => b != null).First().Open(); }\n" +
    "    void Lambda() { list.ForEach(b => b.Open()); }\n" +
    '    void Map() { map["a"].Open(); }\n' +
    "    void Maybe(Box? b) { b?.Open(); b!.Open(); }\n" +
    "    async Task Wait(Task<Box> t) { (await t).Open(); }\n" +
    "    void Pattern(object o) { if (o is Box b) b.Open(); if (o is not Box c) return; c.Open(); }\n" +
    "    void Extended(Sub s) { s.Shut(1); Extensions.Shut(s, 1); }\n" +
    "    void Text(string s) { s.Trimmed(); }\n" +
    "    void Face(IBox i) { i.Open(); }\n" +
    "    void Other(Other o) { o.Open(); o.Shut(1); }\n}\nclass Other { public void Open() { } }\n",
}, {
  "Box.cs#Box.Open": [
    "certain Box.cs: Sub.Own 14",
    "certain Use.cs: Use.Chain 6",
    "certain Use.cs: Use.Each 7",
    "certain Use.cs: Use.Linq 8",
    "certain Use.cs: Use.Lambda 9",
    "certain Use.cs: Use.Map 10",
    "certain Use.cs: Use.Maybe 11",
    "certain Use.cs: Use.Wait 12",
    "certain Use.cs: Use.Pattern 13",
    "likely Use.cs: Use.Face 16",
  ],
  "Box.cs#Extensions.Shut": ["certain Use.cs: Use.Extended 14"],
  "Box.cs#Extensions.Trimmed": ["certain Use.cs: Use.Text 15"],
});
