#!/bin/sh
# Mail::DKIM 1.20230212 (Debian 12) has no Ed25519 (RFC 8463): it calls the example of the RFC's own appendix A.3 "invalid
# (unsupported algorithm)", where RFC 8463 section 5 has every verifier know it. RSA passes in the same message.
# Prints what both verifiers say; succeeds while that is so. Runs without this product, in a folder of its own.
# Needs Debian 12 with libmail-dkim-perl=1.20230212-2~deb12u1, and Python 3 for dkimpy 1.1.8.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

perl -MMail::DKIM::Verifier -e 1 2>/dev/null || apt-get install --yes --quiet libmail-dkim-perl=1.20230212-2~deb12u1 >/dev/null
python3 -m venv venv
venv/bin/pip --quiet install dkimpy==1.1.8 pynacl==1.6.2

cat >message.txt <<'MESSAGE'
DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
MESSAGE
sed 's/$/\r/' message.txt >message.eml

cat >records.txt <<'RECORDS'
brisbane v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
test v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB
RECORDS

cat >verify.pl <<'PERL'
use strict;
use warnings;
use Mail::DKIM::Verifier;
use Mail::DKIM::PublicKey;
open(my $records, '<', 'records.txt') or die $!;
my %record = map { /^(\S+) (.*)/ } <$records>;
no warnings 'redefine';
*Mail::DKIM::PublicKey::fetch = sub { my ($class, %query) = @_; return $class->parse($record{ $query{Selector} }) };
*Mail::DKIM::PublicKey::fetch_async = sub {
    my ($class, %query) = @_;
    my $key = Mail::DKIM::PublicKey->fetch(%query);
    $query{Callbacks}{Success}->($key);
    return sub { $key };
};
open(my $message, '<:raw', 'message.eml') or die $!;
my $verifier = Mail::DKIM::Verifier->new;
$verifier->load($message);
print join(', ', map { $_->algorithm . ': ' . $_->result_detail } $verifier->signatures), "\n";
PERL

cat >verify.py <<'PYTHON'
import dkim

records = dict(line.rstrip().split(' ', 1) for line in open('records.txt'))
message = open('message.eml', 'rb').read()
answer = lambda name, timeout=5: records[name.split(b'.')[0].decode()].encode()
print(', '.join(str(dkim.DKIM(message).verify(idx=index, dnsfunc=answer)) for index in range(2)))
PYTHON

seen=$(perl verify.pl)
other=$(venv/bin/python verify.py)
echo "Mail::DKIM: $seen"
echo "dkimpy: $other"
[ "$other" = 'True, True' ]
[ "$seen" = 'ed25519-sha256: invalid (unsupported algorithm ed25519-sha256), rsa-sha256: pass' ]
