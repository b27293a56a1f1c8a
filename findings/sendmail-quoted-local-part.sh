#!/bin/sh
# The address <"john doe"@example.org>, a quoted local part as RFC 5322 section 3.4.1 has it, becomes another one when "sendmail -t"
# is msmtp 1.8.23: RCPT TO:<"john_doe"@example.org>, with exit status 0. Without angle brackets it is RCPT TO:<@example.org>.
# nullmailer 2.2 drops the quotes, in the envelope and in the To field of the email itself, which is no address any more then.
# ssmtp 2.64 keeps both. All three are Debian 12's stand-ins for sendmail, and read the recipients from the field as it was written.
# msmtp and ssmtp send to a small server on the loopback, and nullmailer-inject prints what it would queue: envelope, then field.
# Succeeds while that is so. Needs Python 3 and Debian 12 with its packages, of which the three are unpacked and not installed.
set -eu

folder=$(mktemp -d)
server=
trap 'kill $server; rm -rf "$folder"' EXIT
cd "$folder"

apt-get install --yes --quiet libgnutls-openssl27 libgsasl18 libsecret-1-0 >apt.log 2>&1
apt-get download msmtp=1.8.23-1 nullmailer=1:2.2-4 ssmtp=2.64-11 >apt.log 2>&1
for package in *.deb; do dpkg-deb --extract "$package" .; done

cat >server.py <<'PYTHON'
import os
from socketserver import StreamRequestHandler, TCPServer


class Handler(StreamRequestHandler):
    def handle(self):
        content = False
        self.wfile.write(b'220 mx.example.org\r\n')
        for line in self.rfile:
            if content and line != b'.\r\n':
                continue
            content = line.upper().startswith(b'DATA')
            self.wfile.write(b'354 Go on\r\n' if content else b'250 OK\r\n')
            if line.startswith(b'RCPT'):
                open('envelope.txt', 'ab').write(line[8:-2] + b'\n')
            if line.startswith(b'QUIT'):
                return


server = TCPServer(('127.0.0.1', 0), Handler)
open('port.new', 'w').write(str(server.server_address[1]))
os.rename('port.new', 'port')
server.serve_forever()
PYTHON
python3 server.py &
server=$!
until [ -f port ]; do sleep 0.1; done
port=$(cat port)
printf 'mailhub=127.0.0.1:%s\nhostname=example.org\n' "$port" >ssmtp.conf

see() {
    printf 'From: ann@example.org\nTo: %s\nSubject: Hi\n\nHi\n' "$1" >message.txt
    ./usr/bin/msmtp --file=/dev/null --host=127.0.0.1 --port="$port" --from=ann@example.org -t <message.txt
    ./usr/sbin/ssmtp -C ssmtp.conf -t <message.txt
    echo "$1"
    paste -d ' ' names.txt envelope.txt
    ./usr/bin/nullmailer-inject -h -n -v <message.txt | sed -n -e '2s/^/nullmailer: /p' -e '/^To/p'
    rm envelope.txt
}
printf 'msmtp:\nssmtp:\n' >names.txt
{
    see 'John <"john doe"@example.org>'
    see '"john doe"@example.org'
} >seen.txt
cat seen.txt
cat >expected.txt <<'EXPECTED'
John <"john doe"@example.org>
msmtp: <"john_doe"@example.org>
ssmtp: <"john doe"@example.org>
nullmailer: john doe@example.org
To: John <john doe@example.org>
"john doe"@example.org
msmtp: <@example.org>
ssmtp: <"john doe"@example.org>
nullmailer: john doe@example.org
To: john doe@example.org
EXPECTED
cmp seen.txt expected.txt
