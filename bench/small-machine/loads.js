import { connect as connectTls } from 'node:tls';
import { apiKey, sender } from '../processes.js';

const sentence = '<p>Lorem ipsum dolor sit amet, consetetur.</p> ';

const htmlOf = (bytes, extra = '') => sentence.repeat(Math.ceil(bytes / sentence.length)).slice(0, bytes) + extra;

function mail(number, html, more = {}) {
  return { from: `a@${sender}`, to: `user-${number}@example.net`, subject: `Hello ${number}`, html, ...more };
}

const batchOf = (count, html) => (round) => ({
  path: '/emails/batch',
  body: JSON.stringify(Array.from({ length: count }, (_each, index) => mail(round * count + index, html))),
});

function attached(bytes) {
  const content = Buffer.alloc((bytes / 4) * 3, 'attached ').toString('base64');
  return (round) => ({
    path: '/emails',
    body: JSON.stringify(mail(round, '<p>See the file.</p>', { attachments: [{ filename: 'a.bin', content }] })),
  });
}

const megabyte = 1_000_000;

/** `requests` of each of `clients`, one after the other. */
export const loads = [
  { name: '5 kB', what: 'batches of 100 mails of 5 kB', make: batchOf(100, htmlOf(5_000)), requests: 200 },
  { name: '50 kB', what: 'batches of 100 mails of 50 kB', make: batchOf(100, htmlOf(50_000)), requests: 60 },
  { name: '30 MB', what: 'batches of 100 mails of 300 kB', make: batchOf(100, htmlOf(300_000)), requests: 20 },
  { name: '20 MB', what: 'batches of 100 mails of 200 kB', make: batchOf(100, htmlOf(200_000)), requests: 20 },
  {
    name: '20 MB, wide',
    what: 'the same with an emoji in each: two bytes a character in memory',
    make: batchOf(100, htmlOf(200_000, '\u{1f4ee}')),
    requests: 20,
  },
  { name: '20 MB html', what: 'one mail of 20 MB of html', make: batchOf(1, htmlOf(20 * megabyte)), requests: 10 },
  { name: '20 MB attached', what: 'one mail with an attachment', make: attached(20 * megabyte), requests: 20 },
  {
    name: '5 kB, 4 clients',
    what: '5 kB by four at once',
    make: batchOf(100, htmlOf(5_000)),
    requests: 50,
    clients: 4,
  },
  {
    name: '50 kB, 4 clients',
    what: '50 kB by four at once',
    make: batchOf(100, htmlOf(50_000)),
    requests: 15,
    clients: 4,
  },
  {
    name: '20 MB, 4 clients',
    what: '20 MB by four at once',
    make: batchOf(100, htmlOf(200_000)),
    requests: 5,
    clients: 4,
  },
  {
    name: '20 MB attached, 4 clients',
    what: 'the same by four at once',
    make: attached(20 * megabyte),
    requests: 5,
    clients: 4,
  },
  {
    name: 'SMTP, 4 clients',
    what: 'messages of 30 MB by four at once',
    smtpBytes: 30 * megabyte,
    requests: 5,
    clients: 4,
  },
];

/** Answers the reply to the message's end, or the first refusal. */
export function sendMessage({ host, smtpPort }, bytes) {
  const line = `${'x'.repeat(70)}\r\n`;
  const steps = [
    `EHLO client.example.com\r\n`,
    `AUTH PLAIN ${Buffer.from(`\0posthorn\0${apiKey}`).toString('base64')}\r\n`,
    `MAIL FROM:<a@${sender}>\r\n`,
    `RCPT TO:<user@example.net>\r\n`,
    'DATA\r\n',
    `From: a@${sender}\r\nTo: user@example.net\r\nSubject: Hello\r\n\r\n${line.repeat(bytes / line.length)}.\r\n`,
  ];
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port: smtpPort, rejectUnauthorized: false });
    let text = '';
    socket.on('error', reject).on('close', () => reject(new Error('closed')));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const reply = /^(\d{3}) .*\r\n$/m.exec(text)?.[1];
      if (reply === undefined) return;
      text = '';
      const step = reply < '400' ? steps.shift() : undefined;
      if (step !== undefined) socket.write(step);
      else {
        socket.end('QUIT\r\n');
        resolve(Number(reply));
      }
    });
  });
}
