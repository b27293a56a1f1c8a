import type { OutgoingTransaction } from '../../../src/application/ports/mail-transport.js';
import { createMailTransport } from '../../../src/infrastructure/smtp-out/mail-transport.js';
import { type SinkScript, startSmtpSink } from '../../support/smtp-sink.js';
import { waitFor } from '../../support/wait-for.js';
import { closeAll, closeLater, signal, transaction } from '../smtp-out/setup.js';

const patienceMs = 60_000;
const route = { kind: 'mx', mxSet: 'set', hosts: [['mx.example.com']] } as const;

afterEach(closeAll);

async function setup(script: SinkScript, { forgetAfterMs = patienceMs, idleTimeoutMs = patienceMs } = {}) {
  const sink = await startSmtpSink(script);
  closeLater(() => sink.close());
  const transport = createMailTransport({
    destinations: {},
    mx: {
      port: sink.port,
      addressesOf: async () => ({ kind: 'found', ipv4: ['127.0.0.1'], ipv6: [] }),
      isAllowed: () => true,
      isOurs: () => false,
      outboundAddresses: [],
      openTimeoutMs: patienceMs,
    },
    heloName: 'posthorn.example.com',
    connectTimeoutMs: patienceMs,
    greetingTimeoutMs: patienceMs,
    commandTimeoutMs: patienceMs,
    afterDotTimeoutMs: patienceMs,
    forgetAfterMs,
    idleTimeoutMs,
  });
  closeLater(() => transport.close(0));
  const send = (changes: Partial<OutgoingTransaction> = {}) =>
    transport.send(transaction(['b@example.com'], { route, ...changes }));
  return { sink, transport, send };
}

describe('connections to an MX set', () => {
  it('grow in number while the receiver takes the mail', async () => {
    const { transport, send, sink } = await setup({});
    expect(transport.concurrency('set')).toBe(2);
    await Promise.all(Array.from({ length: 60 }, () => send()));
    expect(transport.concurrency('set')).toBeGreaterThan(4);
    expect(sink.sessions.length).toBeGreaterThan(4);
    expect(sink.messages).toHaveLength(60);
  });

  it.each([
    ['421', '421 4.7.0 too many connections'],
    ['a closed door', 'drop'],
    ['a refusal of service', '554 5.3.2 no service'],
  ])('are halved by %s, once for all at one moment', async (_what, greeting) => {
    const { transport, send, sink } = await setup({
      greeting: (_nothing, { number }) => (number > 2 ? greeting : '220 sink.example.com'),
    });
    await Promise.all([send(), send()]);
    const before = transport.concurrency('set');
    expect(before).toBe(3);
    for (const session of sink.sessions) session.drop();
    await sink.until(() => sink.openConnections() === 0);
    await Promise.all([send(), send()]);
    expect(transport.concurrency('set')).toBe(Math.floor(before / 2));
  });

  it('are waited for, where the receiver wants no more of them beside one that serves', async () => {
    const refused = signal();
    const { send, sink } = await setup({
      greeting(_nothing, { number }) {
        if (number === 1) return '220 sink.example.com';
        refused.give();
        return '421 4.7.0 too many connections';
      },
      dot: () => refused.given.then(() => '250 2.0.0 taken'),
    });
    const first = send();
    await sink.until(() => sink.messages.length === 1);
    const results = await Promise.all([first, send()]);
    expect(results.flatMap(({ replies }) => replies.map(({ code }) => code))).toEqual([250, 250]);
    expect(sink.messages.map(({ session }) => session.number)).toEqual([1, 1]);
  });

  it('are forgotten with all that was learned, when no mail goes there any more', async () => {
    const { transport, send } = await setup({}, { forgetAfterMs: 40, idleTimeoutMs: 10 });
    await Promise.all(Array.from({ length: 30 }, () => send()));
    expect(transport.concurrency('set')).toBeGreaterThan(2);
    await waitFor(
      async () => transport.concurrency('set'),
      (connections) => connections === 2,
    );
    expect((await send()).replies).toMatchObject([{ code: 250 }]);
  });
});
