import assert from "node:assert/strict";
import { linesOf } from "../tests/lines_of.ts";
import { TempWorkspace } from "../tests/temp_workspace.ts";
import { openEngine } from "./engine.ts";

const FILES = {
  "src/session_store.py":
    "class SessionStore:\n    def remove_expired(self, now):\n        # drops sessions that have expired\n        return [s for s in self.sessions if s.expires > now]\n",
  "src/password.py":
    "def hash_password(password, method):\n    # the salt is random\n    return method(password)\n",
  "src/walk.ts":
    "export function* walkDirectory(path: string, skip: RegExp[]) {\n  // recursive, leaves out what is to be skipped\n  yield path;\n}\n",
  "src/retry.go":
    "package client\n\n// Retry sends the request again after an error.\nfunc Retry(attempts int, delay int) error {\n\treturn nil\n}\n",
  "src/upload.rb":
    "class Upload\n  # limits the size of an uploaded file\n  def check_size(file, limit)\n    file.size <= limit\n  end\nend\n",
  "src/terminal.rs":
    "/// Restores the screen of the terminal.\npub fn restore_screen(terminal: &mut Terminal) {\n    terminal.leave();\n}\n",
};

/** Questions of a developer, with the file that answers each. */
const QUESTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: {
    "Wo werden abgelaufene Sitzungen entfernt?": "src/session_store.py",
    "Wie werden Passwörter gehasht und welche Verfahren gibt es?": "src/password.py",
    "Wie kann ich Verzeichnisse durchlaufen und manche überspringen?": "src/walk.ts",
    "Wo wird eine Anfrage nach einem Fehler wiederholt?": "src/retry.go",
    "Wo ist die Größe einer hochgeladenen Datei begrenzt?": "src/upload.rb",
    "Wo wird der Bildschirm wiederhergestellt?": "src/terminal.rs",
  },
  fr: {
    "Où sont supprimées les sessions expirées ?": "src/session_store.py",
    "Comment les mots de passe sont-ils hachés ?": "src/password.py",
    "Comment parcourir un répertoire en ignorant certains dossiers ?": "src/walk.ts",
    "Où la requête est-elle renvoyée après une erreur ?": "src/retry.go",
    "Où la taille d'un fichier est-elle limitée ?": "src/upload.rb",
    "Où l'écran est-il restauré ?": "src/terminal.rs",
  },
  es: {
    "¿Dónde se eliminan las sesiones caducadas?": "src/session_store.py",
    "¿Qué método se usa para las contraseñas?": "src/password.py",
    "¿Cómo recorro un directorio y omito algunas carpetas?": "src/walk.ts",
    "¿Dónde se reintenta la petición después de un error?": "src/retry.go",
    "¿Dónde se limita el tamaño de los archivos?": "src/upload.rb",
    "¿Dónde se restaura la pantalla?": "src/terminal.rs",
  },
  ja: {
    "期限切れのセッションはどこで削除されますか？": "src/session_store.py",
    "パスワードはどのようにハッシュ化されますか？": "src/password.py",
    "ディレクトリを再帰的にスキップしながら調べるには？": "src/walk.ts",
    "エラーの後に要求はどこで再試行されますか？": "src/retry.go",
    "ファイルのサイズの制限はどこにありますか？": "src/upload.rb",
    "画面はどこで復元されますか？": "src/terminal.rs",
  },
  zh: {
    "过期的会话在哪里删除？": "src/session_store.py",
    "密码是如何哈希的？": "src/password.py",
    "如何递归目录并跳过某些文件夹？": "src/walk.ts",
    "出错后在哪里重试请求？": "src/retry.go",
    "文件大小的限制在哪里？": "src/upload.rb",
    "在哪里恢复屏幕？": "src/terminal.rs",
  },
};

for (const [language, questions] of Object.entries(QUESTIONS)) {
  Deno.test(`Engine answers questions in ${language} from English code, and reports the translation`, async () => {
    using workspace = new TempWorkspace(FILES);
    using engine = await openEngine({ root: workspace.root });
    for (const [question, path] of Object.entries(questions)) {
      const { fragments, notes, query } = await engine.context(question);
      assert.equal(linesOf(fragments)[0]?.path, path, question);
      assert.equal(query, question);
      assert.match(notes.find(({ code }) => code === "read-as-english")?.message ?? "", / → \w/);
    }
  });
}

Deno.test("Engine keeps words of other languages that the tree has, beside their translations", async () => {
  using workspace = new TempWorkspace({
    ...FILES,
    "doc/sitzung.md": "# Abgelaufene Sitzungen\n\nWie sie entfernt werden.\n",
  });
  using engine = await openEngine({ root: workspace.root });
  const { results } = await engine.search("Wo werden abgelaufene Sitzungen entfernt?");
  assert.deepEqual(results.slice(0, 2).map(({ path }) => path).sort(), [
    "doc/sitzung.md",
    "src/session_store.py",
  ]);
});

