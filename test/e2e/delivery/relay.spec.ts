import { type RunningServer, startServer } from '../../support/server.js';
import { type SinkMessage, type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { headerOf, type Posthorn, posthornAt } from './setup.js';

/** What the receiver does, the first time and later, by the local part of an address. */
const atRcpt: Readonly<Record<string, readonly string[]>> = {
  greylisted: ['451 4.7.1 come back in a moment', '250 2.1.5 ok'],
  nobody: ['550 5.1.1 no such user'],
};
const atDot: Readonly<Record<string, readonly string[]>> = { 'cut-once': ['drop', '250 2.0.0 taken'] };

const seen = new Map<string, number>();
let sink: SmtpSink;
let server: RunningServer;
let posthorn: Posthorn;

beforeAll(async () => {
  sink = await startSmtpSink({
    rcpt: (address) => nextAnswer(atRcpt, 'rcpt', address) ?? '250 2.1.5 ok',
    dot: ({ recipients }) => nextAnswer(atDot, 'dot', recipients[0] ?? '') ?? '250 2.0.0 taken',
  });
  server = await startServer({
    env: {
      DELIVERY_MODE: 'relay',
      RELAY_URL: `smtp://127.0.0.1:${sink.port}`,
      PREVERIFIED_DOMAINS: 'mail.example.com',
      RETRY_SCHEDULE_STANDARD: '1',
      LOG_LEVEL: 'warn',
    },
  });
  posthorn = posthornAt(server);
});
afterAll(async () => {
  await server.stop();
  await sink.close();
});

function nextAnswer(script: typeof atDot, step: string, address: string): string | undefined {
  const answers = script[address.split('@')[0] ?? ''];
  if (answers === undefined) return undefined;
  const times = seen.get(`${step} ${address}`) ?? 0;
  seen.set(`${step} ${address}`, times + 1);
  return answers[Math.min(times, answers.length - 1)];
}

const mail = { from: 'Shop <shop@mail.example.com>', subject: 'Hello', text: 'Hi' };

/** What the receiver was given of this mail, in the order of arrival. */
const receivedOf = (id: string): readonly SinkMessage[] =>
  sink.messages.filter(({ raw }) => headerOf(raw, 'Message-ID') === `<${id}@mail.example.com>`);

const typesOf = async (id: string) => (await posthorn.timeline(id)).map(({ type }) => type);

describe('with a relay', () => {
  it('keeps what was said where more than a plain delivery happened, each recipient its own', async () => {
    const id = await posthorn.send({ ...mail, to: ['greylisted@said.example.net', 'nobody@said.example.net'] });
    const timeline = await waitFor(
      () => posthorn.timeline(id),
      (entries) => entries.some(({ type }) => type === 'EmailDelivered'),
    );
    const saidIn = (type: string): string =>
      timeline.find((entry) => entry.type === type)?.reply?.conversation ?? 'nothing was kept';
    expect(saidIn('DeliveryDeferred')).toMatch(/> RCPT TO:<greylisted@\S+\n.*< 451 4\.7\.1 come back in a moment/s);
    expect(saidIn('EmailBounced')).toMatch(/> RCPT TO:<nobody@\S+\n.*< 550 5\.1\.1 no such user/s);
    expect(saidIn('EmailBounced')).not.toContain('greylisted@');
    expect(saidIn('EmailDelivered')).toMatch(/\* the message, \d+ bytes\n.*> \.\n.*< 250 2\.0\.0 taken$/s);

    const plain = await posthorn.send({ ...mail, to: 'plain@said.example.net' });
    await posthorn.until(plain, 'delivered');
    const last = (await posthorn.timeline(plain)).at(-1);
    expect(last).toMatchObject({ type: 'EmailDelivered', reply: { code: 250, conversation: null } });
  });

  it('delivers once, signed for the preverified domain', async () => {
    const id = await posthorn.send({ ...mail, to: 'someone@example.net' });
    await posthorn.until(id, 'delivered');
    const [message, ...more] = receivedOf(id);
    expect(more).toEqual([]);
    expect(message?.recipients).toEqual(['someone@example.net']);
    expect(await posthorn.verify(message!.raw)).toEqual([{ domain: 'mail.example.com', result: 'pass' }]);
  });

  it('the connection ends after the dot: unknown, shown as such, and sent again under the same Message-ID', async () => {
    const id = await posthorn.send({ ...mail, to: 'cut-once@example.net' });
    await posthorn.until(id, 'delivered');
    expect(await typesOf(id)).toEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'DeliveryOutcomeUnknown',
      'DeliveryAttemptStarted',
      'EmailDelivered',
    ]);
    expect(receivedOf(id)).toHaveLength(2);
    const unknown = (await posthorn.timeline(id)).find(({ type }) => type === 'DeliveryOutcomeUnknown');
    expect(unknown?.reply).toMatchObject({ step: 'dot', code: null, host: '127.0.0.1' });
    expect(unknown?.reply?.conversation).toMatch(/> RCPT TO:<cut-once@example\.net>[^]* > \.\n\+\d+ \* the /);
  });

  it('sandbox mail never reaches the relay; to anyone but a simulator it is refused', async () => {
    const sandbox = { ...mail, from: 'onboarding@resend.dev' };
    const before = sink.messages.length;
    const delivered = await posthorn.send({ ...sandbox, to: 'delivered@resend.dev' });
    await posthorn.until(delivered, 'delivered');
    const bounced = await posthorn.send({ ...sandbox, to: 'bounced+x@posthorn.test' });
    await posthorn.until(bounced, 'bounced');
    for (const to of ['someone@example.net', 'someone@resend.dev', ['delivered@resend.dev', 'x@example.net']]) {
      expect(await posthorn.call('POST', '/emails', { ...sandbox, to })).toMatchObject({
        status: 403,
        body: { name: 'validation_error', message: expect.stringContaining('resend.dev') },
      });
    }
    expect(sink.messages).toHaveLength(before);
  });

  it('a simulator answers a sender of any domain, without the relay', async () => {
    const before = sink.messages.length;
    const id = await posthorn.send({ ...mail, to: 'bounced@resend.dev' });
    await posthorn.until(id, 'bounced');
    expect(sink.messages).toHaveLength(before);
  });
});
