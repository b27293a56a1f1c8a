import { waitFor } from '../../support/wait-for.js';
import { apiKey, closeAll, submissionWorld } from './setup.js';

afterEach(closeAll);

const message = 'From: a@example.com\r\nSubject: Hello\r\n\r\nHi\r\n';
const longMs = 60_000;

describe('an orderly stop', () => {
  it('tells idle sessions at once, and takes no new ones', async () => {
    const world = await submissionWorld();
    const idle = await world.connect('SMTP_465_PORT');
    await idle.logIn(apiKey);
    const stopped = world.server.stop(longMs);
    expect(await idle.reply()).toBe('421 4.3.2 The server is shutting down; try again in a moment');
    expect(await idle.reply()).toBe('closed');
    idle.end();
    await stopped;
    expect(await (await world.connect()).reply()).toBe('closed');
  });

  it('lets a message end that is under way, and answers it', async () => {
    let accept: () => void = () => undefined;
    const world = await submissionWorld({
      answer: () => new Promise((resolve) => (accept = () => resolve({ kind: 'accepted', emailId: 'last' }))),
    });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    client.write(message);
    const stopped = world.server.stop(longMs);
    client.write('more\r\n.\r\n');
    await waitFor(
      async () => world.mails.length,
      (count) => count === 1,
    );
    accept();
    expect(await client.reply()).toBe('250 2.6.0 Accepted as last');
    expect(await client.reply()).toBe('421 4.3.2 The server is shutting down; try again in a moment');
    client.end();
    await stopped;
    expect(world.mails[0]?.raw.toString()).toBe(`${message}more\r\n`);
  });

  it('waits no longer than it was given', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    await world.server.stop(100);
    expect(await client.reply()).toBe('closed');
    expect(world.mails).toEqual([]);
  });
});

describe('the entry of a session in the request log', () => {
  it('tells of its messages as of a batch', async () => {
    let number = 0;
    const world = await submissionWorld({
      answer: () =>
        (number += 1) === 2
          ? { kind: 'refused', refusal: 'domain-not-verified', message: 'The example.net domain is not verified.' }
          : { kind: 'accepted', emailId: `email-${number}` },
    });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    for (let index = 0; index < 3; index += 1) {
      await client.begin('a@example.com', 'b@example.net');
      await client.ask(`${message}.`);
    }
    expect(world.sessions).toEqual([]);
    await client.ask('QUIT');
    await waitFor(
      async () => world.sessions.length,
      (count) => count === 1,
    );
    const [entry] = world.sessions;
    expect(entry).toMatchObject({
      teamId: '0190a000-0000-7000-8000-000000000002',
      request: {
        apiKeyId: '0190a000-0000-8000-8000-000000000001',
        method: 'POST',
        endpoint: '/smtp',
        status: 200,
        emailIds: ['email-1', 'email-3'],
      },
      detail: {
        userAgent: 'ESMTPSA client.example.com',
        requestBody: { listener: 'SMTP_465_PORT', protocol: 'ESMTPSA' },
        responseBody: { errors: [{ index: 1, message: '550 5.7.1 The example.net domain is not verified.' }] },
      },
    });
    const correlations = world.mails.map(({ submission }) => submission.context.correlationId);
    expect(new Set(correlations)).toEqual(new Set([entry?.request.id]));
  });

  it('has the status that the refusal has over HTTP where nothing was accepted', async () => {
    const world = await submissionWorld({
      answer: () => ({ kind: 'refused', refusal: 'daily-quota-exceeded', message: 'No more today.' }),
    });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    await client.ask(`${message}.`);
    client.end();
    await waitFor(
      async () => world.sessions.length,
      (count) => count === 1,
    );
    expect(world.sessions[0]?.request).toMatchObject({ status: 429, emailIds: [] });
  });

  it('is nobody’s where nobody has logged in', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.reply();
    await client.ask('QUIT');
    client.end();
    await waitFor(
      async () => world.server.connections(),
      (open) => open === 0,
    );
    expect(world.sessions).toEqual([]);
  });

  it('of a session without end is written every hundred messages', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    for (let index = 0; index < 101; index += 1) {
      client.write(`MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nDATA\r\n${message}.\r\n`);
      for (let replies = 0; replies < 4; replies += 1) await client.reply();
    }
    expect(world.sessions.map(({ request }) => request.emailIds.length)).toEqual([100]);
    await client.ask('QUIT');
    await waitFor(
      async () => world.sessions.length,
      (count) => count === 2,
    );
    expect(new Set(world.sessions.map(({ request }) => request.id)).size).toBe(2);
  });
});
