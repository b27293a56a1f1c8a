// A mail host for the walk: takes what comes on port 2525 and appends it to the file named.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';

const [, , file] = process.argv;

createServer((socket) => {
  let text = '';
  let inData = false;
  const say = (line) => socket.write(`${line}\r\n`);
  const answer = (line) => {
    if (/^DATA/i.test(line)) {
      inData = true;
      say('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say(/^EHLO/i.test(line) ? '250 receiver.example.net' : '250 ok');
  };
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (;;) {
      const end = inData ? '\r\n.\r\n' : '\r\n';
      const at = text.indexOf(end);
      if (at < 0) return;
      const piece = text.slice(0, at);
      text = text.slice(at + end.length);
      if (inData) {
        inData = false;
        appendFileSync(file, `${piece}\r\n\r\n`);
        say('250 taken');
      } else answer(piece);
    }
  });
  say('220 receiver.example.net');
}).listen(2525, '127.0.0.1');
