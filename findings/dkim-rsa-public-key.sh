#!/bin/sh
# The RSA key of a DKIM record has two spellings. RFC 6376 section 3.6.1 asks for the bare RSAPublicKey (PKCS #1), but
# "openssl rsa -pubout", which its own appendix C runs, writes a SubjectPublicKeyInfo. Verifiers do not agree on the first:
# dkimpy 1.1.8 and go-msgauth 0.7.0 verify with either; mailauth 4.13.3, the last version for Node.js 20, answers "neutral
# (unknown key type)" to the RFC's own, and 7.1.0 verifies it. One message, one key, two records; succeeds while that is so.
# Needs Node.js, Go and Python 3.
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
for (const type of ['pkcs1', 'spki']) {
  const bytes = publicKey.export({ type, format: 'der' });
  writeFileSync(`${type}.txt`, `v=DKIM1; k=rsa; p=${bytes.toString('base64')}`);
}
NODE
node keys.cjs

cat >verify.py <<'PYTHON'
import dkim

message = b'From: a@example.com\r\nSubject: Hello\r\n\r\nHi\r\n'
signature = dkim.sign(message, b'one', b'example.com', open('key.pem', 'rb').read(), include_headers=[b'from', b'subject'])
open('message.eml', 'wb').write(signature + message)
for spelling in ('pkcs1', 'spki'):
    record = open(f'{spelling}.txt', 'rb').read()
    valid = dkim.verify(signature + message, dnsfunc=lambda name, timeout=5: record)
    print('dkimpy', spelling, 'pass' if valid else 'fail')
PYTHON

cat >verify.cjs <<'NODE'
const { readFileSync } = require('node:fs');
const { dkimVerify } = require('mailauth/lib/dkim/verify');
const verifyBoth = async () => {
  for (const spelling of ['pkcs1', 'spki']) {
    const resolver = async () => [[readFileSync(`${spelling}.txt`, 'utf8')]];
    const { results } = await dkimVerify(readFileSync('message.eml'), { resolver });
    const { result, comment } = results[0].status;
    console.log('mailauth', spelling, comment ? `${result} (${comment})` : result);
  }
};
void verifyBoth();
NODE

mkdir verifier && cd verifier
cat >main.go <<'GO'
package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/emersion/go-msgauth/dkim"
)

func main() {
	message, _ := os.ReadFile("../message.eml")
	for _, spelling := range []string{"pkcs1", "spki"} {
		record, _ := os.ReadFile("../" + spelling + ".txt")
		lookup := func(string) ([]string, error) { return []string{string(record)}, nil }
		found, err := dkim.VerifyWithOptions(bytes.NewReader(message), &dkim.VerifyOptions{LookupTXT: lookup})
		if err != nil || found[0].Err != nil {
			fmt.Println("go-msgauth", spelling, "fail", err)
			continue
		}
		fmt.Println("go-msgauth", spelling, "pass")
	}
}
GO
go mod init example.com/verifier >go.log 2>&1
go get github.com/emersion/go-msgauth/dkim@v0.7.0 >go.log 2>&1
cd ..

venv/bin/python verify.py >seen.txt
node verify.cjs >>seen.txt
(cd verifier && go run .) >>seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'dkimpy pkcs1 pass
dkimpy spki pass
mailauth pkcs1 neutral (unknown key type)
mailauth spki pass
go-msgauth pkcs1 pass
go-msgauth spki pass' ]
