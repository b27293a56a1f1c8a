// Tells Postfix whether a password is right, in the protocol of Dovecot's authentication server, version 1.1.
import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { password, user } from './credentials.js';

const greeting =
  'VERSION\t1\t1\nMECH\tPLAIN\tplaintext\nSPID\t1\nCUID\t1\nCOOKIE\t00000000000000000000000000000000\nDONE\n';
const expected = `\0${user}\0${password}`;

function answer(line) {
  const [command, id, , ...parameters] = line.split('\t');
  if (command !== 'AUTH') return '';
  const response = parameters.find((parameter) => parameter.startsWith('resp='))?.slice('resp='.length) ?? '';
  const right = Buffer.from(response, 'base64').toString() === expected;
  return right ? `OK\t${id}\tuser=${user}\n` : `FAIL\t${id}\tuser=${user}\n`;
}

export async function startAuthServer(path) {
  const server = createServer((socket) => {
    let pending = '';
    socket.write(greeting);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      const lines = (pending + chunk).split('\n');
      pending = lines.pop();
      for (const line of lines) socket.write(answer(line));
    });
  });
  await new Promise((resolve) => server.listen(path, resolve));
  chmodSync(path, 0o666);
  return server;
}
