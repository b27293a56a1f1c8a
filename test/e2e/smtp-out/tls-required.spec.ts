import { createMailTransport } from '../../../src/infrastructure/smtp-out/mail-transport.js';
import { eventually } from '../../support/wait-for.js';
import type { SinkScript, SinkSession } from '../../support/smtp-sink.js';
import { startSmtpSink } from '../../support/smtp-sink.js';
import { selfSigned } from './self-signed.js';
import { closeAll, closeLater, inTurns, setup, summary, transaction } from './setup.js';

afterEach(closeAll);

const patienceMs = 60_000;
const timeouts = {
  connectTimeoutMs: patienceMs,
  greetingTimeoutMs: patienceMs,
  commandTimeoutMs: patienceMs,
  afterDotTimeoutMs: patienceMs,
};

/** Its TLS fails in the sessions that `slips` names, and mail in clear is refused with this reply, at this step. */
function requiringTls(
  reply: string,
  { at = 'mail', slips = ({ number }) => number === 1 }: { at?: Step; slips?: (session: SinkSession) => boolean } = {},
): SinkScript {
  const refuse = (usual: string) => (_argument: unknown, session: SinkSession) => (session.secure ? usual : reply);
  const usual = { mail: '250 2.1.0 ok', rcpt: '250 2.1.5 ok', data: '354 go on', dot: '250 2.0.0 taken' }[at];
  return {
    tls: selfSigned,
    starttls: (_nothing, session) => (slips(session) ? 'drop' : '220 2.0.0 go on'),
    [at]: refuse(usual),
  };
}
type Step = 'mail' | 'rcpt' | 'data' | 'dot';

const inClear = (session: SinkSession | undefined) => session?.commands.includes('STARTTLS') === false;

