#!/bin/sh
# mailauth 4.13.3, the last version for Node.js 20, calls a valid DKIM signature "fail" when a signed header holds raw UTF-8
# (RFC 6532) with the byte A0, as in "à" (C3 A0), the Cyrillic "Р" (D0 A0) or "📠". It reads bytes as Latin-1, where A0 is a
# no-break space, and its relaxed form folds all that JavaScript's \s matches; RFC 6376 section 3.4.2 folds only spaces and tabs.
# "é" passes, and c=simple. So does all in mailauth 7.1.0, which needs Node.js 22. Signs and verifies with dkimpy 1.1.8, then
# verifies with mailauth; succeeds while they differ. Needs Node.js and Python 3.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund mailauth@4.13.3
python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8

cat >keys.cjs <<'NODE'
const { generateKeyPairSync } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
writeFileSync('key.pem', privateKey.export({ type: 'pkcs1', format: 'pem' }));
const shared = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
writeFileSync('record.txt', `v=DKIM1; k=rsa; p=${shared}`);
NODE
node keys.cjs

cat >sign.py <<'PYTHON'
import dkim

key = open('key.pem', 'rb').read()
record = open('record.txt', 'rb').read()
subjects = {'plain': 'Hello', 'accent': 'Été', 'grave': 'Voilà tout', 'cyrillic': 'Россия'}
for name, subject in subjects.items():
    for form in (b'relaxed', b'simple'):
        message = f'From: a@example.com\r\nTo: b@example.org\r\nSubject: {subject}\r\n\r\nHi\r\n'.encode()
        fields = dict(include_headers=[b'from', b'to', b'subject'], canonicalize=(form, form))
        signed = dkim.sign(message, b'one', b'example.com', key, **fields) + message
        valid = dkim.verify(signed, dnsfunc=lambda name, timeout=5: record)
        file = f'{name}-{form.decode()}.eml'
        open(file, 'wb').write(signed)
        print(file, 'pass' if valid else 'fail')
PYTHON
venv/bin/python sign.py | sort >dkimpy.txt

cat >verify.cjs <<'NODE'
const { readFileSync, readdirSync } = require('node:fs');
const { dkimVerify } = require('mailauth/lib/dkim/verify');
const resolver = async () => [[readFileSync('record.txt', 'utf8')]];
const verifyAll = async () => {
  for (const file of readdirSync('.').filter((name) => name.endsWith('.eml')).sort()) {
    const { results } = await dkimVerify(readFileSync(file), { resolver });
    console.log(file, results[0].status.result);
  }
};
void verifyAll();
NODE
node verify.cjs >mailauth.txt

echo 'dkimpy:' && cat dkimpy.txt
echo 'mailauth:' && cat mailauth.txt
[ "$(grep -c ' pass$' dkimpy.txt)" = 8 ]
[ "$(grep -v ' pass$' mailauth.txt)" = 'cyrillic-relaxed.eml fail
grave-relaxed.eml fail' ]
