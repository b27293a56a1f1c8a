import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

const logins = 50;
/** A refusal may be held back: the next guess does not wait for it. */
const patienceMs = 1_000;
/** As from as many clients: what is counted for each address does not stop it. */
const addresses = 200;

/** The lines of an implicit TLS session up to a wrong password. */
const guess = `EHLO client.example.com\r\nAUTH PLAIN ${Buffer.from('\0posthorn\0re_wrong_wrong_wrong_wrong_wrong').toString('base64')}\r\n`;

function tryPassword(client, number) {
  return new Promise((resolve) => {
    const { host, smtpPort: port } = client.target;
    const raw = connect({ host, port, localAddress: `127.0.1.${1 + (number % addresses)}`, signal: client.signal });
    const socket = connectTls({ socket: raw, rejectUnauthorized: false });
    let text = '';
    const end = (answer) => {
      if (!client.signal.aborted) client.count(answer);
      raw.destroy();
      resolve();
    };
    const timer = setTimeout(() => end('held back'), patienceMs);
    raw.on('error', () => undefined).on('close', resolve);
    socket.on('error', ({ code }) => end(code)).on('close', () => clearTimeout(timer));
    socket.once('data', () => socket.write(guess));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (/^535 /m.test(text)) end('535');
    });
  });
}

function standStill(client) {
  return new Promise((resolve) => {
    const { host, smtpPort: port } = client.target;
    const socket = connect({ host, port, signal: client.signal });
    socket
      .on('error', () => undefined)
      .on('close', resolve)
      .on('connect', () => client.count('connected'))
      .resume();
  }).then(() => wait(100));
}

export const smtp = [
  {
    name: 'smtp-idle',
    what: '100 connections that stand still before their first byte',
    arm: () => (client) => client.repeat(100, () => standStill(client)),
  },
  {
    name: 'smtp-logins',
    what: `${logins} wrong passwords a second, each over TLS from its own connection`,
    arm: () => (client) => client.pace(logins, (sent) => tryPassword(client, sent)),
  },
];
