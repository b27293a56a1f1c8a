#!/bin/sh
# postal-mime 4.0.0 knows no attachment "app.log" when it is text/plain with "Content-Disposition: inline; filename=app.log":
# the file's text is put at the end of the email's text and its name is gone. The same file as text/csv is an attachment.
# RFC 2183 section 2.3 gives a filename to inline parts too: whoever saves the part needs it. Python lists both files.
# Prints what both see; succeeds while they differ. Needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund postal-mime@4.0.0

cat >message.txt <<'MESSAGE'
From: a@example.com
Subject: Two files
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=part

--part
Content-Type: text/plain

See the files.
--part
Content-Type: text/plain; name=app.log
Content-Disposition: inline; filename=app.log

started
--part
Content-Type: text/csv; name=app.csv
Content-Disposition: inline; filename=app.csv

a,b
--part--
MESSAGE
sed 's/$/\r/' message.txt >message.eml

cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
const { attachments, text } = await PostalMime.parse(readFileSync('message.eml'));
console.log(JSON.stringify([attachments.map(({ filename }) => filename), text.split(/\n+/).filter(Boolean)]));
NODE
cat >read.py <<'PYTHON'
from email import message_from_binary_file, policy

message = message_from_binary_file(open('message.eml', 'rb'), policy=policy.default)
print([part.get_filename() for part in message.iter_attachments()])
PYTHON

seen=$(node read.mjs)
other=$(python3 read.py)
echo "postal-mime: $seen"
echo "Python: $other"
[ "$other" = "['app.log', 'app.csv']" ]
[ "$seen" = '[["app.csv"],["See the files.","started"]]' ]
