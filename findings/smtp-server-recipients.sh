#!/bin/sh
# smtp-server 3.21.6 answers 250 to RCPT TO:<Ann@example.org> and to RCPT TO:<ann@example.org> and hands one recipient on: it
# compares whole addresses in lower case and keeps the last. RFC 5321 section 2.4 has the local part treated as case sensitive
# by all but the host that owns the mailbox. The same address named twice keeps the last too, so that a NOTIFY=NEVER (RFC 3461)
# of the first is gone, and the sender gets the report that it declined. Succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund smtp-server@3.21.6

cat >receive.mjs <<'NODE'
import { once } from 'node:events';
import { connect } from 'node:net';
import { SMTPServer } from 'smtp-server';
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  hideDSN: false,
  onData(stream, { envelope }, callback) {
    for (const { address, dsn } of envelope.rcptTo) console.log(address, JSON.stringify(dsn));
    stream.resume().on('end', callback);
  },
});
const listener = server.listen(0, '127.0.0.1');
await once(listener, 'listening');
const client = connect(listener.address().port, '127.0.0.1');
const commands = [
  'EHLO client.example.com',
  'MAIL FROM:<a@example.com>',
  'RCPT TO:<Ann@example.org>',
  'RCPT TO:<ann@example.org>',
  'RCPT TO:<ben@example.org> NOTIFY=NEVER',
  'RCPT TO:<ben@example.org>',
  'RCPT TO:<cy@example.org> NOTIFY=NEVER',
  'DATA',
  'Subject: Hello\r\n\r\nHi\r\n.',
  'QUIT',
];
let reply = '';
for await (const bytes of client) {
  reply += bytes;
  if (!/^\d{3} .*\r\n$/m.test(reply)) continue;
  reply = '';
  const command = commands.shift();
  if (command === undefined) break;
  client.write(`${command}\r\n`);
}
client.destroy();
server.close();
NODE
node receive.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'ann@example.org undefined
ben@example.org undefined
cy@example.org {"notify":["NEVER"]}' ]