describe('a receiver that requires TLS, and slipped once', () => {
  it.each([
    ['mail', '530 5.7.0 Must issue a STARTTLS command first'],
    ['mail', '550 5.7.10 Encryption needed'],
    ['mail', '530'],
    ['mail', '451 4.7.5 TLS required'],
    ['rcpt', '550 5.7.1 TLS required'],
    ['data', '554 5.7.3 encryption required'],
  ] as const)('gets the mail over TLS at once, where it says so at %s: %s', async (at, reply) => {
    const { sink, transport } = await setup(requiringTls(reply, { at }));
    const results = await inTurns(transport, transaction(['b@example.com', 'c@example.com']));
    expect(results.flatMap(({ replies }) => summary(replies))).toEqual(['0: dot 250 2.0.0', '1: dot 250 2.0.0']);
    expect(sink.messages.map(({ session }) => session.secure)).toEqual([true]);
    // With TLS that broke, in clear, and with TLS again.
    expect(sink.sessions).toHaveLength(3);
  });

  it('is not sent mail in clear again', async () => {
    const { sink, transport } = await setup(requiringTls('530 5.7.0 Must issue a STARTTLS command first'));
    await inTurns(transport, transaction(['b@example.com']));
    for (const session of sink.sessions) session.drop();
    await sink.until(() => sink.openConnections() === 0);
    await transport.send(transaction(['c@example.com']));
    expect(sink.messages.map(({ session }) => session.secure)).toEqual([true, true]);
    expect(sink.sessions.filter(inClear)).toHaveLength(1);
  });

  it.each([
    ['ends', 'drop', null],
    ['is no handshake', '220 go on\nno handshake', null],
    ['is refused with 454', '454 4.7.0 TLS not available', 454],
    ['is refused with 502', '502 5.5.1 not implemented', 502],
  ])('defers at STARTTLS where TLS %s again', async (_how, starttls, code) => {
    const script = requiringTls('550 5.7.1 Must issue a STARTTLS command first');
    const { sink, transport } = await setup({ ...script, starttls: () => starttls });
    const [last] = (await inTurns(transport, transaction(['b@example.com']))).slice(-1);
    expect(last?.replies).toMatchObject([{ step: 'starttls', code }]);
    const before = sink.sessions.length;
    // Nor is the next mail told in clear that this one was meant for.
    expect((await transport.send(transaction(['c@example.com']))).replies).toMatchObject([{ step: 'starttls', code }]);
    expect(sink.sessions.slice(before).map((session) => session.commands.includes('STARTTLS'))).toEqual([true]);
    expect(sink.messages).toEqual([]);
  });

  it('defers where it offers STARTTLS no more, and sends where it does again', async () => {
    let offers = false;
    const { sink, transport } = await setup({
      ...requiringTls('530 5.7.0 Must issue a STARTTLS command first', { slips: () => false }),
      ehlo: () => `250-sink.example.com\n${offers ? '250-STARTTLS\n' : ''}250 PIPELINING`,
    });
    const results = await inTurns(transport, transaction(['b@example.com']));
    expect(results.at(-1)?.replies).toMatchObject([
      { step: 'starttls', code: null, text: 'the receiver requires TLS: it does not offer STARTTLS' },
    ]);
    offers = true;
    expect(summary((await transport.send(transaction(['b@example.com']))).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.messages[0]?.session.secure).toBe(true);
  });

  it.each(['ehlo', 'auth'] as const)('gets the mail over TLS where it says so at %s', async (at) => {
    const credentials = { username: 'user', password: 'secret' };
    const { sink, transport } = await setup(
      {
        tls: selfSigned,
        starttls: (_nothing, { number }) => (number === 1 ? 'drop' : '220 2.0.0 go on'),
        ...(at === 'auth' ? { credentials } : {}),
        // The session in clear, after TLS that broke.
        ...(at === 'ehlo'
          ? { ehlo: saidInClear('550 5.7.0 TLS required'), helo: saidInClear('550 5.7.0 TLS required') }
          : { auth: (_line, session) => (session.secure ? undefined : '538 5.7.11 Encryption required') }),
      },
      at === 'auth' ? { credentials, trustsAnyCertificate: true } : {},
    );
    const results = await inTurns(transport, transaction(['b@example.com']));
    expect(results.flatMap(({ replies }) => summary(replies))).toEqual(['0: dot 250 2.0.0']);
    expect(sink.messages[0]?.session.secure).toBe(true);
  });

  it('defers what it refuses at the dot, and has the next mail over TLS', async () => {
    const { sink, transport } = await setup(requiringTls('550 5.7.10 Encryption needed', { at: 'dot' }));
    expect(summary((await transport.send(transaction(['b@example.com']))).replies)).toEqual(['0: dot 550 5.7.10']);
    expect(summary((await transport.send(transaction(['b@example.com']))).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.messages.map(({ session }) => session.secure)).toEqual([false, true]);
  });

  it('keeps what it said of one recipient, and takes the other over TLS', async () => {
    const script = requiringTls('550 5.7.10 Encryption needed', { at: 'rcpt' });
    const { transport } = await setup({
      ...script,
      rcpt: (path, session) => {
        if (path.startsWith('nobody')) return '550 5.1.1 no';
        return session.secure ? '250 2.1.5 ok' : '550 5.7.10 Encryption needed';
      },
    });
    const results = await inTurns(transport, transaction(['nobody@example.com', 'b@example.com']));
    expect(results.map(({ replies }) => summary(replies))).toEqual([['0: rcpt 550 5.1.1'], ['1: dot 250 2.0.0']]);
  });
});

const saidInClear =
  (reply: string) =>
  (_name: string, session: SinkSession): string =>
    session.number === 2 ? reply : '250-sink.example.com\n250 STARTTLS';

describe('a receiver whose TLS is too old', () => {
  const old = { ...selfSigned, minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;

  it('is named as such, where it requires TLS', async () => {
    const { sink, transport } = await setup({
      tls: old,
      mail: (_path, session) => (session.secure ? '250 ok' : '530 5.7.0 Must issue a STARTTLS command first'),
    });
    const results = await inTurns(transport, transaction(['b@example.com']));
    expect(results.at(-1)?.replies).toMatchObject([
      { step: 'starttls', code: null, text: expect.stringContaining('no TLS version newer than 1.1') },
    ]);
    expect(sink.messages).toEqual([]);
  });

  it('gets its mail in clear, where it does not', async () => {
    const { send } = await setup({ tls: old });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
  });
});

describe('a refusal of mail in clear that does not speak of TLS', () => {
  it('stands, and the next mail tries TLS again', async () => {
    const { sink, send } = await setup({
      tls: selfSigned,
      starttls: (_nothing, { number }) => (number === 1 ? 'drop' : '220 2.0.0 go on'),
      mail: (_path, session) => (session.secure ? '250 2.1.0 ok' : '550 5.7.1 not allowed'),
    });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: mail 550 5.7.1']);
    for (const session of sink.sessions) session.drop();
    await sink.until(() => sink.openConnections() === 0);
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
  });
});

describe('several hosts of one receiver', () => {
  it('give the mail to the one whose TLS works, where the other slips and requires it', async () => {
    const script = requiringTls('530 5.7.0 Must issue a STARTTLS command first', { slips: () => true });
    const slipping = await startSmtpSink(script, { host: '127.0.0.1' });
    const well = await startSmtpSink(requiringTls('530', { slips: () => false }), {
      host: '127.0.0.2',
      port: slipping.port,
    });
    const transport = createMailTransport({
      destinations: {},
      heloName: 'posthorn.example.com',
      ...timeouts,
      mx: {
        port: slipping.port,
        addressesOf: async (host) => ({
          kind: 'found',
          ipv4: [host.startsWith('slipping') ? '127.0.0.1' : '127.0.0.2'],
          ipv6: [],
        }),
        isAllowed: () => true,
        isOurs: () => false,
        outboundAddresses: [],
        openTimeoutMs: patienceMs,
      },
    });
    closeLater(() => Promise.all([slipping.close(), well.close()]).then(() => undefined));
    closeLater(() => transport.close(0));
    const route = { kind: 'mx', mxSet: 'set', hosts: [['slipping.test'], ['well.test']] } as const;
    const results = await inTurns(transport, transaction(['b@example.com'], { route }));
    expect(results.flatMap(({ replies }) => summary(replies))).toEqual(['0: dot 250 2.0.0']);
    await eventually(() => well.messages.length === 1);
    expect(slipping.messages).toEqual([]);
  });
});
