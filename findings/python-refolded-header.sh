#!/bin/sh
# A message that Python's email package reads and writes unchanged under policy.SMTP loses its unsubscribe link and its DKIM
# signature: a header line of more than 78 characters without a space is written anew as encoded words, the URL of
# List-Unsubscribe too, where RFC 2047 section 5 allows none. RFC 5322 section 2.1.1 allows 998 characters, and no header was
# touched. policy.SMTP with refold_source='none' keeps the bytes; compat32 folds before the URL, which relaxed DKIM survives.
# Signs and verifies with dkimpy 1.1.8. Seen with Python 3.11.7; succeeds while that is so. Needs Node.js for the key.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8

cat >keys.cjs <<'NODE'
const { generateKeyPairSync } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
writeFileSync('key.pem', privateKey.export({ type: 'pkcs1', format: 'pem' }));
writeFileSync('record.txt', `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`);
NODE
node keys.cjs

cat >relay.py <<'PYTHON'
from email import message_from_bytes, policy

import dkim

url = b'<https://example.com/unsubscribe/' + b'a1b2c3d4' * 8 + b'>'
message = b'From: a@example.com\r\nSubject: Hello\r\nList-Unsubscribe: ' + url + b'\r\n\r\nHi\r\n'
signed_headers = [b'from', b'subject', b'list-unsubscribe']
relaxed = (b'relaxed', b'relaxed')
key, record = open('key.pem', 'rb').read(), open('record.txt', 'rb').read()
message = dkim.sign(message, b'one', b'example.com', key, include_headers=signed_headers, canonicalize=relaxed) + message
policies = {
    'SMTP': policy.SMTP,
    'SMTP, refold_source=none': policy.SMTP.clone(refold_source='none'),
    'compat32': policy.compat32.clone(linesep='\r\n'),
}
for name, chosen in policies.items():
    written = message_from_bytes(message, policy=chosen).as_bytes()
    valid = dkim.verify(written, dnsfunc=lambda name, timeout=5: record)
    print(f'{name}: signature', 'valid' if valid else 'broken', 'and URL', 'kept' if url in written else 'encoded')
PYTHON
venv/bin/python relay.py >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'SMTP: signature broken and URL encoded
SMTP, refold_source=none: signature valid and URL kept
compat32: signature valid and URL kept' ]