Deno.test("Engine finds nothing for nonsense in any language", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  for (
    const nonsense of ["Der Grubelfink schnarzt im Wuppelwald", "へのへのもへじ", "qwertz asdfgh"]
  ) {
    const { fragments, notes } = await engine.context(nonsense);
    assert.deepEqual([fragments.length, notes.at(-1)?.code], [0, "nothing-found"], nonsense);
  }
});

Deno.test("Engine does not translate an English question with foreign words", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  for (const question of ["where is the Bildschirm restored", "how does the 画面 get restored"]) {
    const { notes } = await engine.context(question);
    assert.ok(notes.every(({ code }) => code !== "read-as-english"), question);
  }
});

/** Words by script: each is in one file of the tree, and is in no lexicon or in one. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  "src/chinese.py": ["领取", "云工开物", "云工开物 优惠券", "怎么领取学生券", "用户login"],
  "docs/japanese.md": [
    "検索エンジン",
    "再構築",
    "りんごの数え方",
    "サーバー",
    "パ\u30fcテ\u30a3ション",
  ],
  "src/korean.ts": ["사용자", "사용자는"],
  "docs/thai.md": ["เก็บข้อมูล"],
  "src/arabic.go": ["المستخدم", "الـمُسْتَخدم"],
  "docs/hindi.md": ["उपयोगकर्ता"],
  "src/cyrillic.rb": ["расчёт", "РАСЧЕТ", "ключей"],
  "src/greek.rs": ["κωδικός", "ΚΩΔΙΚΟΣ"],
  "docs/hebrew.md": ["שלום", "שָׁלוֹם"],
  "src/latin.js": ["ge\u0301ne\u0301re\u0301", "GÉNÉRÉ", "Größenänderung", "İstanbul"],
  "docs/wide.md": ["ＬＯＧＩＮ１２", "login12"],
  "src/活动配置.json": ["活动配置"],
  "docs/decomposed.md": ["ガイド"],
};

Deno.test("Engine finds words of the tree in any script, as they are written", async () => {
  using workspace = new TempWorkspace({
    ...FILES,
    "src/chinese.py": "# 云工开物 300 元学生券\ndef 领取(用户login):\n    return '优惠券'\n",
    "docs/japanese.md": "# 検索エンジンの再構築\n\nりんごをサーバーのパーティションに置く。\n",
    "src/korean.ts": "// 사용자를 찾는다\nexport const a = 1;\n",
    "docs/thai.md": "# คู่มือ\n\nการเก็บข้อมูลชั่วคราว\n",
    "src/arabic.go": "package a\n\n// المستخدم هنا\nfunc A() {}\n",
    "docs/hindi.md": "# उपयोगकर्ता\n\nपाठ\n",
    "src/cyrillic.rb": "# расчёт ключей\nx = 'строка'\n",
    "src/greek.rs": "/// κωδικός\nfn a() {}\n",
    "docs/hebrew.md": "# שלום\n\nטקסט\n",
    "src/latin.js": 'const a = "généré"; // Größenänderung, istanbul\n',
    "docs/wide.md": "# Ｌｏｇｉｎ１２\n\ntext\n",
    "src/活动配置.json": '{"a": 1}\n',
    "docs/decomposed.md": "# カ\u3099イド\n\ntext\n",
  });
  using engine = await openEngine({ root: workspace.root });
  for (const [path, words] of Object.entries(WRITTEN)) {
    for (const word of words) {
      const { results } = await engine.search(word);
      assert.equal(results[0]?.path, path, word);
    }
  }
});

Deno.test("Engine answers from English code when the tree has no word of a question in its own language", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const { results } = await engine.search("领取之后怎么删除过期的会话");
  assert.equal(results[0]?.path, "src/session_store.py");
});

Deno.test("Engine lists no parts of foreign words as missing", async () => {
  using workspace = new TempWorkspace(FILES);
  using engine = await openEngine({ root: workspace.root });
  const missingOf = async (question: string) =>
    (await engine.context(question)).notes.find(({ code }) => code === "missing-words")?.message;
  assert.equal(await missingOf("过期的会话在哪里删除"), undefined);
  assert.equal(await missingOf("Wo werden abgelaufene Sitzungen entfernt"), undefined);
  assert.equal(
    await missingOf("회원 가입 retry"),
    "Not in the tree: 회원, 가입: search again with other names that the code may use",
  );
});
