PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE sessions (
  id TEXT PRIMARY KEY CHECK (id <> ''),
  issue TEXT,                     
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE records (
  id INTEGER PRIMARY KEY,
  session TEXT REFERENCES sessions (id),
  kind TEXT NOT NULL CHECK (kind IN ('bundle', 'answer')),
  round INTEGER CHECK (round IS NULL OR (round >= 1 AND session IS NOT NULL AND kind = 'answer')),
  time INTEGER NOT NULL,
  trigger TEXT NOT NULL,
  request TEXT NOT NULL,          
  plan TEXT,                      
  hash TEXT NOT NULL,
  format TEXT NOT NULL,
  estimator TEXT NOT NULL,
  budget_limit INTEGER NOT NULL,
  budget_used INTEGER NOT NULL,
  index_state TEXT NOT NULL,      
  exclusions TEXT NOT NULL,       
  notes TEXT NOT NULL,            
  outcomes TEXT NOT NULL,         
  details TEXT NOT NULL,          
  duration REAL,                  
  fragments INTEGER NOT NULL,      
  omissions INTEGER NOT NULL      
, texts INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE texts (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,      
  text TEXT NOT NULL              
) STRICT;
CREATE TABLE record_texts (
  record INTEGER NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  place TEXT NOT NULL,            
  head TEXT NOT NULL,             
  text INTEGER NOT NULL REFERENCES texts (id),
  tail TEXT NOT NULL,             
  PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE prunings (
  id INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason <> '')
) STRICT;
CREATE TABLE pruned (
  record INTEGER PRIMARY KEY,
  pruning INTEGER NOT NULL REFERENCES prunings (id)
) STRICT;
CREATE TABLE withdrawn (
  record INTEGER PRIMARY KEY,
  time INTEGER NOT NULL
) STRICT;
CREATE TABLE fragments (
  record INTEGER NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  rank INTEGER NOT NULL,          
  source TEXT,                    
  path TEXT,                      
  start_line INTEGER,             
  end_line INTEGER,               
  content_hash TEXT NOT NULL,     
  file_hash TEXT NOT NULL,        
  position TEXT NOT NULL,
  form TEXT NOT NULL,
  trust TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  score REAL NOT NULL,
  kind TEXT,                      
  role TEXT,
  slug TEXT,
  freshness REAL,                 
  details TEXT NOT NULL,          
  PRIMARY KEY (record, rank),
  CHECK ((source IS NULL) = (path IS NOT NULL)),
  CHECK ((path IS NULL) = (start_line IS NULL) AND (path IS NULL) = (end_line IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE omissions (
  record INTEGER NOT NULL REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  rank INTEGER NOT NULL,          
  source TEXT,                    
  path TEXT,
  start_line INTEGER,
  end_line INTEGER,
  tokens INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY (record, rank),
  CHECK ((source IS NULL) = (path IS NOT NULL)),
  CHECK ((path IS NULL) = (start_line IS NULL) AND (path IS NULL) = (end_line IS NULL))
) STRICT, WITHOUT ROWID;
CREATE TABLE tier_injections (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL CHECK (session <> ''),
  time INTEGER NOT NULL,
  tier TEXT NOT NULL CHECK (tier IN ('identity', 'workflow', 'reference')),
  source TEXT NOT NULL,           
  content_hash TEXT NOT NULL,     
  tokens INTEGER NOT NULL,        
  trigger TEXT NOT NULL,          
  reason TEXT                     
, record INTEGER) STRICT;
CREATE TABLE session_activity (
  id INTEGER PRIMARY KEY,
  session TEXT NOT NULL CHECK (session <> ''),
  time INTEGER NOT NULL,
  kind TEXT NOT NULL,
  value TEXT NOT NULL
, hash TEXT, tokens INTEGER) STRICT;
CREATE TABLE tier_refreshes (
  session TEXT PRIMARY KEY CHECK (session <> ''),
  activity INTEGER NOT NULL,      
  turns INTEGER NOT NULL,         
  rfc TEXT NOT NULL,              
  waiting INTEGER NOT NULL CHECK (waiting IN (0, 1)) 
, head TEXT, time INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE manifests (
  path TEXT PRIMARY KEY,          
  hash TEXT NOT NULL,             
  acknowledged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE relevance_edges (
  source TEXT NOT NULL,           
  target TEXT NOT NULL,           
  type TEXT NOT NULL CHECK (type IN ('explicit', 'keyword', 'learned')),
  weight REAL NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (source, target, type)
) STRICT, WITHOUT ROWID;
CREATE TABLE late_activity (
  id TEXT PRIMARY KEY CHECK (id <> '') 
) STRICT, WITHOUT ROWID;
CREATE TABLE record_sums (
  record INTEGER PRIMARY KEY REFERENCES records (id) DEFERRABLE INITIALLY DEFERRED,
  sum INTEGER NOT NULL            
) STRICT;
INSERT INTO sessions VALUES ('a','shop-7',1795376540111,1795376540565);
INSERT INTO sessions VALUES ('b',NULL,1795376540011,1795376540174);
INSERT INTO sessions VALUES ('c','shop-8',1795376540139,1795376540292);
INSERT INTO sessions VALUES ('d',NULL,1795376540373,1795376540465);
INSERT INTO sessions VALUES ('e','shop-9',1795376540644,1795376540644);
INSERT INTO records VALUES (4,NULL,'bundle',NULL,1795376539978,'by hand','{"query":"how is a cart added up","options":{}}',NULL,'f64cdd56ac3d1c25263cd072377a0ab726aa1a813e0cd6ca69f7be3394d40ed4','markdown','piece',4000,492,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:19.974Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project"}',8.081829999999968,3,10,0);
INSERT INTO records VALUES (5,NULL,'bundle',NULL,1795376539988,'context','{"query":"price of an item","options":{"budget":600,"format":"xml"}}',NULL,'fcd980345ac1b00273bda2c6137fca6303599a4026c9a8bb0d0218a0c7455009','xml','piece',600,546,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:19.985Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project"}',8.238373000000024,4,0,0);
INSERT INTO records VALUES (6,NULL,'bundle',NULL,1795376539998,'context','{"query":"order a cart","options":{"budget":110,"format":"json"}}',NULL,'9cf4fe8f1341b8911dbdf23c2fad015140d62854c24574ad0896c287baf6d91e','json','piece',110,98,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:19.993Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project"}',9.266225000000077,2,11,0);
INSERT INTO records VALUES (7,'b','bundle',NULL,1795376540011,'context','{"query":"odd cart","options":{"format":"json"}}',NULL,'23b6ffe9cd36eea3c714df2a322a9e46eda9bbdf32704a29ee663f43136df517','json','piece',4000,495,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.007Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project"}',8.197227999999996,3,9,0);
INSERT INTO records VALUES (8,'a','bundle',NULL,1795376540111,'context','{"query":"addUp rounds the total of a cart wrongly\n\nThe total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of th","issue":{"id":"shop-7","title":"addUp rounds the total of a cart wrongly","description":"The total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many i","type":"bug","labels":["cart"],"manifest":{"primary":["src/cart.ts","src/large.ts"],"read":["src/price.ts"],"forbidden":["src/secret.ts"],"version":1}},"options":{"format":"prompt"}}','{"complexity":{"value":0.2,"parts":{"files":0.375,"spread":0,"words":0,"length":0.4583333333333333},"files":["src/cart.ts","src/large.ts","src/price.ts"],"folders":1,"crossWords":[],"localWords":[],"descriptionTokens":275},"links":1,"maxDocuments":5,"documents":1,"limitTokens":24000,"baseTokens":1709,"reserveTokens":2400,"docFractionLimit":0.32,"slotTokens":7680,"documentTokens":179,"promptTokens":1979,"docFraction":0.09044972208185953}','0bf54faab08f983b430be51440f9498ed322b2ebe4205eb1bee54e8fda550879','prompt','piece',24000,1979,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.036Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[{"code":"embeddings_unavailable","message":"Documents are ranked by words alone as there are no vectors to compare"}]','[]','{"version":1,"root":"/project","template":"c3152d836286fd5945277e63f2f645530a3f2db0d6619cef3d88b0775e1d3d52"}',83.95220899999993,6,3,2);
INSERT INTO records VALUES (9,'c','bundle',NULL,1795376540139,'context','{"query":"addUp rounds the total of a cart wrongly\n\nThe total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of th","issue":{"id":"shop-8","title":"addUp rounds the total of a cart wrongly","description":"The total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many i","type":"bug","labels":["cart"],"manifest":{"primary":["src/cart.ts","src/large.ts"],"read":["src/price.ts"],"forbidden":["src/secret.ts"],"version":1}},"options":{"budget":700,"format":"markdown","settings":{"referencesOnly":true}}}','{"complexity":{"value":0.2,"parts":{"files":0.375,"spread":0,"words":0,"length":0.4583333333333333},"files":["src/cart.ts","src/large.ts","src/price.ts"],"folders":1,"crossWords":[],"localWords":[],"descriptionTokens":275},"links":1,"maxDocuments":5,"documents":1,"limitTokens":700,"baseTokens":92,"reserveTokens":70,"docFractionLimit":0.32,"slotTokens":224,"documentTokens":179,"promptTokens":316,"docFraction":0.5664556962025317}','e184e8b55584e87db5b61e86933350e82c307309343f21a401a576d5f242b66a','markdown','piece',700,316,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.117Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[{"code":"embeddings_unavailable","message":"Documents are ranked by words alone as there are no vectors to compare"}]','[]','{"version":1,"root":"/project","retry":{"diff":"--- a\n+++ b\n","error":"it failed"}}',25.525126,5,3,2);
INSERT INTO records VALUES (10,'a','answer',1,1795376540160,'need','{"query":"NEED_CODE: src/order.ts:3-6\nNEED_DOC: price\nNEED_CODE: src/gone.ts\nNEED_CODE: src/cart.ts:1-4","issue":{"id":"shop-7","title":"addUp rounds the total of a cart wrongly","description":"The total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many i","labels":["cart"],"type":"bug","manifest":{"primary":["src/cart.ts","src/large.ts"],"read":["src/price.ts"],"forbidden":["src/secret.ts"],"version":1}},"text":"NEED_CODE: src/order.ts:3-6\nNEED_DOC: price\nNEED_CODE: src/gone.ts\nNEED_CODE: src/cart.ts:1-4\n","options":{"format":"markdown"}}',NULL,'eb251df21a8b9a8331db8621e735864c6a9cb3f1e2700b8fef49f0a798cc7e84','markdown','piece',24000,223,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.144Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[{"request":"NEED_CODE: src/order.ts:3-6","outcome":"provided","message":"Lines 3-6 of \"src/order.ts\", which has 6; lines 4-6 are in your context already"},{"request":"NEED_DOC: price","outcome":"provided","message":"Lines 1-3 of \"docs/price.md\", which has 3"},{"request":"NEED_CODE: src/gone.ts","outcome":"not_found","message":"Cannot provide \"src/gone.ts\" as there is no such file"},{"request":"NEED_CODE: src/cart.ts:1-4","outcome":"already_present","message":"Lines 1-4 of \"src/cart.ts\" are in your context already and have not changed since"}]','{"version":1,"root":"/project"}',19.470645999999988,2,1,1);
INSERT INTO records VALUES (11,'b','answer',1,1795376540167,'need','{"query":"NEED_CODE: src/secret.ts","text":"NEED_CODE: src/secret.ts\nISSUE_COMPLETE\n","options":{"format":"json"}}',NULL,'7140376c50744c4d2cb3312eb896e9a9da656bebaa687d5c9a6587ff170ff096','json','piece',24000,47,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.165Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[{"request":"NEED_CODE: src/secret.ts","outcome":"excluded","message":"Cannot provide \"src/secret.ts\" as its path holds a name like \"*secret*\", which may be secret"}]','{"version":1,"root":"/project","signals":[{"signal":"ISSUE_COMPLETE","line":2}]}',5.641937999999982,0,0,0);
INSERT INTO records VALUES (12,'b','answer',NULL,1795376540174,'need','{"query":"","text":"BLOCKED: no idea\n","options":{"format":"xml"}}',NULL,'6972d14993a95e46171243a30679eabadc1efcf75043ceb956b71c2eb63b5708','xml','piece',24000,22,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.172Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project","signals":[{"signal":"BLOCKED","reason":"no idea","line":1}]}',6.487934999999993,0,0,0);
INSERT INTO records VALUES (13,'a','bundle',NULL,1795376540181,'context','{"query":"large ledger","options":{"format":"markdown"}}',NULL,'e698427c6f7ac6eee163650c13cbc80007af442b322b9ac9c60f3c038d0cc464','markdown','piece',4000,29,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.178Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project"}',6.138866000000007,0,6,0);
INSERT INTO records VALUES (14,'c','answer',1,1795376540201,'need','{"query":"NEED_CODE: docs/price.md:1-3","issue":{"id":"shop-8","title":"addUp rounds the total of a cart wrongly","description":"The total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many i","labels":["cart"],"type":"bug","manifest":{"primary":["src/cart.ts","src/large.ts"],"read":["src/price.ts"],"forbidden":["src/secret.ts"],"version":1}},"text":"NEED_CODE: docs/price.md:1-3\n","options":{}}',NULL,'b981023feaaa02d06f2f9143f8e2ac0cf7c515d38294831f9aca0735ba3f2b7c','markdown','piece',24000,69,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.198Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[{"request":"NEED_CODE: docs/price.md:1-3","outcome":"provided","message":"Lines 1-3 of \"docs/price.md\", which has 3"}]','{"version":1,"root":"/project"}',9.93991200000005,1,0,1);
INSERT INTO records VALUES (15,'c','bundle',NULL,1795376540292,'context','{"query":"token «masked: github-token»","options":{}}',NULL,'ae26bb05c3d3d7251bca855a78f4f4550d11403e323a35ab0dc35f69560c1927','markdown','piece',4000,393,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.214Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project","maxSent":900}',83.33666799999992,2,3,0);
INSERT INTO records VALUES (16,'d','bundle',NULL,1795376540373,'context','{"query":"book17 amount rounded","options":{"budget":3000}}',NULL,'6cdd88eb275073bfd4ef51e37c2e99168cc78c6b2640c1f7efac01c4a87d40b4','markdown','piece',3000,169,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.368Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project"}',75.82364699999994,1,5,0);
INSERT INTO records VALUES (17,'d','bundle',NULL,1795376540465,'context','{"query":"book17 amount rounded","options":{"budget":3000}}',NULL,'ffc2ee77d920c5204c37be26497eee260027dbcfe3910a446cdbb1e9cc665fda','markdown','piece',3000,114,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.449Z","refreshed":{"added":0,"changed":1,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project"}',27.919860999999855,1,6,0);
INSERT INTO records VALUES (18,'a','bundle',NULL,1795376540507,'context','{"query":"cart empty","options":{"format":"markdown"}}',NULL,'651d2734267586bb9e6de2cc06c41bc103be2d8c42cffd0c2ce69bf2cc6fcf7b','markdown','piece',4000,34,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.490Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[]','[]','{"version":1,"root":"/project"}',31.242962999999918,0,16,0);
INSERT INTO records VALUES (19,'a','bundle',NULL,1795376540565,'context','{"query":"addUp rounds the total of a cart wrongly\n\nThe total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of th","issue":{"id":"shop-7","title":"addUp rounds the total of a cart wrongly","description":"The total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many i","type":"bug","labels":["cart"],"manifest":{"primary":["src/cart.ts","src/large.ts"],"read":["src/price.ts"],"forbidden":["src/secret.ts"],"version":1}},"options":{"format":"markdown"}}','{"complexity":{"value":0.2,"parts":{"files":0.375,"spread":0,"words":0,"length":0.4583333333333333},"files":["src/cart.ts","src/large.ts","src/price.ts"],"folders":1,"crossWords":[],"localWords":[],"descriptionTokens":275},"links":1,"maxDocuments":5,"documents":1,"limitTokens":24000,"baseTokens":1098,"reserveTokens":2400,"docFractionLimit":0.32,"slotTokens":7680,"documentTokens":0,"promptTokens":168,"docFraction":0}','35c3c9c14882f1d3f334d918911f1d1d5ac256bbdf73829f6fc51ae6e59c7284','markdown','piece',24000,168,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.519Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[{"code":"manifest-held","message":"Not shown again as the session holds what they say: src/cart.ts, src/price.ts"},{"code":"embeddings_unavailable","message":"Documents are ranked by words alone as there are no vectors to compare"}]','[]','{"version":1,"root":"/project"}',50.58293200000003,1,8,2);
INSERT INTO records VALUES (20,'e','bundle',NULL,1795376540644,'context','{"query":"addUp rounds the total of a cart wrongly\n\nThe total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of th","issue":{"id":"shop-9","title":"addUp rounds the total of a cart wrongly","description":"The total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many i","type":"bug","labels":["cart"],"manifest":{"primary":["src/cart.ts","src/large.ts"],"read":["src/price.ts"],"forbidden":["src/secret.ts"],"version":1}},"options":{"format":"prompt"}}','{"complexity":{"value":0.2,"parts":{"files":0.375,"spread":0,"words":0,"length":0.4583333333333333},"files":["src/cart.ts","src/large.ts","src/price.ts"],"folders":1,"crossWords":[],"localWords":[],"descriptionTokens":275},"links":1,"maxDocuments":5,"documents":1,"limitTokens":24000,"baseTokens":1725,"reserveTokens":2400,"docFractionLimit":0.32,"slotTokens":7680,"documentTokens":179,"promptTokens":1995,"docFraction":0.08972431077694236}','5aa32db70da7b225f00b64ea653f0d8a8a8d8606219a5ad44111ee90aca43560','prompt','piece',24000,1995,'{"documents":7,"chunks":13,"updatedAt":"2026-11-22T19:42:20.593Z","refreshed":{"added":0,"changed":0,"removed":0},"stale":false,"pending":0}','[]','[{"code":"embeddings_unavailable","message":"Documents are ranked by words alone as there are no vectors to compare"}]','[]','{"version":1,"root":"/project","retry":{"error":"it failed\n"},"template":"c3152d836286fd5945277e63f2f645530a3f2db0d6619cef3d88b0775e1d3d52"}',53.84012899999993,6,3,2);
INSERT INTO texts VALUES (1,'a74ce1acb89678e0461459fb5b7698028e59a558401ffdffdd56fd7c9b3a69fd','"The total of a cart in addUp is wrong. See [[cart]].\n\nWhen a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong. When a cart has many items the price is rounded once for each of them, which is wrong."');
INSERT INTO record_texts VALUES (8,'["issue","description"]','""',1,'" "');
INSERT INTO record_texts VALUES (8,'["query"]','"addUp rounds the total of a cart wrongly\n\n"',1,'""');
INSERT INTO record_texts VALUES (9,'["issue","description"]','""',1,'" "');
INSERT INTO record_texts VALUES (9,'["query"]','"addUp rounds the total of a cart wrongly\n\n"',1,'""');
INSERT INTO record_texts VALUES (10,'["issue","description"]','""',1,'" "');
INSERT INTO record_texts VALUES (14,'["issue","description"]','""',1,'" "');
INSERT INTO record_texts VALUES (19,'["issue","description"]','""',1,'" "');
INSERT INTO record_texts VALUES (19,'["query"]','"addUp rounds the total of a cart wrongly\n\n"',1,'""');
INSERT INTO record_texts VALUES (20,'["issue","description"]','""',1,'" "');
INSERT INTO record_texts VALUES (20,'["query"]','"addUp rounds the total of a cart wrongly\n\n"',1,'""');
INSERT INTO prunings VALUES (1,1795376540682,'--keep 17');
INSERT INTO pruned VALUES (1,1);
INSERT INTO pruned VALUES (2,1);
INSERT INTO pruned VALUES (3,1);
INSERT INTO withdrawn VALUES (13,1795376540183);
INSERT INTO withdrawn VALUES (14,1795376540202);
INSERT INTO fragments VALUES (4,1,NULL,'src/cart.ts',1,19,'982e0ff8e67e9b47287e9ec331e02036408af91ffca75c7c69fcb8731c6ae954','d3b17eba514ba7430a9c51fddd35c11e081742bf705dd86d8fbab753d1e688c6','before','snippet','project',226,1.3694003138261874,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"addUp"}');
INSERT INTO fragments VALUES (4,2,NULL,'docs/cart.md',1,20,'d351605e16cdaf13abc5a450038055f2b91b4da0e90dc0cbccb55ebc33d536fb','be03a767089b6e6d540a5b204a008d1ed62d64093ab00eda9682be9ac47958e4','before','whole','project',185,1.32,'document',NULL,NULL,NULL,'{"language":"markdown","symbol":"Carts"}');
INSERT INTO fragments VALUES (4,3,NULL,'src/order.ts',1,6,'143f379deb20018e43f61e3c46be1c2973812b01d7e66c1fd5aba00b725406fd','effd52608ba47f3674e36836944f58cee09dd6205a45737200ef5f57aba4ad9d','before','whole','project',57,0.644063856289347,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"order"}');
INSERT INTO fragments VALUES (5,1,NULL,'src/price.ts',1,4,'f82afa717cf1b9de595b35b42ab8a041b48e4f5ea41b551957d3fb501e77af28','f1cb8c3c3270529270ea0df461c3ea38a6fce38a111b4e3c31c0eec3c3e9e4f9','before','whole','project',63,1.979358879400574,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"price"}');
INSERT INTO fragments VALUES (5,2,NULL,'src/cart.ts',1,19,'982e0ff8e67e9b47287e9ec331e02036408af91ffca75c7c69fcb8731c6ae954','d3b17eba514ba7430a9c51fddd35c11e081742bf705dd86d8fbab753d1e688c6','before','snippet','project',240,1.6,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"addUp"}');
INSERT INTO fragments VALUES (5,3,NULL,'docs/price.md',1,3,'bd6ce25d2eff4e9f099d0b20254eb3052817d60bfc9299d61eda5a57734bfdaa','2deb449c0c681c91cbb82ea106a556281bc8395fd08171b361e5a6c0b4e289eb','before','whole','project',43,1.0269012369101498,'document',NULL,NULL,NULL,'{"language":"markdown","symbol":"Price"}');
INSERT INTO fragments VALUES (5,4,NULL,'docs/cart.md',1,20,'d351605e16cdaf13abc5a450038055f2b91b4da0e90dc0cbccb55ebc33d536fb','be03a767089b6e6d540a5b204a008d1ed62d64093ab00eda9682be9ac47958e4','before','whole','project',195,0.9183357796910115,'document',NULL,NULL,NULL,'{"language":"markdown","symbol":"Carts"}');
INSERT INTO fragments VALUES (6,1,NULL,'src/order.ts',1,6,'143f379deb20018e43f61e3c46be1c2973812b01d7e66c1fd5aba00b725406fd','effd52608ba47f3674e36836944f58cee09dd6205a45737200ef5f57aba4ad9d','before','whole','project',57,2.2,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"order","explanation":{"value":2.2,"description":"score","operation":"product","details":[{"value":2.2,"description":"evidence","operation":"sum","details":[{"value":1,"description":"chunks","operation":"product","details":[{"value":1,"description":"weight"},{"value":1,"description":"chunks","operation":"product","details":[{"value":4.541677524768055,"description":"best chunks","operation":"sum","details":[{"value":4.541677524768055,"description":"bm25f","operation":"sum","details":[{"value":3.7811464585439802,"description":"term \"order\"","operation":"product","details":[{"value":1,"description":"occurs once in the query"},{"value":1.3248031771816722,"description":"idf to the power of 0.35: in 1 of 13 chunks"},{"value":2.854119407071339,"description":"frequency: 3 in body, 1 in symbols, 1 in path"}]},{"value":0.7605310662240748,"description":"term \"cart\"","operation":"product","details":[{"value":1,"description":"occurs once in the query"},{"value":0.31350921399220244,"description":"idf to the power of 0.35: in 13 of 13 chunks"},{"value":2.4258651174539025,"description":"frequency: 4 in body"}]}]}]},{"value":0.22018295983070052,"description":"one over the best file''s"}]}]},{"value":0.6,"description":"text","operation":"product","details":[{"value":0.6,"description":"weight"},{"value":1,"description":"share of the best file''s","operation":"product","details":[{"value":2.7593197370902707,"description":"BM25 of the whole file"},{"value":0.36240816406963755,"description":"one over the best file''s"}]}]},{"value":0.6,"description":"name","operation":"product","details":[{"value":0.6,"description":"weight"},{"value":1,"description":"share of the file''s name that the query holds, less the longer the query"}]}]}]}}');
INSERT INTO fragments VALUES (6,2,NULL,'src/cart.ts',1,19,'ef706e6812b764bc23fd57e3c9cedb34afc0819a8b98726c87d45e7499034fd9','d3b17eba514ba7430a9c51fddd35c11e081742bf705dd86d8fbab753d1e688c6','before','outline','project',32,1.0143042801320097,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"addUp","explanation":{"value":1.0143042801320097,"description":"score","operation":"product","details":[{"value":1.0143042801320097,"description":"evidence","operation":"sum","details":[{"value":0.2738583831908322,"description":"chunks","operation":"product","details":[{"value":1,"description":"weight"},{"value":0.2738583831908322,"description":"chunks","operation":"product","details":[{"value":1.2437764639071203,"description":"best chunks","operation":"sum","details":[{"value":0.9230801452692952,"description":"bm25f","operation":"sum","details":[{"value":0.9230801452692952,"description":"term \"cart\"","operation":"product","details":[{"value":1,"description":"occurs once in the query"},{"value":0.31350921399220244,"description":"idf to the power of 0.35: in 13 of 13 chunks"},{"value":2.9443477386672723,"description":"frequency: 14 in body, 1 in path"}]}]},{"value":0.3206963186378252,"description":"next best chunk","operation":"product","details":[{"value":0.35,"description":"weight"},{"value":0.9162751961080722,"description":"bm25f"}]}]},{"value":0.22018295983070055,"description":"one over the best file''s"}]}]},{"value":0.14044589694117754,"description":"text","operation":"product","details":[{"value":0.6,"description":"weight"},{"value":0.23407649490196258,"description":"share of the best file''s","operation":"product","details":[{"value":0.6458918923718955,"description":"BM25 of the whole file"},{"value":0.36240816406963755,"description":"one over the best file''s"}]}]},{"value":0.6,"description":"name","operation":"product","details":[{"value":0.6,"description":"weight"},{"value":1,"description":"share of the file''s name that the query holds, less the longer the query"}]}]}]},"shown":"4: export function addUp(cart: string): number"}');
INSERT INTO fragments VALUES (7,1,NULL,'odd folder/cart #1 100%.md',1,3,'2c6334382fc75dd5e389a7ef80ef45119e741d4b538ded0a971b28f3b84281ea','b5073feb880ea0a1bfffe6d0e6b0c2e3dfbfeda0d2a40071c1a6e896afded86f','before','whole','project',37,1.08,'document',NULL,NULL,NULL,'{"language":"markdown","symbol":"Odd cart","keys":"RTHS/goB47DEQpj8CGHM0p4G"}');
INSERT INTO fragments VALUES (7,2,NULL,'src/cart.ts',1,24,'b287cbced3b06c09a8a34ef0b8e226eb36e2ce28140a460580398a446f8e6d2d','d3b17eba514ba7430a9c51fddd35c11e081742bf705dd86d8fbab753d1e688c6','before','whole','project',251,1.0671364752343964,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"addUp","keys":"EoUW/gzQ47DEQpj8EJgNjeqIx1kiFMLuS0e1oCNmUa724CKWO/gIfhlWB61LX4FFC7yzOkuWe43HQAgBpHjmSx0hjB3ow5Uwlz3D725L5xnUTjDHAUe+h0oVlDNkULl/89KrvLQHSycafV/q0Qs2qnSl47DEQpj8arsouWJP3Hr6p+oYkG/sOctD0Qs2qnSl"}');
INSERT INTO fragments VALUES (7,3,NULL,'docs/cart.md',1,20,'d351605e16cdaf13abc5a450038055f2b91b4da0e90dc0cbccb55ebc33d536fb','be03a767089b6e6d540a5b204a008d1ed62d64093ab00eda9682be9ac47958e4','before','whole','project',185,0.5873097256645651,'document',NULL,NULL,NULL,'{"language":"markdown","symbol":"Carts","keys":"yz+R1U7uYadBQoylyz+R1U7u47DEQpj8ee98nwGK47DEQpj85uDyTrOX47DEQpj8tfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0Kem"}');
INSERT INTO fragments VALUES (8,1,NULL,'src/cart.ts',1,24,'b287cbced3b06c09a8a34ef0b8e226eb36e2ce28140a460580398a446f8e6d2d','d3b17eba514ba7430a9c51fddd35c11e081742bf705dd86d8fbab753d1e688c6','before','whole','project',253,1,'code','primary',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"],"keys":"EoUW/gzQ47DEQpj8EJgNjeqIx1kiFMLuS0e1oCNmUa724CKWO/gIfhlWB61LX4FFC7yzOkuWe43HQAgBpHjmSx0hjB3ow5Uwlz3D725L5xnUTjDHAUe+h0oVlDNkULl/89KrvLQHSycafV/q0Qs2qnSl47DEQpj8arsouWJP3Hr6p+oYkG/sOctD0Qs2qnSl"}');
INSERT INTO fragments VALUES (8,2,NULL,'src/large.ts',1,109,'e6bf8c891421742df1e21475c28755e2cf4cc1a6e249b8c00cdf770ca47c4143','c383efff944996699033b9118176ceeca49a422c9902685d9c962fb079486f8e','before','whole','project',770,1,'code','primary',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"],"keys":"TlKTqVlvKaCQMqo/i1TBHg60jNDF/bqB38OyWHeuc32xZsea47DEQpj8WZU2ZHZ1TQzaUDMNnuJWGl0ifAoFpaVUc32xZsea47DEQpj8r8zYmrNURZyvdwC6vIAO+2fpZq/VL/hcc32xZsea47DEQpj8jOy6GFE+ULNSW1Q6gKYw13hrgs94Z0V+c32xZsea47DEQpj8QZfBxQH5bK5VuRztNVpJKVPsxRDNBy33c32xZsea47DEQpj8g18B05tJpqvsPqQjfsv87DaQ3STPdjHpc32xZsea47DEQpj84Ocwo/BamZxvpyO5pW9q7YxROLIsSxFwc32xZsea47DEQpj8tTLpvXVH9BHQy+xDsp7kloIC5NSfS/PHc32xZsea47DEQpj8a0lynVLO3ULSX6YPjtacRXKgTmCxEtAKc32xZsea47DEQpj8Y4OH1xeK6f9uD2LcJC0Zu7XGi/SSCJ6Sc32xZsea47DEQpj8Y+ZlPTW2q/Pl90Alf/8nuG/+zIzp9M35c32xZsea47DEQpj87lfuwfF7Pd2km1+cex/RR6LP1zaNXWtyc32xZsea47DEQpj858zYqUDvXDVdpADcL661qkKWYo2NmwVBc32xZsea47DEQpj8AXOwJUx5hq21RswM2MXxBjhIpjwRzPzOc32xZsea47DEQpj8XlBCBt+YdB95pzLPYdQjMDCCKQAB7ehhc32xZsea47DEQpj8XDF5xBWmA50yv+4JYM0gfv5zoB2XJnSyc32xZsea47DEQpj84K6H+VoD5VwLJg0wlXmfs1pKgfukGDTTc32xZsea47DEQpj8LOR+tZJ7U2EXETzRq3M0X0RWQCIu4HDzc32xZsea0Qs2qnSl"}');
INSERT INTO fragments VALUES (8,3,NULL,'src/price.ts',1,4,'d99efdebafe15c01bb30621bb348c76f8175e281aefea8d4132f9b5112841b85','f1cb8c3c3270529270ea0df461c3ea38a6fce38a111b4e3c31c0eec3c3e9e4f9','before','outline','project',46,1,'code','read',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"],"shown":"2: export function price(cart: string, item: number): number\n  The price of an item in a cart."}');
INSERT INTO fragments VALUES (8,4,NULL,'docs/cart.md',4,20,'0bc2e2b5ae16e86f9ddb8fbf0132e1fbff1eec426265bc25b36c98e831c4157e','be03a767089b6e6d540a5b204a008d1ed62d64093ab00eda9682be9ac47958e4','before','snippet','project',179,1.1,'document','document','cart',1,'{"language":"markdown","symbol":"Carts","reasons":["the issue names it","words of the issue"],"keys":"47DEQpj8ee98nwGK47DEQpj85uDyTrOX47DEQpj8tfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0Kem"}');
INSERT INTO fragments VALUES (8,5,NULL,'src/order.ts',4,6,'9eec1d6d1539cf9b3f427c52bf015176bd010052ca61ffa7710e768076f93dff','effd52608ba47f3674e36836944f58cee09dd6205a45737200ef5f57aba4ad9d','before','snippet','project',40,1,'code','caller',NULL,NULL,'{"language":"typescript","symbol":"order","reasons":["calls addUp"],"keys":"13PePryuTpuQMw9p0Qs2qnSl"}');
INSERT INTO fragments VALUES (8,6,NULL,'src/price.ts',1,4,'f82afa717cf1b9de595b35b42ab8a041b48e4f5ea41b551957d3fb501e77af28','f1cb8c3c3270529270ea0df461c3ea38a6fce38a111b4e3c31c0eec3c3e9e4f9','before','whole','project',54,1,'code','callee',NULL,NULL,'{"language":"typescript","symbol":"price","reasons":["addUp calls price","ranked for the issue"],"keys":"col6ZXDqk6qW1mxGsb9v2+tt0Qs2qnSl"}');
INSERT INTO fragments VALUES (9,1,NULL,'src/cart.ts',1,24,'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855','d3b17eba514ba7430a9c51fddd35c11e081742bf705dd86d8fbab753d1e688c6','before','reference','project',15,1,'code','primary',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"]}');
INSERT INTO fragments VALUES (9,2,NULL,'src/large.ts',1,109,'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855','c383efff944996699033b9118176ceeca49a422c9902685d9c962fb079486f8e','before','reference','project',23,1,'code','primary',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"],"remark":"The same text as src/cart.ts."}');
INSERT INTO fragments VALUES (9,3,NULL,'src/price.ts',1,4,'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855','f1cb8c3c3270529270ea0df461c3ea38a6fce38a111b4e3c31c0eec3c3e9e4f9','before','reference','project',14,1,'code','read',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"]}');
INSERT INTO fragments VALUES (9,4,NULL,'docs/cart.md',4,20,'0bc2e2b5ae16e86f9ddb8fbf0132e1fbff1eec426265bc25b36c98e831c4157e','be03a767089b6e6d540a5b204a008d1ed62d64093ab00eda9682be9ac47958e4','before','snippet','project',179,1.1,'document','document','cart',1,'{"language":"markdown","symbol":"Carts","reasons":["the issue names it","words of the issue"],"keys":"47DEQpj8ee98nwGK47DEQpj85uDyTrOX47DEQpj8tfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0Kem"}');
INSERT INTO fragments VALUES (9,5,NULL,'src/order.ts',4,6,'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855','effd52608ba47f3674e36836944f58cee09dd6205a45737200ef5f57aba4ad9d','before','reference','project',14,1,'code','caller',NULL,NULL,'{"language":"typescript","symbol":"order","reasons":["calls addUp"]}');
INSERT INTO fragments VALUES (10,1,NULL,'docs/price.md',1,3,'bd6ce25d2eff4e9f099d0b20254eb3052817d60bfc9299d61eda5a57734bfdaa','2deb449c0c681c91cbb82ea106a556281bc8395fd08171b361e5a6c0b4e289eb','before','whole','project',35,1,'document','requested',NULL,NULL,'{"language":"markdown","symbol":"Price","reasons":["the agent asked for it"],"keys":"2h3IMpo+47DEQpj8DN9u3mz4"}');
INSERT INTO fragments VALUES (10,2,NULL,'src/order.ts',3,3,'508e8c2d2fa39cc67af11be031ce78a25fa79b26c3567ee5053037c3a8be2acb','effd52608ba47f3674e36836944f58cee09dd6205a45737200ef5f57aba4ad9d','before','snippet','project',36,1,'code','requested',NULL,NULL,'{"language":"typescript","remark":"The lines of it that are not here were given before.","reasons":["the agent asked for it"],"keys":"UI6MLS+j"}');
INSERT INTO fragments VALUES (14,1,NULL,'docs/price.md',1,3,'bd6ce25d2eff4e9f099d0b20254eb3052817d60bfc9299d61eda5a57734bfdaa','2deb449c0c681c91cbb82ea106a556281bc8395fd08171b361e5a6c0b4e289eb','before','whole','project',34,1,'document','requested',NULL,NULL,'{"language":"markdown","reasons":["the agent asked for it"],"keys":"2h3IMpo+47DEQpj8DN9u3mz4"}');
INSERT INTO fragments VALUES (15,1,NULL,'src/large.ts',38,54,'95262e2d9864e843721dbd4245d6be77cef3eeab1fc2c20688538fdcc4df573a','c383efff944996699033b9118176ceeca49a422c9902685d9c962fb079486f8e','before','snippet','project',142,1.6,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"Ledger.book6","keys":"4Ocwo/BamZxvpyO5pW9q7YxROLIsSxFwc32xZsea47DEQpj8tTLpvXVH9BHQy+xDsp7kloIC5NSfS/PHc32xZsea47DEQpj8a0lynVLO3ULSX6YPjtacRXKgTmCxEtAKc32xZsea"}');
INSERT INTO fragments VALUES (15,2,NULL,'src/cart.ts',1,19,'982e0ff8e67e9b47287e9ec331e02036408af91ffca75c7c69fcb8731c6ae954','d3b17eba514ba7430a9c51fddd35c11e081742bf705dd86d8fbab753d1e688c6','before','snippet','project',226,1.3981990174851286,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"addUp","keys":"EoUW/gzQ47DEQpj8EJgNjeqIx1kiFMLuS0e1oCNmUa724CKWO/gIfhlWB61LX4FFC7yzOkuWe43HQAgBpHjmSx0hjB3ow5Uwlz3D725L5xnUTjDHAUe+h0oVlDNkULl/89KrvLQHSycafV/q0Qs2qnSl"}');
INSERT INTO fragments VALUES (16,1,NULL,'src/large.ts',92,109,'0e2f6e09977ad3c0715b73338e6e3100039bad92331e56af1a7d89d468996d9c','c383efff944996699033b9118176ceeca49a422c9902685d9c962fb079486f8e','before','snippet','project',143,1.6,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"Ledger.book15","keys":"XDF5xBWmA50yv+4JYM0gfv5zoB2XJnSyc32xZsea47DEQpj84K6H+VoD5VwLJg0wlXmfs1pKgfukGDTTc32xZsea47DEQpj8LOR+tZJ7U2EXETzRq3M0X0RWQCIu4HDzc32xZsea0Qs2qnSl"}');
INSERT INTO fragments VALUES (17,1,NULL,'src/large.ts',103,109,'ca77b895425d22f765eb26dd90a8498723012b79823302b4a961ba55a757f59a','9b296971a98eb4c3840d64d0116f945aef36652e62d167d498f21e96818908dd','before','snippet','project',82,1.6,'code',NULL,NULL,NULL,'{"language":"typescript","symbol":"Ledger.book15","remark":"Changed since it was given; the lines of it that are not here are as they were.","keys":"47DEQpj8LOR+tZJ7U2EXETzRrlnoCm/zQCIu4HDzc32xZsea0Qs2qnSl"}');
INSERT INTO fragments VALUES (19,1,NULL,'src/large.ts',103,109,'ca77b895425d22f765eb26dd90a8498723012b79823302b4a961ba55a757f59a','9b296971a98eb4c3840d64d0116f945aef36652e62d167d498f21e96818908dd','before','snippet','project',83,1,'code','primary',NULL,NULL,'{"language":"typescript","remark":"Changed since it was given; the lines of it that are not here are as they were.","reasons":["in the manifest"],"keys":"47DEQpj8LOR+tZJ7U2EXETzRrlnoCm/zQCIu4HDzc32xZsea0Qs2qnSl"}');
INSERT INTO fragments VALUES (20,1,NULL,'src/cart.ts',1,24,'b287cbced3b06c09a8a34ef0b8e226eb36e2ce28140a460580398a446f8e6d2d','d3b17eba514ba7430a9c51fddd35c11e081742bf705dd86d8fbab753d1e688c6','before','whole','project',253,1,'code','primary',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"],"keys":"EoUW/gzQ47DEQpj8EJgNjeqIx1kiFMLuS0e1oCNmUa724CKWO/gIfhlWB61LX4FFC7yzOkuWe43HQAgBpHjmSx0hjB3ow5Uwlz3D725L5xnUTjDHAUe+h0oVlDNkULl/89KrvLQHSycafV/q0Qs2qnSl47DEQpj8arsouWJP3Hr6p+oYkG/sOctD0Qs2qnSl"}');
INSERT INTO fragments VALUES (20,2,NULL,'src/large.ts',1,109,'a1982bd59cd9dd1aff0ffd8f0f6e5b4fc578da8aefd476c7403f8035a8b44abc','9b296971a98eb4c3840d64d0116f945aef36652e62d167d498f21e96818908dd','before','whole','project',772,1,'code','primary',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"],"keys":"TlKTqVlvKaCQMqo/i1TBHg60jNDF/bqB38OyWHeuc32xZsea47DEQpj8WZU2ZHZ1TQzaUDMNnuJWGl0ifAoFpaVUc32xZsea47DEQpj8r8zYmrNURZyvdwC6vIAO+2fpZq/VL/hcc32xZsea47DEQpj8jOy6GFE+ULNSW1Q6gKYw13hrgs94Z0V+c32xZsea47DEQpj8QZfBxQH5bK5VuRztNVpJKVPsxRDNBy33c32xZsea47DEQpj8g18B05tJpqvsPqQjfsv87DaQ3STPdjHpc32xZsea47DEQpj84Ocwo/BamZxvpyO5pW9q7YxROLIsSxFwc32xZsea47DEQpj8tTLpvXVH9BHQy+xDsp7kloIC5NSfS/PHc32xZsea47DEQpj8a0lynVLO3ULSX6YPjtacRXKgTmCxEtAKc32xZsea47DEQpj8Y4OH1xeK6f9uD2LcJC0Zu7XGi/SSCJ6Sc32xZsea47DEQpj8Y+ZlPTW2q/Pl90Alf/8nuG/+zIzp9M35c32xZsea47DEQpj87lfuwfF7Pd2km1+cex/RR6LP1zaNXWtyc32xZsea47DEQpj858zYqUDvXDVdpADcL661qkKWYo2NmwVBc32xZsea47DEQpj8AXOwJUx5hq21RswM2MXxBjhIpjwRzPzOc32xZsea47DEQpj8XlBCBt+YdB95pzLPYdQjMDCCKQAB7ehhc32xZsea47DEQpj8XDF5xBWmA50yv+4JYM0gfv5zoB2XJnSyc32xZsea47DEQpj84K6H+VoD5VwLJg0wlXmfs1pKgfukGDTTc32xZsea47DEQpj8LOR+tZJ7U2EXETzRrlnoCm/zQCIu4HDzc32xZsea0Qs2qnSl"}');
INSERT INTO fragments VALUES (20,3,NULL,'src/price.ts',1,4,'d99efdebafe15c01bb30621bb348c76f8175e281aefea8d4132f9b5112841b85','f1cb8c3c3270529270ea0df461c3ea38a6fce38a111b4e3c31c0eec3c3e9e4f9','before','outline','project',46,1,'code','read',NULL,NULL,'{"language":"typescript","reasons":["in the manifest"],"shown":"2: export function price(cart: string, item: number): number\n  The price of an item in a cart."}');
INSERT INTO fragments VALUES (20,4,NULL,'docs/cart.md',4,20,'0bc2e2b5ae16e86f9ddb8fbf0132e1fbff1eec426265bc25b36c98e831c4157e','be03a767089b6e6d540a5b204a008d1ed62d64093ab00eda9682be9ac47958e4','before','snippet','project',179,1.1,'document','document','cart',1,'{"language":"markdown","symbol":"Carts","reasons":["the issue names it","words of the issue"],"keys":"47DEQpj8ee98nwGK47DEQpj85uDyTrOX47DEQpj8tfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0KemtfKP0Kem"}');
INSERT INTO fragments VALUES (20,5,NULL,'src/order.ts',4,6,'9eec1d6d1539cf9b3f427c52bf015176bd010052ca61ffa7710e768076f93dff','effd52608ba47f3674e36836944f58cee09dd6205a45737200ef5f57aba4ad9d','before','snippet','project',40,1,'code','caller',NULL,NULL,'{"language":"typescript","symbol":"order","reasons":["calls addUp"],"keys":"13PePryuTpuQMw9p0Qs2qnSl"}');
INSERT INTO fragments VALUES (20,6,NULL,'src/price.ts',1,4,'f82afa717cf1b9de595b35b42ab8a041b48e4f5ea41b551957d3fb501e77af28','f1cb8c3c3270529270ea0df461c3ea38a6fce38a111b4e3c31c0eec3c3e9e4f9','before','whole','project',54,1,'code','callee',NULL,NULL,'{"language":"typescript","symbol":"price","reasons":["addUp calls price","ranked for the issue"],"keys":"col6ZXDqk6qW1mxGsb9v2+tt0Qs2qnSl"}');
INSERT INTO omissions VALUES (4,1,NULL,'odd folder/cart #1 100%.md',1,3,37,'relevance');
INSERT INTO omissions VALUES (4,2,NULL,'src/large.ts',20,36,142,'relevance');
INSERT INTO omissions VALUES (4,3,NULL,'src/cart.ts',21,24,39,'relevance');
INSERT INTO omissions VALUES (4,4,NULL,'src/price.ts',1,4,52,'relevance');
INSERT INTO omissions VALUES (4,5,NULL,'src/large.ts',38,54,142,'relevance');
INSERT INTO omissions VALUES (4,6,NULL,'docs/price.md',1,3,32,'relevance');
INSERT INTO omissions VALUES (4,7,NULL,'src/large.ts',56,72,142,'relevance');
INSERT INTO omissions VALUES (4,8,NULL,'src/large.ts',74,90,142,'relevance');
INSERT INTO omissions VALUES (4,9,NULL,'src/large.ts',92,109,143,'relevance');
INSERT INTO omissions VALUES (4,10,NULL,'src/large.ts',1,18,144,'relevance');
INSERT INTO omissions VALUES (6,1,NULL,'docs/cart.md',1,20,185,'relevance');
INSERT INTO omissions VALUES (6,2,NULL,'src/cart.ts',21,24,39,'relevance');
INSERT INTO omissions VALUES (6,3,NULL,'src/large.ts',20,36,142,'relevance');
INSERT INTO omissions VALUES (6,4,NULL,'odd folder/cart #1 100%.md',1,3,37,'relevance');
INSERT INTO omissions VALUES (6,5,NULL,'src/price.ts',1,4,52,'relevance');
INSERT INTO omissions VALUES (6,6,NULL,'src/large.ts',38,54,142,'relevance');
INSERT INTO omissions VALUES (6,7,NULL,'docs/price.md',1,3,32,'relevance');
INSERT INTO omissions VALUES (6,8,NULL,'src/large.ts',56,72,142,'relevance');
INSERT INTO omissions VALUES (6,9,NULL,'src/large.ts',74,90,142,'relevance');
INSERT INTO omissions VALUES (6,10,NULL,'src/large.ts',92,109,143,'relevance');
INSERT INTO omissions VALUES (6,11,NULL,'src/large.ts',1,18,144,'relevance');
INSERT INTO omissions VALUES (7,1,NULL,'src/large.ts',20,36,142,'relevance');
INSERT INTO omissions VALUES (7,2,NULL,'src/order.ts',1,6,57,'relevance');
INSERT INTO omissions VALUES (7,3,NULL,'src/price.ts',1,4,52,'relevance');
INSERT INTO omissions VALUES (7,4,NULL,'src/large.ts',38,54,142,'relevance');
INSERT INTO omissions VALUES (7,5,NULL,'docs/price.md',1,3,32,'relevance');
INSERT INTO omissions VALUES (7,6,NULL,'src/large.ts',56,72,142,'relevance');
INSERT INTO omissions VALUES (7,7,NULL,'src/large.ts',74,90,142,'relevance');
INSERT INTO omissions VALUES (7,8,NULL,'src/large.ts',92,109,143,'relevance');
INSERT INTO omissions VALUES (7,9,NULL,'src/large.ts',1,18,144,'relevance');
INSERT INTO omissions VALUES (8,1,NULL,'src/order.ts',1,3,33,'relevance');
INSERT INTO omissions VALUES (8,2,NULL,'docs/price.md',1,3,36,'relevance');
INSERT INTO omissions VALUES (8,3,NULL,'odd folder/cart #1 100%.md',1,3,40,'relevance');
INSERT INTO omissions VALUES (9,1,NULL,'src/order.ts',1,3,12,'relevance');
INSERT INTO omissions VALUES (9,2,NULL,'docs/price.md',1,3,36,'relevance');
INSERT INTO omissions VALUES (9,3,NULL,'odd folder/cart #1 100%.md',1,3,40,'relevance');
INSERT INTO omissions VALUES (10,1,NULL,'src/order.ts',4,6,39,'already_present');
INSERT INTO omissions VALUES (13,1,NULL,'src/large.ts',1,18,144,'already_present');
INSERT INTO omissions VALUES (13,2,NULL,'src/large.ts',20,36,142,'already_present');
INSERT INTO omissions VALUES (13,3,NULL,'src/large.ts',38,54,142,'already_present');
INSERT INTO omissions VALUES (13,4,NULL,'src/large.ts',56,72,142,'already_present');
INSERT INTO omissions VALUES (13,5,NULL,'src/large.ts',74,90,142,'already_present');
INSERT INTO omissions VALUES (13,6,NULL,'src/large.ts',92,109,143,'already_present');
INSERT INTO omissions VALUES (15,1,NULL,'src/large.ts',20,36,142,'relevance');
INSERT INTO omissions VALUES (15,2,NULL,'src/large.ts',56,72,142,'relevance');
INSERT INTO omissions VALUES (15,3,NULL,'src/large.ts',1,18,144,'relevance');
INSERT INTO omissions VALUES (16,1,NULL,'src/large.ts',20,36,142,'relevance');
INSERT INTO omissions VALUES (16,2,NULL,'src/large.ts',38,54,142,'relevance');
INSERT INTO omissions VALUES (16,3,NULL,'src/large.ts',56,72,142,'relevance');
INSERT INTO omissions VALUES (16,4,NULL,'src/large.ts',74,90,142,'relevance');
INSERT INTO omissions VALUES (16,5,NULL,'src/large.ts',1,18,144,'relevance');
INSERT INTO omissions VALUES (17,1,NULL,'src/large.ts',20,36,142,'relevance');
INSERT INTO omissions VALUES (17,2,NULL,'src/large.ts',38,54,142,'relevance');
INSERT INTO omissions VALUES (17,3,NULL,'src/large.ts',56,72,142,'relevance');
INSERT INTO omissions VALUES (17,4,NULL,'src/large.ts',74,90,142,'relevance');
INSERT INTO omissions VALUES (17,5,NULL,'src/large.ts',1,18,144,'relevance');
INSERT INTO omissions VALUES (17,6,NULL,'src/large.ts',92,102,101,'already_present');
INSERT INTO omissions VALUES (18,1,NULL,'docs/cart.md',1,3,34,'relevance');
INSERT INTO omissions VALUES (18,2,NULL,'src/order.ts',1,2,39,'relevance');
INSERT INTO omissions VALUES (18,3,NULL,'odd folder/cart #1 100%.md',1,3,37,'relevance');
INSERT INTO omissions VALUES (18,4,NULL,'src/large.ts',103,109,82,'relevance');
INSERT INTO omissions VALUES (18,5,NULL,'src/cart.ts',21,24,39,'already_present');
INSERT INTO omissions VALUES (18,6,NULL,'docs/cart.md',4,20,175,'already_present');
INSERT INTO omissions VALUES (18,7,NULL,'src/large.ts',20,36,142,'already_present');
INSERT INTO omissions VALUES (18,8,NULL,'src/order.ts',3,6,44,'already_present');
INSERT INTO omissions VALUES (18,9,NULL,'src/price.ts',1,4,52,'already_present');
INSERT INTO omissions VALUES (18,10,NULL,'src/cart.ts',1,19,226,'already_present');
INSERT INTO omissions VALUES (18,11,NULL,'src/large.ts',38,54,142,'already_present');
INSERT INTO omissions VALUES (18,12,NULL,'docs/price.md',1,3,32,'already_present');
INSERT INTO omissions VALUES (18,13,NULL,'src/large.ts',56,72,142,'already_present');
INSERT INTO omissions VALUES (18,14,NULL,'src/large.ts',74,90,142,'already_present');
INSERT INTO omissions VALUES (18,15,NULL,'src/large.ts',92,102,101,'already_present');
INSERT INTO omissions VALUES (18,16,NULL,'src/large.ts',1,18,144,'already_present');
INSERT INTO omissions VALUES (19,1,NULL,'src/order.ts',1,2,39,'relevance');
INSERT INTO omissions VALUES (19,2,NULL,'src/cart.ts',1,24,253,'already_present');
INSERT INTO omissions VALUES (19,3,NULL,'src/large.ts',1,102,725,'already_present');
INSERT INTO omissions VALUES (19,4,NULL,'src/price.ts',1,4,52,'already_present');
INSERT INTO omissions VALUES (19,5,NULL,'docs/cart.md',4,20,179,'already_present');
INSERT INTO omissions VALUES (19,6,NULL,'src/order.ts',3,6,44,'already_present');
INSERT INTO omissions VALUES (19,7,NULL,'docs/price.md',1,3,36,'relevance');
INSERT INTO omissions VALUES (19,8,NULL,'odd folder/cart #1 100%.md',1,3,40,'relevance');
INSERT INTO omissions VALUES (20,1,NULL,'src/order.ts',1,3,33,'relevance');
INSERT INTO omissions VALUES (20,2,NULL,'docs/price.md',1,3,36,'relevance');
INSERT INTO omissions VALUES (20,3,NULL,'odd folder/cart #1 100%.md',1,3,40,'relevance');
CREATE INDEX records_by_session ON records (session, id) WHERE session IS NOT NULL;
CREATE UNIQUE INDEX records_by_round ON records (session, round) WHERE round IS NOT NULL;
CREATE TRIGGER records_kept BEFORE UPDATE ON records
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE INDEX record_texts_by_text ON record_texts (text);
CREATE TRIGGER texts_once BEFORE INSERT ON texts
WHEN EXISTS (SELECT 1 FROM texts WHERE id = NEW.id OR hash = NEW.hash)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER texts_kept BEFORE UPDATE ON texts
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER texts_never_deleted BEFORE DELETE ON texts
WHEN EXISTS (SELECT 1 FROM record_texts WHERE text = OLD.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_texts_once BEFORE INSERT ON record_texts
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_texts_kept BEFORE UPDATE ON record_texts
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER prunings_once BEFORE INSERT ON prunings
WHEN EXISTS (SELECT 1 FROM prunings WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER prunings_kept BEFORE UPDATE ON prunings
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER prunings_never_deleted BEFORE DELETE ON prunings
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER pruned_once BEFORE INSERT ON pruned
WHEN NOT EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
  OR EXISTS (SELECT 1 FROM pruned WHERE record = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER pruned_kept BEFORE UPDATE ON pruned
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER pruned_never_deleted BEFORE DELETE ON pruned
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER records_once BEFORE INSERT ON records
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.id)
  OR EXISTS (SELECT 1 FROM pruned WHERE record = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER records_never_deleted BEFORE DELETE ON records
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_texts_never_deleted BEFORE DELETE ON record_texts
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER withdrawn_once BEFORE INSERT ON withdrawn
WHEN EXISTS (SELECT 1 FROM withdrawn WHERE record = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER withdrawn_kept BEFORE UPDATE ON withdrawn
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER withdrawn_never_deleted BEFORE DELETE ON withdrawn
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER fragments_once BEFORE INSERT ON fragments
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER fragments_kept BEFORE UPDATE ON fragments
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER fragments_never_deleted BEFORE DELETE ON fragments
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER omissions_once BEFORE INSERT ON omissions
WHEN EXISTS (SELECT 1 FROM records WHERE id = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER omissions_kept BEFORE UPDATE ON omissions
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER omissions_never_deleted BEFORE DELETE ON omissions
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE INDEX tier_injections_by_source ON tier_injections (session, source, id);
CREATE INDEX tier_injections_by_time ON tier_injections (session, reason, time);
CREATE TRIGGER tier_injections_once BEFORE INSERT ON tier_injections
WHEN EXISTS (SELECT 1 FROM tier_injections WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER tier_injections_kept BEFORE UPDATE ON tier_injections
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE INDEX session_activity_by_session ON session_activity (session, id);
CREATE TRIGGER tier_injections_never_deleted BEFORE DELETE ON tier_injections
WHEN EXISTS (SELECT 1 FROM records WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE INDEX tier_injections_by_record ON tier_injections (record);
CREATE TRIGGER record_sums_once BEFORE INSERT ON record_sums
WHEN EXISTS (SELECT 1 FROM record_sums WHERE record = NEW.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_sums_kept BEFORE UPDATE ON record_sums
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
CREATE TRIGGER record_sums_never_deleted BEFORE DELETE ON record_sums
WHEN NOT EXISTS (SELECT 1 FROM pruned WHERE record = OLD.record)
BEGIN SELECT RAISE(ABORT, 'records are append-only'); END;
PRAGMA application_id = 1685287796;
PRAGMA user_version = 12;
COMMIT;
