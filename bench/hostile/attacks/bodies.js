import { ownMail } from '../client.js';

const megabyte = 1_000_000;
const bodyBytes = 39 * megabyte;

/** Head of a request with a body of so many bytes. */
function head({ host, port }, path, length, key) {
  const authorization = key === undefined ? '' : `authorization: Bearer ${key}\r\n`;
  return `POST ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\n${authorization}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
}

/** A list of so many bytes, of numbers that are bytes. */
const numbers = (bytes) => `[${'200,'.repeat(bytes / 4)}1]`;

/** A mail in which the placeholder is replaced by raw JSON. */
const mailWith = (extra, raw) => JSON.stringify({ ...ownMail, text: 'Hi', ...extra('@') }).replace('"@"', raw);

/** Requests as whole bodies, one after the other. */
const inTurn = (target, bodies) => (client) =>
  client.repeat(1, (_index, round) => client.ask('POST', '/emails', { body: bodies[round % bodies.length] }));

const listBytes = bodyBytes - megabyte;

export const bodies = [
  {
    name: 'stalled-bodies',
    what: '200 connections without a key, each announces 40 MB and stands still',
    arm: (target) => (client) =>
      client.repeat(200, (index) => {
        const bytes = `${head(target, index % 2 === 0 ? '/nope' : '/emails', 40 * megabyte)}{"from":`;
        return client.speak(bytes, { stays: true });
      }),
  },
  {
    name: 'keyless-numbers',
    what: 'bodies of 39 MB of numbers without a key, one after the other',
    arm(target) {
      const body = numbers(bodyBytes);
      const bytes = Buffer.from(head(target, '/emails', body.length) + body);
      return (client) => client.repeat(1, () => client.speak(bytes));
    },
  },
  {
    name: 'numbers-as-content',
    what: 'attachments of 38 MB as lists of numbers, with a key',
    arm(target) {
      const list = numbers(listBytes);
      const bodies = [
        mailWith((raw) => ({ attachments: [{ filename: 'a.bin', content: raw }] }), list),
        mailWith((raw) => ({ attachments: [{ filename: 'a.bin', content: { type: 'Buffer', data: raw } }] }), list),
      ].map((body) => Buffer.from(body));
      return inTurn(target, bodies);
    },
  },
  {
    name: 'numbers-elsewhere',
    what: '38 MB of numbers where none belong, with a key: other fields, and many short lists',
    arm(target) {
      const list = numbers(listBytes);
      const short = `[${`${numbers(1_000)},`.repeat(listBytes / 1_004)}1]`;
      const bodies = [
        mailWith((raw) => ({ content: raw }), list),
        mailWith((raw) => ({ tags: raw }), list),
        mailWith((raw) => ({ headers: { data: raw } }), list),
        mailWith((raw) => ({ attachments: [{ filename: 'a.bin', content: raw }] }), short),
        // The most values that are read, of as many bytes each as there is room for.
        mailWith((raw) => ({ tags: raw }), `[${`${'1'.repeat(150)},`.repeat(249_000)}1]`),
      ].map((body) => Buffer.from(body));
      return inTurn(target, bodies);
    },
  },
];
