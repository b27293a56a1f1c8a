#!/bin/sh
# Two tags of a DKIM key record are lists (RFC 6376 section 3.6.1), and two verifiers stumble over one each. dkimpy 1.1.8 takes
# s= for a single word: a key for email and for TLS reports, "s=email:tlsrpt" (RFC 8460), is no key to it. Mail::DKIM 1.20230212
# does not expect the spaces that the grammar allows: "h=sha1 : sha256" does "not support hash algorithm 'sha256'".
# Each takes the other's record. One valid message; succeeds while that is so.
# Needs Debian 12 with libmail-dkim-perl=1.20230212-2~deb12u1, Node.js for the key, and Python 3 for dkimpy.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

perl -MMail::DKIM::Verifier -e 1 2>/dev/null || apt-get install --yes --quiet libmail-dkim-perl=1.20230212-2~deb12u1 >/dev/null
python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8

cat >keys.cjs <<'NODE'
const { generateKeyPairSync } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
writeFileSync('key.pem', privateKey.export({ type: 'pkcs1', format: 'pem' }));
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const tags = ['s=email', 's=email:tlsrpt', 'h=sha1:sha256', 'h=sha1 : sha256'];
tags.forEach((tag, index) => writeFileSync(`${index}.txt`, `v=DKIM1; ${tag}; p=${key}`));
NODE
node keys.cjs

cat >verify.py <<'PYTHON'
import logging

import dkim

logging.disable(logging.CRITICAL)
message = b'From: a@example.com\r\nSubject: Hello\r\n\r\nHi\r\n'
key = open('key.pem', 'rb').read()
message = dkim.sign(message, b'one', b'example.com', key, include_headers=[b'from', b'subject']) + message
open('message.eml', 'wb').write(message)
for index in range(4):
    record = open(f'{index}.txt', 'rb').read()
    valid = dkim.verify(message, dnsfunc=lambda name, timeout=5: record)
    print('dkimpy:', record.split(b'; ')[1].decode(), 'pass' if valid else 'fail')
PYTHON

cat >verify.pl <<'PERL'
use strict;
use warnings;
use Mail::DKIM::Verifier;
use Mail::DKIM::PublicKey;
my $record;
no warnings 'redefine';
*Mail::DKIM::PublicKey::fetch = sub { my ($class, %query) = @_; return $class->parse($record) };
*Mail::DKIM::PublicKey::fetch_async = sub {
    my ($class, %query) = @_;
    my $key = Mail::DKIM::PublicKey->fetch(%query);
    $query{Callbacks}{Success}->($key);
    return sub { $key };
};
for my $index (0 .. 3) {
    open(my $file, '<', "$index.txt") or die $!;
    $record = <$file>;
    open(my $message, '<:raw', 'message.eml') or die $!;
    my $verifier = Mail::DKIM::Verifier->new;
    $verifier->load($message);
    print 'Mail::DKIM: ', (split /; /, $record)[1], ' ', $verifier->result, "\n";
}
PERL

venv/bin/python verify.py >seen.txt
perl verify.pl >>seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'dkimpy: s=email pass
dkimpy: s=email:tlsrpt fail
dkimpy: h=sha1:sha256 pass
dkimpy: h=sha1 : sha256 pass
Mail::DKIM: s=email pass
Mail::DKIM: s=email:tlsrpt pass
Mail::DKIM: h=sha1:sha256 pass
Mail::DKIM: h=sha1 : sha256 invalid' ]
