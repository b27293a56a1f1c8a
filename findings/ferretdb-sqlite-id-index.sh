#!/usr/bin/env bash
# FerretDB 1.24.0 over SQLite never uses its index of _id: the index is on `_ferretdb_sjson->"_id"`, and its query for a
# document by its _id compares `_ferretdb_sjson->'$._id'`, which SQLite takes for another expression. EXPLAIN QUERY PLAN
# says SCAN for that query, and SEARCH for the same query with the index's own expression, so a look-up by _id takes as
# long as the collection is large. Prints both plans; succeeds while that is so. Runs without this product, in a folder of
# its own. Needs Go 1.22 or newer with its module proxy, npm for mongodb 6.8.0, and the program sqlite3.
set -euo pipefail

folder=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server"; chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"

module=$(go mod download -json github.com/FerretDB/FerretDB@v1.24.0 | sed -n 's/^\s*"Dir": "\(.*\)",\?$/\1/p')
cp -R "$module" source
chmod -R u+w source
# A release's own build writes this file.
echo v1.24.0 >source/build/version/version.txt
(cd source && CGO_ENABLED=0 go build -trimpath -buildvcs=false -o ../ferretdb ./cmd/ferretdb)
npm install --silent --no-audit --no-fund mongodb@6.8.0 >/dev/null

mkdir data
./ferretdb --handler=sqlite --sqlite-url="file:$folder/data/" --listen-addr=127.0.0.1:0 --debug-addr=- \
  --state-dir="$folder" --telemetry=disable >server.log 2>&1 &
server=$!
until address=$(grep -om1 'Listening on TCP 127\.0\.0\.1:[0-9]*' server.log); do sleep 0.2; done

cat >insert.cjs <<'JS'
const { MongoClient } = require('mongodb');
(async () => {
  const client = new MongoClient(`mongodb://${process.argv[2]}/library`);
  const books = client.db().collection('books');
  await books.insertMany([{ _id: 'a' }, { _id: 'b' }]);
  console.log(JSON.stringify(await books.findOne({ _id: 'b' })));
  await client.close();
})();
JS
node insert.cjs "${address##* }"

plan() {
  sqlite3 data/library.sqlite "EXPLAIN QUERY PLAN SELECT _ferretdb_sjson FROM $table WHERE $1 = '\"b\"'" | tail -1
}
table=$(sqlite3 data/library.sqlite "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'books%'")
grep -F "IDColumn = DefaultColumn + \"->'\$._id'\"" source/internal/backends/sqlite/metadata/metadata.go
sqlite3 data/library.sqlite "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = '$table'" | tee index.sql
by_query=$(plan "_ferretdb_sjson->'\$._id'")
by_index=$(plan '_ferretdb_sjson->"_id"')
echo "as it asks: $by_query"
echo "as the index is: $by_index"

# Seen: `SCAN books_…` and `SEARCH books_… USING INDEX books_…__id_ (<expr>=?)`.
grep -qF '_ferretdb_sjson->"_id"' index.sql
[[ $by_query == *SCAN* && $by_index == *'SEARCH'*'USING INDEX'* ]]
