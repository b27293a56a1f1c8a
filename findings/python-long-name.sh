#!/bin/sh
# A name that nodemailer 10.6.0 writes as two encoded words gets a space in the middle when Python's email package reads it with
# policy.default: "お客様" becomes "お客 様". RFC 2047 section 6.2 has the space between two encoded words ignored, and Python does that
# in the Subject of the same message, and in the name too with the older policy.compat32 and make_header. Only address fields
# differ. A short name fits one word, so a test with "Jörg" never shows it. Prints the names; succeeds while that is so.
# Seen with Python 3.11.7; needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund nodemailer@10.6.0

cat >write.mjs <<'NODE'
import { createTransport } from 'nodemailer';
const name = '国際観光振興機構お客様相談窓口';
const transport = createTransport({ streamTransport: true, buffer: true });
const email = { from: { name, address: 'a@example.org' }, to: 'b@example.com', subject: name, text: 'Hi' };
process.stdout.write((await transport.sendMail(email)).message);
NODE
cat >read.py <<'PYTHON'
from email import message_from_binary_file, policy
from email.header import decode_header, make_header

old = message_from_binary_file(open('message.eml', 'rb'))
new = message_from_binary_file(open('message.eml', 'rb'), policy=policy.default)
print('Subject:', new['subject'])
print('From, compat32:', make_header(decode_header(old['from'])))
print('From, policy.default:', new['from'])
PYTHON

node write.mjs >message.eml
grep -A 1 '^From' message.eml
PYTHONIOENCODING=utf-8 python3 read.py >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'Subject: 国際観光振興機構お客様相談窓口
From, compat32: 国際観光振興機構お客様相談窓口 <a@example.org>
From, policy.default: 国際観光振興機構お客 様相談窓口 <a@example.org>' ]
