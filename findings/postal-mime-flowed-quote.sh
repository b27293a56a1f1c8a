#!/bin/sh
# postal-mime 4.0.0 joins the lines of a quoted paragraph with their ">" still in it: "> How are " and "> you?" of a
# format=flowed message become "> How are > you?". RFC 3676 section 4.5 has the quote marks counted and removed before lines
# of the same depth are joined, so the reader gets "> How are you?". Unquoted lines are joined as they should.
# Each reply that quotes a long line and is sent as format=flowed looks so. Succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat >read.mjs <<'NODE'
import PostalMime from 'postal-mime';
const lines = ['Content-Type: text/plain; charset=utf-8; format=flowed', '', '> How are ', '> you?', 'I am ', 'fine.', ''];
const { text } = await PostalMime.parse(lines.join('\r\n'));
console.log(text.trimEnd());
NODE
node read.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = '> How are > you?
I am fine.' ]
