#!/bin/sh
# nodemailer 10.6.0 sends an attached "bounce.eml" as "Content-Disposition: inline", though its documentation has "attachment" as
# the default, and every other name gets that: the type of the file, message/rfc822, decides. postal-mime 4.0.0, by the same author,
# then lists no attachment and puts the words of the attached email below the sender's own, as if the sender had written
# them. Python lists the file in each case. contentDisposition: 'attachment' has to be set to make the two agree.
# Prints the field that is written and what both read; succeeds while that is so. Needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund nodemailer@10.6.0 postal-mime@4.0.0

cat >write.mjs <<'NODE'
import { writeFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
const content = 'From: cy@example.com\r\nSubject: Returned\r\n\r\nThere is no such mailbox.\r\n';
const write = async (name, file) => {
  const attachments = [{ content, ...file }];
  const email = { from: 'a@example.org', to: 'b@example.com', subject: 'Look', text: 'See the file.', attachments };
  writeFileSync(name, (await transport.sendMail(email)).message);
};
await write('1.eml', { filename: 'bounce.txt' });
await write('2.eml', { filename: 'bounce.eml' });
await write('3.eml', { filename: 'bounce.eml', contentDisposition: 'attachment' });
NODE
cat >read.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
const email = await PostalMime.parse(readFileSync(process.argv[2]));
const names = email.attachments.map(({ filename }) => filename).join() || 'none';
console.log(`postal-mime: ${names}, "${email.text.replace(/\s+/g, ' ').trim()}"`);
NODE
cat >read.py <<'PYTHON'
import sys
from email import message_from_bytes, policy

email = message_from_bytes(open(sys.argv[1], 'rb').read(), policy=policy.default)
print('Python:', ', '.join(part.get_filename() for part in email.iter_attachments()) or 'none')
PYTHON
node write.mjs
for name in 1 2 3; do
    grep '^Content-Disposition' $name.eml | tr -d '\r'
    node read.mjs $name.eml
    python3 read.py $name.eml
done >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
Content-Disposition: attachment; filename=bounce.txt
postal-mime: bounce.txt, "See the file."
Python: bounce.txt
Content-Disposition: inline; filename=bounce.eml
postal-mime: none, "See the file. ----------------------- From: cy@example.com Subject: Returned ----------------------- There is no such mailbox."
Python: bounce.eml
Content-Disposition: attachment; filename=bounce.eml
postal-mime: bounce.eml, "See the file."
Python: bounce.eml
EXPECTED
cmp seen.txt expected.txt
