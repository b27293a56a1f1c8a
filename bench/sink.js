// A receiver that takes every mail and remembers its Message-ID. Of addresses that begin with `deferred` it refuses the first try of each, of
// those that begin with `bounced` all. Runs as a process of its own and talks to its parent.
import { createServer } from 'node:net';

const endOfData = Buffer.from('\r\n.\r\n');
const received = new Map();

function serve(socket) {
  socket.setNoDelay(true);
  socket.write('220 sink ESMTP\r\n');
  let pending = Buffer.alloc(0);
  let inData = false;
  let taken = 0;

  function step() {
    if (inData) {
      const end = pending.indexOf(endOfData);
      if (end < 0) return false;
      note(pending.subarray(0, end));
      pending = pending.subarray(end + endOfData.length);
      inData = false;
      socket.write('250 2.0.0 taken\r\n');
      return true;
    }
    const end = pending.indexOf('\r\n');
    if (end < 0) return false;
    const verb = pending.subarray(0, 4).toString('latin1').toUpperCase();
    const refusal = verb === 'RCPT' ? refusalOf(pending.subarray(0, end).toString('latin1')) : undefined;
    pending = pending.subarray(end + 2);
    if (verb === 'MAIL') taken = 0;
    if (verb === 'RCPT' && refusal === undefined) taken += 1;
    inData = verb === 'DATA' && taken > 0;
    if (verb === 'DATA' && taken === 0) socket.write('503 5.5.1 no recipients\r\n');
    else socket.write(refusal ?? answers[verb] ?? '250 2.0.0 Ok\r\n');
    if (verb === 'QUIT') socket.end();
    return true;
  }

  socket.on('data', (chunk) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    socket.cork();
    while (step());
    socket.uncork();
  });
  socket.on('error', () => socket.destroy());
}

const answers = {
  EHLO: '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-ENHANCEDSTATUSCODES\r\n250 SIZE 52428800\r\n',
  DATA: '354 go on\r\n',
  QUIT: '221 2.0.0 bye\r\n',
};

const triedBefore = new Set();

function refusalOf(command) {
  const [, address, kind] = /<((deferred|bounced)?[^>]*)>/.exec(command) ?? [];
  if (kind === 'bounced') return '550 5.1.1 no such person\r\n';
  if (kind !== 'deferred' || triedBefore.has(address)) return undefined;
  triedBefore.add(address);
  return '451 4.3.0 not now\r\n';
}

function note(message) {
  const headers = message.subarray(0, 4096).toString('latin1');
  const id = /^Message-ID:\s*<([^@>]+)@/im.exec(headers)?.[1] ?? 'unknown';
  received.set(id, (received.get(id) ?? 0) + 1);
  if (/^DKIM-Signature:/im.test(headers)) signed += 1;
  lastAt = Date.now();
  firstAt ||= lastAt;
  arrivedAt.set(id, lastAt);
  last = message;
}
const arrivedAt = new Map();
let last = Buffer.alloc(0);
let firstAt = 0;
let lastAt = 0;
let signed = 0;

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', (question) => {
  if (question === 'count') process.send({ count: received.size, firstAt, lastAt });
  else if (question === 'begin') {
    firstAt = 0;
    process.send('begun');
  } else if (question === 'last') process.send({ raw: last.toString('latin1') });
  else if (question === 'arrivals') process.send({ arrivals: [...arrivedAt] });
  else process.send({ received: [...received], signed, lastAt });
});
process.on('disconnect', () => process.exit(0));
