import { createAuthFailures, networkOf } from '../../../src/infrastructure/security/auth-failures.js';
import { waitFor } from '../../support/wait-for.js';
import { apiKey, closeAll, submissionWorld, type SubmissionWorld } from './setup.js';

afterEach(closeAll);

const base64 = (text: string): string => Buffer.from(text).toString('base64');

async function underTls(world: SubmissionWorld) {
  const client = await world.connect('SMTP_465_PORT');
  await client.reply();
  await client.ask('EHLO client.example.com');
  return client;
}

describe('the login', () => {
  it.each(['posthorn', 'resend', 'Posthorn', 'shop@example.com'])(
    'takes %s with an API key, by PLAIN',
    async (user) => {
      const client = await underTls(await submissionWorld());
      expect(await client.ask(`AUTH PLAIN ${base64(`\0${user}\0${apiKey}`)}`)).toBe(
        '235 2.7.0 Authentication successful',
      );
    },
  );

  it('takes LOGIN, which asks for one after the other', async () => {
    const client = await underTls(await submissionWorld());
    expect(await client.ask('AUTH LOGIN')).toBe(`334 ${base64('Username:')}`);
    expect(await client.ask(base64('posthorn'))).toBe(`334 ${base64('Password:')}`);
    expect(await client.ask(base64(apiKey))).toMatch(/^235 /);
  });

  it.each([
    ['another user', 'root', apiKey],
    ['a wrong key', 'posthorn', 're_wrong'],
  ])('refuses %s', async (_name, user, key) => {
    const world = await submissionWorld();
    const client = await underTls(world);
    expect(await client.ask(`AUTH PLAIN ${base64(`\0${user}\0${key}`)}`)).toBe(
      '535 5.7.8 Incorrect user name or API key; the password is an API key of this server',
    );
    expect(await client.ask('MAIL FROM:<a@example.com>')).toBe('530 5.7.0 Log in first');
    expect(world.refusals.get('login-failed')).toBe(1);
  });

  it.each(['CRAM-MD5', 'XOAUTH2 dXNlcj1h', 'NTLM'])('knows no %s', async (mechanism) => {
    const client = await underTls(await submissionWorld());
    expect(await client.ask(`AUTH ${mechanism}`)).toMatch(/^504 /);
  });

  it('ends a session at the third wrong guess, and lets a right key in at once', async () => {
    const world = await submissionWorld();
    const guesser = await underTls(world);
    for (const expected of [/^535 /, /^535 /, /^421 4\.7\.0 Too many failed logins/]) {
      expect(await guesser.ask(`AUTH PLAIN ${base64('\0posthorn\0re_guess')}`)).toMatch(expected);
    }
    expect(await guesser.reply()).toBe('closed');
    expect(world.refusals.get('login-failed')).toBe(3);
    expect(world.refusals.get('login-flood')).toBe(1);
    const another = await underTls(world);
    // Held back for half a second from here on: the right one must not wait behind it.
    another.write(`AUTH PLAIN ${base64('\0posthorn\0re_guess')}\r\n`);
    const right = await underTls(world);
    await waitFor(
      async () => world.refusals.get('login-failed'),
      (count) => count === 4,
    );
    let guessAnswered = false;
    void another.reply().then(() => (guessAnswered = true));
    expect(await right.ask(`AUTH PLAIN ${base64(`\0posthorn\0${apiKey}`)}`)).toMatch(/^235 /);
    expect(guessAnswered).toBe(false);
  });

  it('says so where keys cannot be looked up', async () => {
    const world = await submissionWorld({
      options: {
        login: {
          authenticator: { authenticatorFor: () => () => Promise.reject(new Error('no log')) },
          userNames: ['posthorn'],
          failures: createAuthFailures(3),
          nowMs: () => 0,
        },
      },
    });
    const client = await underTls(world);
    expect(await client.ask(`AUTH PLAIN ${base64(`\0posthorn\0${apiKey}`)}`)).toMatch(/^454 4\.7\.0 /);
  });

  it('lasts as long as the key', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    expect(await client.ask('MAIL FROM:<a@example.com>')).toMatch(/^250/);
    await client.ask('RSET');
    world.keys.delete(apiKey);
    expect(await client.ask('MAIL FROM:<a@example.com>')).toBe(
      '421 4.7.0 The API key was deleted or has expired; log in with another one',
    );
    expect(await client.reply()).toBe('closed');
  });
});

describe('what is noted of refusals', () => {
  it('is a wrong login, and a sender that is not the key’s, with the address that they came from', async () => {
    const noted: string[] = [];
    const world = await submissionWorld({
      acceptMail: async (_sender, { message }) => {
        for await (const _chunk of message) continue;
        return { kind: 'refused', refusal: 'domain-not-verified', message: 'The example.net domain is not verified.' };
      },
      options: {
        login: {
          authenticator: { authenticatorFor: (token) => async () => world.keys.get(token) },
          userNames: ['posthorn'],
          failures: createAuthFailures(3),
          nowMs: () => 0,
          noteSecurityEvent: (event, { address, reason }) => void noted.push(`${event} ${reason} ${address}`),
        },
      },
    });
    const guessing = await underTls(world);
    await guessing.ask(`AUTH PLAIN ${base64('\0posthorn\0re_guess')}`);
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.ask('MAIL FROM:<a@example.net>');
    await client.ask('RCPT TO:<b@example.com>');
    await client.ask('DATA');
    expect(await client.ask('Subject: x\r\n\r\nx\r\n.')).toMatch(/^550 5\.7\.1 /);
    expect(noted).toEqual(['login-refused login-failed 127.0.0.1', 'sender-refused domain-not-verified 127.0.0.1']);
  });
});

describe('failed logins', () => {
  it('are held back longer and longer, and forgotten in time', () => {
    const failures = createAuthFailures(3);
    const delays = Array.from({ length: 9 }, () => failures.note('192.0.2.1', 0));
    expect(delays).toEqual([0, 0, 0, 500, 1_000, 2_000, 4_000, 8_000, 8_000]);
    expect(failures.note('192.0.2.2', 0)).toBe(0);
    expect(failures.note('192.0.2.1', 16 * 60_000)).toBe(0);
  });

  it('of an IPv6 network of 64 bits count together', () => {
    expect(networkOf('2001:db8:1:2:3::4')).toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  });

  it('of the longest silent are given up when there are too many addresses', () => {
    const failures = createAuthFailures(3);
    for (let index = 0; index < 3; index += 1) failures.note('198.51.100.1', 0);
    for (let index = 0; index < 10_000; index += 1) failures.note(`10.0.${index >> 8}.${index & 255}`, 0);
    expect(failures.note('198.51.100.1', 0)).toBe(0);
  });
});
