// A receiver with moods, in a process of its own: what goes wrong is in smart-sink-faults.mjs. Started with `fork`; its first message is
// `{ seed, logFile, addresses, privateKey, certificate }`, answered with `{ port }`; each later one is answered with `{ faults }`.
// The log has one line for each recipient of each mail taken, and one for each final refusal, on disk before the sender hears of it.
import { once } from 'node:events';
import { openSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { faults } from './smart-sink-faults.mjs';

const endOfData = Buffer.from('\r\n.\r\n');

process.once('message', async (options) => {
  const trouble = faults(options.seed);
  const logFile = openSync(options.logFile, 'a');
  const secureContext = createSecureContext({ key: options.privateKey, cert: options.certificate });
  let connections = 0;
  const note = (line) => writeSync(logFile, `${JSON.stringify(line)}\n`);
  const accept = (socket) => {
    connections += 1;
    serve(socket, connections, { trouble, note, secureContext });
  };
  process.send({ port: await listenAt(options.addresses, accept) });
  process.on('message', () => process.send({ faults: [...trouble.counts] }));
});
process.on('disconnect', () => process.exit(0));

/** At the same port of each address; another number is tried where somebody has it on one of them. */
async function listenAt(addresses, accept, triesLeft = 20) {
  const servers = [];
  try {
    let port = 0;
    for (const address of addresses) {
      const server = createServer(accept).listen(port, address);
      servers.push(server);
      await once(server, 'listening');
      port = server.address().port;
    }
    return port;
  } catch (error) {
    for (const server of servers) server.close();
    if (triesLeft === 0) throw error;
    return listenAt(addresses, accept, triesLeft - 1);
  }
}

function serve(raw, number, { trouble, note, secureContext }) {
  const planned = trouble.connection(number);
  const offersTls = number % 2 === 0 || (planned ?? '').startsWith('starttls');
  const offersPipelining = number % 3 !== 0;
  let socket = raw;
  let unread = Buffer.alloc(0);
  let stalled = false;
  let inData = false;
  let from = '';
  let recipients = [];

  socket.setNoDelay(true);
  if (meets('connect: drop')) return;
  listen();
  if (meets('greeting: drop') || meets('greeting: stall')) return;
  if (meets('greeting: 4xx')) return socket.end('421 4.3.2 too much to do\r\n');
  socket.write('220 sink.example.com ESMTP\r\n');

  function listen() {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      while (!stalled && !socket.destroyed && (inData ? takeMessage() : takeCommand()));
    });
  }

  /** A planned fault of the connection, when its moment has come. */
  function meets(fault) {
    if (planned !== fault) return false;
    trouble.count(fault);
    if (fault.endsWith('drop')) socket.destroy();
    if (fault.endsWith('stall')) stalled = true;
    return true;
  }

  function takeCommand() {
    const end = unread.indexOf('\r\n');
    if (end === -1) return false;
    const line = unread.toString('latin1', 0, end);
    unread = unread.subarray(end + 2);
    answer(line, line.slice(0, 4).toUpperCase());
    return true;
  }

  function answer(line, verb) {
    if (verb === 'EHLO') return greet();
    if (verb === 'STAR') return startTls();
    if (verb === 'MAIL') return mail(addressIn(line));
    if (verb === 'RCPT') return rcpt(addressIn(line));
    if (verb === 'DATA') return data();
    if (verb === 'QUIT') return socket.end('221 2.0.0 bye\r\n');
    recipients = [];
    socket.write('250 2.0.0 ok\r\n');
  }

  function greet() {
    if (meets('ehlo: drop') || meets('ehlo: stall')) return;
    if (meets('ehlo: 4xx')) return socket.write('451 4.3.0 not now\r\n');
    const offered = ['sink.example.com', '8BITMIME', 'ENHANCEDSTATUSCODES', 'SIZE 41943040'];
    if (offersPipelining) offered.splice(1, 0, 'PIPELINING');
    if (offersTls && socket === raw) offered.splice(1, 0, 'STARTTLS');
    socket.write(offered.map((word, index) => `250${index < offered.length - 1 ? '-' : ' '}${word}\r\n`).join(''));
  }

  function startTls() {
    if (meets('starttls: drop')) return;
    if (meets('starttls: 4xx')) return socket.write('454 4.7.0 no TLS just now\r\n');
    raw.write('220 2.0.0 go on\r\n');
    if (meets('starttls: break')) return raw.end('this is no handshake\r\n');
    raw.removeAllListeners('data');
    socket = new TLSSocket(raw, { isServer: true, secureContext });
    listen();
  }

  function mail(address) {
    from = address;
    recipients = [];
    suffer(trouble.met('mail', from), () => socket.write('250 2.1.0 ok\r\n'), '451 4.3.0 not now\r\n');
  }

  function rcpt(address) {
    const fault = trouble.met('rcpt', address);
    if (fault === '5xx') note({ what: 'refused', recipient: address });
    suffer(
      fault,
      () => {
        recipients.push(address);
        socket.write('250 2.1.5 ok\r\n');
      },
      fault === 'greylist' ? '451 4.7.1 greylisted, come back later\r\n' : '452 4.2.2 not now\r\n',
      '550 5.1.1 no such user\r\n',
    );
  }

  function data() {
    if (recipients.length === 0) return socket.write('503 5.5.1 nobody to send it to\r\n');
    const fault = trouble.met('data', from);
    if (fault === '5xx') refuseAll();
    suffer(
      fault,
      () => {
        inData = true;
        socket.write('354 go on\r\n');
      },
      '451 4.3.0 not now\r\n',
      '554 5.6.0 this content is not wanted\r\n',
    );
  }

  function takeMessage() {
    if (unread.length > 0 && trouble.met('message', from) === 'drop') socket.destroy();
    if (socket.destroyed) return false;
    const end = unread.indexOf(endOfData);
    if (end === -1) return false;
    const message = unread.toString('latin1', 0, end);
    unread = unread.subarray(end + endOfData.length);
    inData = false;
    dot(message, trouble.met('dot', from));
    return true;
  }

  function dot(message, fault) {
    const taken = fault === undefined || fault.endsWith(', taken') || fault === 'answered, then dead';
    if (taken) takeAll(message);
    if (fault === '5xx') refuseAll();
    if (fault?.startsWith('drop')) return socket.destroy();
    if (fault?.startsWith('hang')) stalled = true;
    else if (taken) socket.write('250 2.0.0 taken\r\n');
    else socket.write(fault === '5xx' ? '554 5.6.0 this content is not wanted\r\n' : '451 4.3.0 not now\r\n');
    // After the reply has left, without a goodbye: the next mail finds nobody.
    if (fault === 'answered, then dead') setImmediate(() => raw.resetAndDestroy());
  }

  function suffer(fault, otherwise, passing, final) {
    if (fault === undefined) otherwise();
    else if (fault === 'drop') socket.destroy();
    else if (fault === 'stall') stalled = true;
    else if (fault === '5xx') socket.write(final);
    else if (fault === '421') socket.end('421 4.3.2 closing\r\n');
    else socket.write(passing);
  }

  function takeAll(message) {
    const [header] = message.split('\r\n\r\n', 1);
    const messageId = /^Message-ID:\s*<([^>]+)>/im.exec(header)?.[1] ?? 'none';
    for (const recipient of recipients) note({ what: 'taken', messageId, recipient });
  }

  function refuseAll() {
    for (const recipient of recipients) note({ what: 'refused', recipient });
  }
}

function addressIn(line) {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}
