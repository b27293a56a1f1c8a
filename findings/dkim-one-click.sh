#!/bin/sh
# An email with one-click unsubscribe that nodemailer 10.6.0 signs has none for its readers: RFC 8058 section 4 wants both
# List-Unsubscribe and List-Unsubscribe-Post in h= of the DKIM signature, and receivers are not to offer one-click without that.
# The signature covers the first and not the second. mailauth 4.13.3 and 7.1.0, dkimpy 1.1.8 and Mail::DKIM (Debian 12) sign so
# too: the default of each is the list of RFC 6376 section 5.4.1, which is older than one-click. The signature is valid, so no
# verifier complains; the field has to be named in nodemailer's headerFieldNames, mailauth's headerList and the like.
# Prints which List-* fields each signs; succeeds while that is so.
# Needs Node.js, Python 3 and Debian 12 with libmail-dkim-perl=1.20230212-2~deb12u1.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

perl -MMail::DKIM::Signer -e 1 2>/dev/null ||
    apt-get install --yes --quiet libmail-dkim-perl=1.20230212-2~deb12u1 >apt.log 2>&1
npm install --silent --no-audit --no-fund nodemailer@10.6.0 mailauth@4.13.3 mailauth-7@npm:mailauth@7.1.0 2>npm.log
python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8

cat >sign.mjs <<'NODE'
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import mailauth from 'mailauth/lib/dkim/sign.js';
import mailauth7 from 'mailauth-7/lib/dkim/sign.js';
import { createTransport } from 'nodemailer';
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = privateKey.export({ type: 'pkcs1', format: 'pem' });
writeFileSync('key.pem', key);
const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
const headers = {
  'List-Unsubscribe': '<https://example.org/u/1>',
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
};
const email = { from: 'a@example.org', to: 'b@example.com', subject: 'News', text: 'Hi', headers };
const dkim = { domainName: 'example.org', keySelector: 's', privateKey: key };
writeFileSync('nodemailer.eml', (await transport.sendMail({ ...email, dkim })).message);
const { message } = await transport.sendMail(email);
writeFileSync('message.eml', message);
const signatureData = [{ signingDomain: 'example.org', selector: 's', privateKey: key }];
writeFileSync('mailauth-4.eml', (await mailauth.dkimSign(message, { signatureData })).signatures);
writeFileSync('mailauth-7.eml', (await mailauth7.dkimSign(message, { signatureData })).signatures);
NODE
cat >sign.py <<'PYTHON'
import dkim

message = open('message.eml', 'rb').read()
open('dkimpy.eml', 'wb').write(dkim.sign(message, b's', b'example.org', open('key.pem', 'rb').read()))
PYTHON
cat >sign.pl <<'PERL'
use Mail::DKIM::Signer;
my $signer = Mail::DKIM::Signer->new(
    Algorithm => 'rsa-sha256', Method => 'relaxed', Domain => 'example.org', Selector => 's', KeyFile => 'key.pem');
open(my $message, '<:raw', 'message.eml') or die $!;
$signer->load($message);
open(my $signature, '>', 'mail-dkim.eml') or die $!;
print $signature $signer->signature->as_string, "\r\n";
PERL

node sign.mjs
venv/bin/python sign.py
perl sign.pl
grep '^List-' message.eml
for signer in nodemailer mailauth-4 mailauth-7 dkimpy mail-dkim; do
    signature=$(tr -d '\r\n\t ' <"$signer.eml" | tr '[:upper:]' '[:lower:]' | sed 's/.*[;:]h=\([^;]*\);.*/\1/')
    echo "$signer: $(echo "$signature" | tr ':' '\n' | grep '^list-' | paste -s -d ' ')"
done >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'nodemailer: list-unsubscribe
mailauth-4: list-unsubscribe
mailauth-7: list-unsubscribe
dkimpy: list-unsubscribe
mail-dkim: list-unsubscribe' ]
