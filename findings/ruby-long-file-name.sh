#!/bin/sh
# A long file name that nodemailer 10.6.0 writes is scrambled by Ruby's mail 2.7.1 (Debian 12). RFC 2231 section 3 cuts a long
# parameter into numbered sections, filename*0*, filename*1* and so on, and Ruby puts them together in alphabetical order:
# 0, 1, 10, 11, 2. nodemailer writes five Japanese characters into a section, since each takes nine (%E6%9D%B1), so a name of
# 50 of them has eleven sections. Python and postal-mime 4.0.0 read the same message right.
# Prints the names; succeeds while that is so. Needs Node.js, Python 3 and Debian 12 with ruby-mail=2.7.1+dfsg1-2.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

ruby -e 'require "mail"' 2>/dev/null || apt-get install --yes --quiet ruby-mail=2.7.1+dfsg1-2 >apt.log 2>&1
npm install --silent --no-audit --no-fund nodemailer@10.6.0 postal-mime@4.0.0

cat >write.mjs <<'NODE'
import { createTransport } from 'nodemailer';
const name = Array.from('零一二三四五六', (digit) => digit + '東京都の年次報告書').join('') + '.pdf';
const transport = createTransport({ streamTransport: true, buffer: true });
const email = { from: 'a@example.org', to: 'b@example.com', text: 'Hi', attachments: [{ filename: name, content: 'x' }] };
process.stdout.write((await transport.sendMail(email)).message);
NODE
cat >read.rb <<'RUBY'
require 'mail'
puts 'Ruby: ' + Mail.read('message.eml').attachments.first.filename
RUBY
cat >read.py <<'PYTHON'
from email import message_from_binary_file, policy

message = message_from_binary_file(open('message.eml', 'rb'), policy=policy.default)
print('Python:', next(message.iter_attachments()).get_filename())
PYTHON
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
console.log('postal-mime:', (await PostalMime.parse(readFileSync('message.eml'))).attachments[0].filename);
NODE

node write.mjs >message.eml
grep 'filename\*' message.eml
{ ruby -Eutf-8 read.rb && PYTHONIOENCODING=utf-8 python3 read.py && node read.mjs; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Ruby: 零東京都の年次報告書五東京都の年次報告書六東京都の年次報告書.pdf書一東京都の年次報告書二東京都の年次報告書三東京都の年次報告書四東京都の年次報告
Python: 零東京都の年次報告書一東京都の年次報告書二東京都の年次報告書三東京都の年次報告書四東京都の年次報告書五東京都の年次報告書六東京都の年次報告書.pdf
postal-mime: 零東京都の年次報告書一東京都の年次報告書二東京都の年次報告書三東京都の年次報告書四東京都の年次報告書五東京都の年次報告書六東京都の年次報告書.pdf' ]
