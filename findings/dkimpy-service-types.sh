#!/bin/sh
# dkimpy 1.1.8 takes s= in the key record of DKIM for one word: with "s=email:tlsrpt" a valid signature ends in
# UnknownKeyTypeError(None). RFC 6376 section 3.6.1 has a list with colons there, and RFC 8460 section 3 defines the type tlsrpt,
# so a signer of email and TLS reports with one key writes both. dkimpy compares the list as a whole with each word, knows no
# such service, and then blames the key. mailauth 4.13.3 and Mail::DKIM verify with each record. Succeeds while that is so.
# Needs Node.js, Python 3 and Debian 12 with libmail-dkim-perl=1.20230212-2~deb12u1.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

perl -MMail::DKIM::Verifier -e 1 2>/dev/null || apt-get install --yes --quiet libmail-dkim-perl=1.20230212-2~deb12u1 >/dev/null
npm install --silent --no-audit --no-fund mailauth@4.13.3
python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8

cat >sign.mjs <<'NODE'
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
writeFileSync('key.pem', privateKey.export({ type: 'pkcs1', format: 'pem' }));
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const types = ['s=email; ', 's=email:tlsrpt; ', 's=tlsrpt:email; ', ''];
writeFileSync('records.txt', types.map((type) => `v=DKIM1; ${type}k=rsa; p=${key}\n`).join(''));
NODE
cat >verify.py <<'PYTHON'
import dkim

message = b'From: a@example.org\r\nSubject: Hello\r\n\r\nHi\r\n'
signed = dkim.sign(message, b's', b'example.org', open('key.pem', 'rb').read()) + message
open('message.eml', 'wb').write(signed)
for record in open('records.txt', 'rb'):
    try:
        print('dkimpy:', dkim.DKIM(signed).verify(dnsfunc=lambda name, timeout=5: record.strip()))
    except dkim.DKIMException as error:
        print('dkimpy:', repr(error))
PYTHON
cat >verify.mjs <<'NODE'
import { readFileSync } from 'node:fs';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
for (const record of readFileSync('records.txt', 'utf8').trim().split('\n')) {
  const { results } = await dkimVerify(readFileSync('message.eml'), { resolver: async () => [[record]] });
  console.log('mailauth:', results[0].status.result);
}
NODE
cat >verify.pl <<'PERL'
use strict;
use warnings;
use Mail::DKIM::Verifier;
open(my $records, '<', 'records.txt') or die $!;
no warnings 'redefine';
while (my $record = <$records>) {
    chomp $record;
    *Mail::DKIM::DNS::query = sub { return Net::DNS::RR->new(name => $_[0], type => 'TXT', txtdata => [$record =~ /(.{1,200})/g]) };
    open(my $message, '<:raw', 'message.eml') or die $!;
    my $verifier = Mail::DKIM::Verifier->new;
    $verifier->load($message);
    print 'Mail::DKIM: ', $verifier->result, "\n";
}
PERL

node sign.mjs
{ venv/bin/python verify.py && node verify.mjs && perl verify.pl; } >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'dkimpy: True
dkimpy: UnknownKeyTypeError(None)
dkimpy: UnknownKeyTypeError(None)
dkimpy: True
mailauth: pass
mailauth: pass
mailauth: pass
mailauth: pass
Mail::DKIM: pass
Mail::DKIM: pass
Mail::DKIM: pass
Mail::DKIM: pass' ]
