import { mailTo, startInternet, type Internet } from '../e2e/mx/setup.js';
import { waitFor } from '../support/wait-for.js';
import { type Receiver, receiverMissing, type Running, startReceiver } from './receivers.js';

const receivers: readonly Receiver[] = [
  { name: 'Exim', domain: 'exim.test', host: '127.0.0.6' },
  { name: 'OpenSMTPD', domain: 'opensmtpd.test', host: '127.0.0.7' },
];

interface Shown {
  readonly recipients: readonly { readonly status: string }[];
}

describe.each(receivers)('mail to a real $name', (receiver) => {
  const missing = receiverMissing(receiver);
  if (missing !== undefined) process.stdout.write(`skipped: ${receiver.name}: ${missing}\n`);
  const runs = missing === undefined ? it : it.skip;
  const { domain, host } = receiver;
  let net: Internet;
  let running: Running | undefined;
  beforeAll(async () => {
    if (missing !== undefined) return;
    const zone = { [domain]: { MX: [[10, `mx.${domain}`] as const] }, [`mx.${domain}`]: { A: [host] } };
    // Its host is there for the port alone.
    net = await startInternet({ hosts: { '127.0.0.8': {} }, zone });
    running = await startReceiver(receiver, net.hosts['127.0.0.8']?.port ?? 0);
  });
  afterAll(async () => {
    running?.stop();
    await net?.close();
  });

  const statuses = async (id: string): Promise<readonly string[]> => {
    const { body } = await net.posthorn.call('GET', `/emails/${id}`);
    return (body as Shown).recipients.map(({ status }) => status);
  };
  const settled = (id: string) =>
    waitFor(
      () => statuses(id),
      (found) => !found.some((status) => status === 'queued' || status === 'sent'),
      { limitMs: 120_000 },
    );

  runs('arrives at the mailbox that is there, and bounces for the other', async () => {
    const id = await net.posthorn.send({
      ...mailTo(`good@${domain}`),
      to: [`good@${domain}`, `nobody@${domain}`],
      subject: 'Grüße',
    });
    expect(await settled(id)).toEqual(['delivered', 'bounced']);
  });

  runs('takes less than twice its time alone among four times as much bad mail', async () => {
    const sendAll = async (names: readonly string[]): Promise<number> => {
      const begunAtMs = performance.now();
      const ids = await Promise.all(names.map((name) => net.posthorn.send(mailTo(`${name}@${domain}`))));
      const good = ids.filter((_id, index) => names[index] === 'good');
      const outcomes = await Promise.all(good.map(settled));
      expect(outcomes.flat()).toEqual(good.map(() => 'delivered'));
      return performance.now() - begunAtMs;
    };
    const alone = await sendAll(Array.from({ length: 10 }, () => 'good'));
    const among = await sendAll(
      Array.from({ length: 50 }, (_, number) => (number % 5 === 4 ? 'good' : `nobody${number}`)),
    );
    process.stderr.write(`${receiver.name}: ms alone ${Math.round(alone)}, among bad mail ${Math.round(among)}\n`);
    // To accept five times as many takes longer too.
    expect(among).toBeLessThan(2 * alone + 3_000);
  });
});
