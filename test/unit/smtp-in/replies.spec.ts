import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SmtpRefusal } from '../../../src/application/submission/smtp-submission.js';
import { faultReplies, refusalReplies } from '../../../src/infrastructure/smtp-in/replies.js';
import { apiKey, closeAll, submissionWorld } from './setup.js';

afterEach(closeAll);

const message = 'From: a@example.com\r\nSubject: Hello\r\n\r\nHi\r\n';
// The keys of the table are the union.
const refusals = Object.keys(refusalReplies) as SmtpRefusal[];

describe('the replies', () => {
  it('agree with their enhanced codes about whether trying again helps (RFC 3463 §2)', () => {
    for (const { code, enhanced } of [...Object.values(refusalReplies), ...Object.values(faultReplies)]) {
      expect(enhanced).toMatch(new RegExp(`^${Math.floor(code / 100)}\\.\\d\\.\\d$`));
    }
  });

  it.each(refusals)(
    'tell a client of %s, and the session goes on unless its code says that it ends',
    async (refusal) => {
      const world = await submissionWorld({
        answer: () => ({ kind: 'refused', refusal, message: 'The application says why.' }),
      });
      const client = await world.connect('SMTP_465_PORT');
      await client.logIn(apiKey);
      await client.begin('a@example.com', 'b@example.net');
      const { code, enhanced } = refusalReplies[refusal];
      expect(await client.ask(`${message}.`)).toBe(`${code} ${enhanced} The application says why.`);
      expect(await client.ask('NOOP')).toBe(code === 421 ? 'closed' : '250 2.0.0 OK');
      expect(world.refusals.get(refusal)).toBe(1);
    },
  );

  it('come after the end of a message that was refused before it', async () => {
    const world = await submissionWorld({
      acceptMail: async () => ({ kind: 'refused', refusal: 'from-not-valid', message: 'No.' }),
    });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    client.write(message.repeat(10_000));
    expect(await client.ask('.')).toBe('554 5.6.0 No.');
    expect(await client.ask('NOOP')).toMatch(/^250/);
  });

  it('come after the end of a message whose beginning was enough to refuse it', async () => {
    const world = await submissionWorld({
      acceptMail: async (_sender, { message: chunks }) => {
        for await (const chunk of chunks) if (chunk.length > 0) break;
        return { kind: 'refused', refusal: 'header-not-valid', message: 'No.' };
      },
    });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    client.write(message.repeat(10_000));
    expect(await client.ask('.')).toBe('554 5.6.0 No.');
    expect(await client.ask('NOOP')).toMatch(/^250/);
  });

  it('say nothing of what broke inside', async () => {
    const world = await submissionWorld({ answer: () => Promise.reject(new Error('secret inside')) });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    expect(await client.ask(`${message}.`)).toBe('451 4.3.0 The server failed to accept the message; try again later');
    expect(world.failures).toHaveLength(1);
  });

  it('are those of docs/smtp.md', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/smtp.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\d{3}) ([245]\.\d\.\d)` \| (.+) \|$/gm)].map(([, code, enhanced, when]) => [
      Number(code),
      enhanced,
      when,
    ]);
    const expected = [
      ...Object.values(refusalReplies).map(({ code, enhanced, when }) => [code, enhanced, when]),
      ...Object.values(faultReplies).map(({ code, enhanced, text }) => [code, enhanced, `${text}.`]),
    ];
    expect(rows).toEqual(expected);
  });
});
