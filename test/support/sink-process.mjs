// A receiver in a process of its own: takes every mail at once and remembers how often it has seen each Message-ID.
// Started with `fork`; sends `{ port }` first, then answers each message with `{ received: [[messageId, times], …] }`.
import { createServer } from 'node:net';

const endOfData = Buffer.from('\r\n.\r\n');
const replies = {
  EHLO: '250-sink.example.com\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-ENHANCEDSTATUSCODES\r\n250 SIZE 41943040\r\n',
  DATA: '354 go on\r\n',
  QUIT: '221 2.0.0 bye\r\n',
};
const received = new Map();

function serve(socket) {
  let unread = Buffer.alloc(0);
  let inData = false;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.write('220 sink.example.com ESMTP\r\n');
  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk]);
    while (inData ? takeMessage() : takeCommand());
  });

  function takeMessage() {
    const end = unread.indexOf(endOfData);
    if (end === -1) return false;
    note(unread.toString('latin1', 0, end));
    unread = unread.subarray(end + endOfData.length);
    inData = false;
    socket.write('250 2.0.0 taken\r\n');
    return true;
  }

  function takeCommand() {
    const end = unread.indexOf('\r\n');
    if (end === -1) return false;
    const verb = unread.toString('latin1', 0, 4).toUpperCase();
    unread = unread.subarray(end + 2);
    inData = verb === 'DATA';
    socket.write(replies[verb] ?? '250 2.0.0 ok\r\n');
    if (verb === 'QUIT') socket.end();
    return true;
  }
}

/** At the dot: from here on the mail is the receiver's, whether or not the sender hears the reply. */
function note(message) {
  const [header] = message.split('\r\n\r\n', 1);
  const id = /^Message-ID:\s*<([^>]+)>/im.exec(header)?.[1] ?? 'none';
  received.set(id, (received.get(id) ?? 0) + 1);
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ received: [...received] }));
process.on('disconnect', () => process.exit(0));
