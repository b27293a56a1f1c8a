import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TransactionResult } from '../../../src/application/ports/mail-transport.js';
import { type Catcher, startCatcher } from '../../../src/infrastructure/catcher/catcher.js';
import { closeAll, summary, transaction, transportTo } from '../smtp-out/setup.js';

let dataDir: string;
let catcher: Catcher;

const start = (): Promise<Catcher> => startCatcher({ dataDir, sandboxDomains: ['posthorn.test', 'resend.dev'] });

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'catcher-'));
  catcher = await start();
});

afterEach(async () => {
  await closeAll();
  await catcher.close();
  rmSync(dataDir, { recursive: true });
});

const emailId = '0198c0de-0000-7000-8000-000000000001';
const teamId = '0198c0de-0000-7000-8000-00000000000a';

const whole = (id: string, number = -1) => catcher.mail.whole(id, number, () => true);

function messageOf(id: string, text = 'hello'): Buffer {
  return Buffer.from(`From: a@example.com\r\nMessage-ID:\r\n <${id}@example.com>\r\n\r\n${text}\r\n.dot\r\n`);
}

function sender(maxConnections = 1): (to: readonly string[], message: Buffer) => Promise<TransactionResult> {
  const transport = transportTo(catcher.port, { tls: 'none', maxConnections });
  return (to, message) => transport.send(transaction(to, { message }));
}

