#!/bin/sh
# ssmtp 2.64 (Debian 12) takes the sender from "From:" only in this spelling: of "from: ann@example.org" it
# makes MAIL FROM:<from: ann@example.org>. RFC 5322 section 1.2.2 has names of fields match in any case, and programs whose
# library keeps them in lower case, as HTTP/2 does, write them so; "TO" and "bcc" it reads like the rest. And a group, as in
# "Team: bob@example.org, cy@example.org;" (section 3.4), becomes RCPT TO:<Team: bob@example.org> alone. Servers refuse both.
# The one on the loopback takes both, to show them. Prints what ssmtp sends to it; succeeds while that is so.
# Needs Python 3 and Debian 12 with its packages; ssmtp is unpacked and not installed, since it excludes other mail servers.
set -eu

folder=$(mktemp -d)
server=
trap 'kill $server; rm -rf "$folder"' EXIT
cd "$folder"

apt-get install --yes --quiet libgnutls-openssl27 >apt.log 2>&1
apt-get download ssmtp=2.64-11 >apt.log 2>&1
dpkg-deb --extract ssmtp*.deb .

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
            if line[:4] in (b'MAIL', b'RCPT'):
                open('envelope.txt', 'ab').write(line[:-2] + b'\n')
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
printf 'mailhub=127.0.0.1:%s\nhostname=example.org\nFromLineOverride=YES\n' "$port" >ssmtp.conf

see() {
    printf '%b\nSubject: Hi\n\nHi\n' "$1" | ./usr/sbin/ssmtp -C ssmtp.conf -t
}
see 'From: ann@example.org\nTO: bob@example.org\nbcc: cy@example.org'
see 'from: ann@example.org\nto: bob@example.org'
see 'From: ann@example.org\nTo: Team: bob@example.org, cy@example.org;'
cat envelope.txt
cat >expected.txt <<'EXPECTED'
MAIL FROM:<ann@example.org>
RCPT TO:<bob@example.org>
RCPT TO:<cy@example.org>
MAIL FROM:<from: ann@example.org>
RCPT TO:<bob@example.org>
MAIL FROM:<ann@example.org>
RCPT TO:<Team: bob@example.org>
EXPECTED
cmp envelope.txt expected.txt
