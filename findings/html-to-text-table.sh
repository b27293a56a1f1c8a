#!/bin/sh
# html-to-text 10.0.1 writes the cells and the rows of a table one behind the other without a space: "Tea" and "5" become "Tea5", and
# the next row follows at once. HTML's own text of an element (innerText) has a tab between cells and a line break between rows.
# Links suffer too: text of the next cell becomes part of a URL that ends a cell, "https://example.org/aBack". The README has
# dataTable "for visually-accurate tables" and advises against it for layout, and says nothing of this; plain text made for an
# email with a layout table loses words so. Prints both forms; succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund html-to-text@10.0.1

cat >convert.mjs <<'NODE'
import { convert } from 'html-to-text';
const table = (...rows) => `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const prices = table(['Tea', '5 €'], ['Milk', '3 €']);
const links = table(['https://example.org/a', 'Back']);
const selectors = [{ selector: 'table', format: 'dataTable' }];
console.log(JSON.stringify(convert(prices)), JSON.stringify(convert(links)));
console.log(JSON.stringify(convert(prices, { selectors })), JSON.stringify(convert(links, { selectors })));
NODE

node convert.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = '"Tea5 €Milk3 €" "https://example.org/aBack"
"Tea    5 €\nMilk   3 €" "https://example.org/a   Back"' ]
