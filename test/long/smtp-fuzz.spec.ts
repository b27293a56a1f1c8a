import type { Socket } from 'node:net';
import { SubmissionServer } from '../../src/infrastructure/smtp-in/submission-server.js';
import { SmtpWire } from '../support/smtp-wire.js';
import { certificate, patientLimits, sender } from '../unit/smtp-in/setup.js';

/** Commands and texts, some of them spoilt, about seven to a session. */
const inputs = Number(process.env['SMTP_FUZZ_INPUTS'] ?? '1000000');
const seed = Number(process.env['SMTP_FUZZ_SEED'] ?? '1');
const sessionsAtOnce = 100;
/** Turns of the event loop: far more than the answer to any script takes. */
const turnsToAnswer = 40;

const login = `AUTH PLAIN ${Buffer.from('\0posthorn\0re_fuzz').toString('base64')}\r\n`;
const hello = 'EHLO client.example.com\r\n';
const mail =
  'MAIL FROM:<a@example.com> SIZE=100 BODY=8BITMIME\r\nRCPT TO:<b@example.net> NOTIFY=SUCCESS ORCPT=rfc822;b\r\nDATA\r\n';
const text = 'From: a@example.com\r\nSubject: Hello\r\n\r\nHi\r\n..\r\nBye\r\n';
/** What sessions consist of, and what attackers put in between. */
const pieces = [
  hello,
  login,
  `${hello}${login}`,
  `${hello}${login}${mail}${text}.\r\n`,
  mail,
  text,
  '.\r\n',
  '\r\n.\r\n',
  'RSET\r\n',
  'NOOP\r\n',
  'QUIT\r\n',
  'STARTTLS\r\n',
  'AUTH LOGIN\r\n',
  'AUTH PLAIN\r\n',
  'AUTH XOAUTH2 dXNlcj1h\r\n',
  '*\r\n',
  'VRFY a\r\n',
  'HELP\r\n',
  'XCLIENT ADDR=[IPV6:::1]\r\n',
  'MAIL FROM:<>\r\n',
  'MAIL FROM:<@a,@b:c@example.com> ENVID=+0D+0A RET=FULL SMTPUTF8\r\n',
  'MAIL FROM:<a@[IPv6:2001:db8::1]>\r\n',
  'RCPT TO:<postmaster>\r\n',
  'RCPT TO:<b@xn--a>\r\n',
  'RCPT TO:<b@example.net> NOTIFY=NEVER,DELAY ORCPT=;\r\n',
  'RCPT TO:<"b c"@example.net> __proto__=1 constructor=2 toString\r\n',
  'DATA\r\n',
  'BDAT 10 LAST\r\n',
  'GET / HTTP/1.1\r\n',
  '\n.\n',
  '\r.\r',
  '\r\n.\r',
  '\r\n.\n',
  '\0',
  '\u00ff\u00fe',
  'x'.repeat(1_000),
  'x'.repeat(5_000),
  ' ',
  '\r\n',
];

/** Mulberry32: the same sequence for the same seed. */
function randomFrom(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** What one client says, and of how many inputs it was made. */
function script(random: (below: number) => number): { readonly octets: Buffer; readonly count: number } {
  const parts = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)] ?? '');
  // A third begins as a session does, or nothing would get past the login.
  if (random(3) > 0) parts.unshift(hello, login);
  if (random(3) > 0) parts.push(mail, text);
  const octets = Buffer.from(parts.join(''), 'latin1');
  for (let changes = random(4); changes > 0 && octets.length > 0; changes -= 1) {
    const at = random(octets.length);
    switch (random(3)) {
      case 0:
        octets[at] = random(256);
        break;
      case 1:
        octets[at] = octets[random(octets.length)] ?? 0;
        break;
      default:
        octets.copyWithin(at, random(octets.length));
    }
  }
  return { octets, count: parts.length };
}

function session(server: SubmissionServer, octets: Buffer, random: (below: number) => number): Promise<void> {
  return new Promise((resolve) => {
    const say = (): void => {
      for (let from = 0; from < octets.length && !wire.destroyed && !wire.writableEnded; ) {
        const size = random(4) === 0 ? 1 + random(8) : 1 + random(2_000);
        wire.push(octets.subarray(from, from + size));
        from += size;
      }
      hangUp(turnsToAnswer);
    };
    const hangUp = (turns: number): void => {
      if (turns === 0) wire.destroy();
      else setImmediate(hangUp, turns - 1);
    };
    const wire: SmtpWire = new SmtpWire(() => setImmediate(say));
    // The members of a socket that the server uses are there.
    server.take(wire as unknown as Socket, 'SMTP_465_PORT', resolve);
    wire.on('finish', () => wire.destroy());
    if (random(50) === 0) say();
  });
}

it(`the listener outlives ${inputs} inputs of anybody, and takes no message that is not one`, async () => {
  const random = randomFrom(seed);
  const wrong: string[] = [];
  const failures: unknown[] = [];
  let taken = 0;
  const server = new SubmissionServer(
    {
      async acceptMail(_sender, { message }) {
        const chunks: Buffer[] = [];
        for await (const chunk of message) chunks.push(chunk);
        const raw = Buffer.concat(chunks).toString('latin1');
        taken += 1;
        const lines = raw.split('\r\n');
        if (!raw.endsWith('\r\n') && raw !== '') wrong.push(raw);
        if (lines.some((line) => line.length > 998 || /[\r\n]/.test(line))) wrong.push(raw);
        return { kind: 'accepted', emailId: String(taken) };
      },
      login: {
        authenticator: { authenticatorFor: (token) => async () => (token === 're_fuzz' ? sender : undefined) },
        userNames: ['posthorn'],
        // Nobody waits for a wrong guess here.
        failures: { note: () => 0 },
        nowMs: () => 0,
      },
      rateLine: null,
      recorder: { note: () => undefined },
      counters: { refused: () => undefined, message: () => undefined },
      limits: patientLimits,
      hostName: 'mx.example.com',
      nextId: (() => {
        let last = 0;
        return () => String((last += 1));
      })(),
      onFailure: (error) => failures.push(error),
    },
    certificate,
    true,
  );
  let started = 0;
  let sessions = 0;
  const worker = async (): Promise<void> => {
    while (started < inputs) {
      const { octets, count } = script(random);
      started += count;
      sessions += 1;
      await session(server, octets, random);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: sessionsAtOnce }, worker));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`${started} inputs in ${sessions} sessions, ${taken} messages taken, ${seconds} s\n`);
  expect(wrong).toEqual([]);
  expect(failures).toEqual([]);
  // Otherwise it was the login that was tried, and nothing behind it.
  expect(taken).toBeGreaterThan(inputs / 1_000);
});
