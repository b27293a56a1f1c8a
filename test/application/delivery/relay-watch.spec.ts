import { relayTroubleOf } from '../../../src/application/delivery/trouble/relay-trouble.js';
import { RelayWatch, type RelayTrouble, watchingRelay } from '../../../src/application/delivery/relay-watch.js';
import type { RecipientReply, TransactionResult } from '../../../src/application/ports/mail-transport.js';

describe('what is wrong with the relay', () => {
  it.each([
    ['dns', null, 'unreachable'],
    ['connect', null, 'unreachable'],
    ['greeting', 554, 'refuses'],
    ['ehlo', 421, 'refuses'],
    ['starttls', null, 'tls'],
    ['auth', 535, 'login'],
    ['auth', null, 'not-trusted'],
    ['mail', 550, 'sender'],
    ['rcpt', 550, undefined],
    ['data', null, undefined],
    ['dot', 250, undefined],
  ] as const)('at %s with %s: %s', (step, code, kind) => {
    expect(relayTroubleOf({ step, code })).toBe(kind);
  });
});

describe('a relay that relays nothing of this server', () => {
  it.each([
    [554, '5.7.1', '5.7.1 <ada@example.org>: Relay access denied', 'relaying'],
    [550, null, 'relay not permitted', 'relaying'],
    [550, '5.7.1', '5.7.1 Authentication required', 'relaying'],
    [550, '5.1.1', '5.1.1 <ada@example.org>: User unknown in relay recipient table', undefined],
    [550, '5.4.4', '5.4.4 relay found no route', undefined],
    [451, '4.7.1', '4.7.1 Greylisted', undefined],
  ] as const)('%i %s %s: %s', (code, enhancedCode, text, kind) => {
    expect(relayTroubleOf({ step: 'rcpt', code, enhancedCode, text })).toBe(kind);
  });
});

describe('watching the relay', () => {
  let told: (RelayTrouble | 'recovered')[];
  let nowMs: number;
  let watch: RelayWatch;
  beforeEach(() => {
    told = [];
    nowMs = 0;
    watch = new RelayWatch(
      { monotonicMs: () => nowMs },
      { onTrouble: (trouble) => told.push(trouble), onRecovered: () => told.push('recovered') },
    );
  });

  const ended = (step: RecipientReply['step'], code: number | null, text = 'as it says'): TransactionResult => ({
    replies: [{ recipients: [0], step, code, enhancedCode: null, text, host: 'relay.example.com' }],
    unknown: [],
    withheld: [],
  });
  const refusedLogin = ended('auth', 535, 'no such user ada@example.com');
  const taken = ended('dot', 250);

  it('tells once when a trouble begins, not for each mail, and once when it is over', () => {
    for (const result of [refusedLogin, refusedLogin, refusedLogin, taken, taken]) watch.note(result);
    expect(told).toEqual([{ kind: 'login', step: 'auth', code: 535, reason: null }, 'recovered']);
  });

  it('tells of another kind, with our own words for it and never with those of the relay', () => {
    watch.note(refusedLogin);
    watch.note(ended('auth', null, 'the certificate of relay.example.com is not valid'));
    expect(told).toEqual([
      { kind: 'login', step: 'auth', code: 535, reason: null },
      { kind: 'not-trusted', step: 'auth', code: null, reason: 'the certificate of relay.example.com is not valid' },
    ]);
    expect(JSON.stringify(told)).not.toContain('ada@');
  });

  it('does not tell again and again of one that comes and goes', () => {
    for (let mail = 0; mail < 50; mail += 1) {
      watch.note(ended('mail', 550));
      watch.note(taken);
    }
    expect(told).toEqual([{ kind: 'sender', step: 'mail', code: 550, reason: null }, 'recovered']);
    nowMs = 600_000;
    watch.note(ended('mail', 550));
    expect(told).toHaveLength(3);
  });

  it('hears of mails to the relay, and of no others', async () => {
    const noted: TransactionResult[] = [];
    const send = async () => refusedLogin;
    const transport = watchingRelay(
      { send, reach: async () => undefined, concurrency: () => 1, close: async () => undefined },
      { note: (result) => noted.push(result) },
    );
    const mail = {
      reversePath: '',
      recipients: [],
      message: Buffer.of(),
      tls: 'opportunistic',
      beforeDot: async () => true,
    } as const;
    await transport.send({ ...mail, route: { kind: 'catcher' } });
    await transport.send({ ...mail, route: { kind: 'relay' } });
    expect(noted).toEqual([refusedLogin]);
  });
});
