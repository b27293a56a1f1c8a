#!/bin/sh
# An address that nodemailer 10.6.0 sends is not always the one that smtp-server 3.21.6, of the same makers, hands on. The domain
# of ada@exämple.org is sent as xn--exmple-cua.org, and the server gives exämple.org to the program, though no SMTPUTF8 was
# asked for; whoever compares it with a list of domains in their DNS form finds nothing. "XN--EXMPLE-CUA.org" it leaves alone.
# And "john doe"@example.org, a quoted local part as RFC 5321 section 4.1.2 has it, is refused with 501 for its space.
# Prints what was sent and what arrived; succeeds while that is so. Needs Node.js.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

npm install --silent --no-audit --no-fund smtp-server@3.21.6 nodemailer@10.6.0

cat >send.mjs <<'NODE'
import { once } from 'node:events';
import nodemailer from 'nodemailer';
import { SMTPServer } from 'smtp-server';
let arrived;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, callback) {
    arrived = address;
    callback();
  },
  onData(stream, _session, callback) {
    stream.resume().on('end', callback);
  },
});
const listener = server.listen(0, '127.0.0.1');
await once(listener, 'listening');
const client = nodemailer.createTransport({ host: '127.0.0.1', port: listener.address().port, ignoreTLS: true });
for (const to of ['ada@exämple.org', '"john doe"@example.org']) {
  try {
    const { envelope } = await client.sendMail({ from: 'a@example.com', to, text: 'Hi' });
    console.log(envelope.to[0], '->', arrived);
  } catch (error) {
    console.log(to, '->', error.rejectedErrors[0].response);
  }
}
client.close();
server.close();
NODE
node send.mjs >seen.txt
cat seen.txt
[ "$(cat seen.txt)" = 'ada@xn--exmple-cua.org -> ada@exämple.org
"john doe"@example.org -> 501 Error: Bad recipient address syntax' ]