describe('the catcher', () => {
  it('shows what it received, by email, newest first, byte for byte', async () => {
    const send = sender();
    const result = await send(['b@example.com', 'jürgen@example.com'], messageOf(emailId, 'grün'));
    expect(summary(result.replies)).toEqual(['0: dot 250 2.6.0', '1: dot 250 2.6.0']);
    await send(['c@example.com'], messageOf(emailId, 'again'));
    await send(['c@example.com'], messageOf('0198c0de-0000-7000-8000-000000000002'));

    const messages = await catcher.mail.forEmail(teamId, emailId);

    expect(messages.map(({ recipients }) => recipients)).toEqual([
      ['c@example.com'],
      ['b@example.com', 'jürgen@example.com'],
    ]);
    expect(messages[1]?.raw).toBe(messageOf(emailId, 'grün').toString());
    expect(await whole(emailId, messages[1]?.number)).toEqual(messageOf(emailId, 'grün'));
    expect(await whole('another', messages[1]?.number)).toBeUndefined();
    expect(messages[1]).toMatchObject({ isCut: false, read: { text: 'grün\n.dot\n', html: null } });
    expect(messages[1]?.reversePath).toBe('a@example.com');
    expect(messages[1]?.receivedAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(await catcher.mail.forEmail(teamId, 'nobody')).toEqual([]);
  });

  it('takes local parts in quotes', async () => {
    const result = await sender()(['"john doe"@example.com'], messageOf(emailId));
    expect(summary(result.replies)).toEqual(['0: dot 250 2.6.0']);
    expect((await catcher.mail.forEmail(teamId, emailId))[0]?.recipients).toEqual(['"john doe"@example.com']);
  });

  it('plays the simulators at sandbox domains only', async () => {
    const result = await sender()(
      [
        'delivered@resend.dev',
        'bounced@resend.dev',
        'Bounced+order-1@Posthorn.Test',
        'bounced@example.com',
        'notbounced@resend.dev',
      ],
      messageOf(emailId),
    );
    expect(summary(result.replies)).toEqual([
      '0: dot 250 2.6.0',
      '1: rcpt 550 5.1.1',
      '2: rcpt 550 5.1.1',
      '3: dot 250 2.6.0',
      '4: dot 250 2.6.0',
    ]);
    const [message] = await catcher.mail.forEmail(teamId, emailId);
    expect(message?.recipients).toEqual(['delivered@resend.dev', 'bounced@example.com', 'notbounced@resend.dev']);
  });

  it('takes many at once on many connections and keeps the last thousand', async () => {
    const send = sender(20);
    const results = await Promise.all(
      Array.from({ length: 1010 }, (_, number) => send(['b@example.com'], messageOf(emailId, `mail ${number}`))),
    );
    expect(results.every(({ replies }) => replies[0]?.code === 250)).toBe(true);
    expect(await catcher.mail.forEmail(teamId, emailId)).toHaveLength(1000);
  });

  it('keeps its messages over a restart', async () => {
    await sender()(['b@example.com'], messageOf(emailId));
    await closeAll();
    await catcher.close();
    catcher = await start();
    expect(await catcher.mail.forEmail(teamId, emailId)).toHaveLength(1);
  });

  it('has no byte left of what it was told to forget', async () => {
    const inFiles = (): boolean =>
      readdirSync(dataDir).some((file) => readFileSync(join(dataDir, file)).includes('a-secret-word'));
    await sender()(['b@example.com'], messageOf(emailId, 'a-secret-word'));
    expect(inFiles()).toBe(true);
    await catcher.mail.empty();
    expect(inFiles()).toBe(false);
    expect(await catcher.mail.forEmail(teamId, emailId)).toEqual([]);
  });

  it('forgets the mails that it is told to, every byte of them, and no other', async () => {
    const [gone, kept] = [emailId, '0198c0de-0000-7000-8000-000000000002'];
    const send = sender();
    for (const word of ['first', 'second', 'third']) {
      await send(['b@example.com'], messageOf(gone, `gone-${word} ${'x'.repeat(1_500)}`));
      await send(['b@example.com'], messageOf(kept, `kept-${word}`));
    }
    await catcher.mail.forget([gone]);
    await catcher.mail.forget([gone]);
    await catcher.mail.forget([]);
    const bytes = readdirSync(dataDir).map((file) => readFileSync(join(dataDir, file), 'latin1'));
    expect(bytes.filter((text) => text.includes('gone-'))).toEqual([]);
    expect(await catcher.mail.forEmail(teamId, gone)).toEqual([]);
    expect(await catcher.mail.forEmail(teamId, kept)).toHaveLength(3);
  });

  it('shows the beginning of a large message, and gives all of it', async () => {
    const message = messageOf(emailId, `${'ö'.repeat(300_000)} end`);
    await sender()(['b@example.com'], message);
    const [shown] = await catcher.mail.forEmail(teamId, emailId);
    expect(shown).toMatchObject({ isCut: true, sizeBytes: message.length });
    expect(message.toString().startsWith(shown?.raw ?? '-')).toBe(true);
    expect(shown?.raw.length).toBeGreaterThan(100_000);
    expect(shown?.read?.text).toBe('ö'.repeat(256 * 1024));
    expect(await whole(emailId, shown?.number)).toEqual(message);
    expect(await catcher.mail.whole(emailId, shown?.number ?? -1, () => false)).toBe('busy');
  });

  it('shows no more than so much of many large messages', async () => {
    const send = sender();
    for (let count = 0; count < 12; count += 1) await send(['b@example.com'], messageOf(emailId, 'x'.repeat(250_000)));
    const messages = await catcher.mail.forEmail(teamId, emailId);
    expect(messages).toHaveLength(12);
    expect(messages[0]).toMatchObject({ isCut: false, read: { text: expect.stringContaining('xxx') } });
    expect(messages.at(-1)).toMatchObject({ isCut: true, read: null, raw: '' });
    expect(JSON.stringify(messages).length).toBeLessThan(3 * 1024 * 1024);
  });

  it('reads the beginning of a message of a million lines, and stands still for none', async () => {
    const lines = 1_000_000;
    await sender()(['b@example.com'], messageOf(emailId, 'line\r\n'.repeat(lines)));
    const delays = monitorEventLoopDelay({ resolution: 10 });
    delays.enable();
    const [message] = await catcher.mail.forEmail(teamId, emailId);
    delays.disable();
    expect(message).toMatchObject({ isCut: true, read: { text: expect.stringContaining('line\nline\n') } });
    expect(delays.max / 1e6).toBeLessThan(2_000);
    expect((await whole(emailId, message?.number))?.length).toBeGreaterThan(6 * lines);
  });

  it('reads for one team a few answers at a time, and for another one beside it', async () => {
    await sender()(['b@example.com'], messageOf(emailId));
    const answers = await Promise.all(Array.from({ length: 5 }, () => catcher.mail.forEmail(teamId, emailId)));
    expect(answers.filter(([message]) => message?.read === null)).toHaveLength(3);
    expect((await catcher.mail.forEmail(teamId, emailId))[0]?.read).not.toBeNull();
  });
});
