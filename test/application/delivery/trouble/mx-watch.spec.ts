import { DirectDelivery } from '../../../../src/application/delivery/trouble/direct-delivery.js';
import type {
  MailTransport,
  MxRoute,
  RecipientReply,
  Routing,
} from '../../../../src/application/ports/mail-transport.js';
import { dnsUnanswered, noSuchDomain } from '../../../../src/application/delivery/mx/unroutable.js';

let told: string[];
let nowMs: number;
let watch: DirectDelivery;
beforeEach(() => {
  told = [];
  nowMs = 0;
  watch = new DirectDelivery(
    { now: () => nowMs },
    { onTrouble: (kind) => told.push(kind), onRecovered: (kind) => told.push(`over: ${kind}`) },
  );
});

const routeTo = (mxSet: string, host = `mx.${mxSet}.example`): MxRoute => ({ kind: 'mx', mxSet, hosts: [[host]] });
const mail = {
  reversePath: '',
  recipients: [],
  message: Buffer.of(),
  tls: 'opportunistic',
  beforeDot: async () => true,
} as const;

/** An attempt at the receiver that ends with this reply. */
async function attempt(
  route: MxRoute | { readonly kind: 'relay' },
  [step, code, text = '']: readonly [RecipientReply['step'], number | null, string?],
): Promise<void> {
  const [, enhancedCode = null] = /^([245]\.\d+\.\d+) /.exec(text) ?? [];
  const reply = { recipients: [0], step, code, enhancedCode, text, host: 'mx' };
  const transport: MailTransport = {
    send: async () => ({ replies: [reply], unknown: [], withheld: [] }),
    reach: async () => undefined,
    concurrency: () => 1,
    close: async () => undefined,
  };
  await watch.watchingTransport(transport).send({ ...mail, route });
}

async function lookUp(domain: string, found: Routing): Promise<void> {
  await watch.watchingRoutes(async () => found)({ address: `ada@${domain}`, sandbox: false });
}

const noAnswer = ['connect', null] as const;
const taken = ['dot', 250, '2.0.0 ok'] as const;

describe('a shut port 25', () => {
  it('is said where three receivers cannot be reached, once, and is over with the first of them that can', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'a']) await attempt(routeTo(name), noAnswer);
    expect(told).toEqual(['port-25']);
    await attempt(routeTo('b'), ['rcpt', 550, '5.1.1 no such user']);
    await attempt(routeTo('c'), taken);
    expect(told).toEqual(['port-25', 'over: port-25']);
  });

  it('is said at once where the servers of a large provider cannot be reached', async () => {
    await attempt(routeTo('gmail', 'gmail-smtp-in.l.google.com'), noAnswer);
    expect(told).toEqual(['port-25']);
  });

  it('is not what two receivers show, tried again and again, or three among many that answer', async () => {
    for (const name of ['a', 'b', 'a', 'b', 'a', 'b']) await attempt(routeTo(name), noAnswer);
    for (const name of ['e', 'f', 'g', 'h']) await attempt(routeTo(name), taken);
    await attempt(routeTo('c'), noAnswer);
    expect(told).toEqual([]);
  });

  it('is not put together from what was seen over hours', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await attempt(routeTo(name), noAnswer);
      nowMs += 2_400_000;
    }
    expect(told).toEqual([]);
  });

  it('is said soon on a server that delivered to hundreds a moment before', async () => {
    for (let number = 0; number < 300; number += 1) await attempt(routeTo(`r${number}`), taken);
    for (const name of ['r1', 'r2', 'r3']) await attempt(routeTo(name), noAnswer);
    expect(told).toEqual(['port-25']);
  });

  it('is open for as long as nothing is tried', async () => {
    for (const name of ['a', 'b', 'c']) await attempt(routeTo(name), noAnswer);
    nowMs += 86_400_000;
    await attempt(routeTo('d'), noAnswer);
    expect(told).toEqual(['port-25']);
    await attempt(routeTo('a'), taken);
    expect(told).toEqual(['port-25', 'over: port-25']);
  });
});

describe('name servers that do not answer', () => {
  const silent = (domain: string): Routing => ({ unroutable: dnsUnanswered(domain, 'timeout') });

  it.each(['timeout', 'server-failure', 'refused', 'unreachable', 'malformed'] as const)('(%s)', async (reason) => {
    for (const domain of ['a.example', 'b.example', 'c.example']) {
      await lookUp(domain, { unroutable: dnsUnanswered(domain, reason) });
    }
    expect(told).toEqual(['no-dns']);
    await lookUp('b.example', { route: routeTo('b') });
    expect(told).toEqual(['no-dns', 'over: no-dns']);
  });

  it('are no matter of one domain, of domains that do not exist, or of some beside many that are found', async () => {
    for (let turn = 0; turn < 9; turn += 1) await lookUp('a.example', silent('a.example'));
    for (const domain of ['x.example', 'y.example', 'z.example']) {
      await lookUp(domain, { unroutable: noSuchDomain(domain) });
    }
    await lookUp('b.example', silent('b.example'));
    expect(told).toEqual([]);
  });

  it('are said where the domain of a large provider is not found', async () => {
    await lookUp('gmail.com', silent('gmail.com'));
    expect(told).toEqual(['no-dns']);
  });
});

/** As receivers write it. */
describe('an address that receivers refuse', () => {
  it.each([
    ['greeting', 554, '5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
    ['greeting', 554, 'IP=192.0.2.1 - A problem occurred. Ask your postmaster for help or to contact tosa'],
    ['greeting', 554, 'No SMTP service here'],
    [
      'mail',
      550,
      "5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Part of their network is on our block list (S3140).",
    ],
    [
      'mail',
      421,
      '4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints',
    ],
    ['rcpt', 550, '5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus'],
    ['rcpt', 554, '5.7.1 Your IP is listed at dnsbl.example'],
    ['mail', 553, '5.7.1 [BL21] Connections will not be accepted from 192.0.2.1'],
  ] as const)('at %s: %i %s', async (step, code, text) => {
    for (const name of ['a', 'b', 'c']) await attempt(routeTo(name), [step, code, text]);
    expect(told).toEqual(['address-blocked']);
  });

  it('is over when most of them accept its email', async () => {
    const refused = ['rcpt', 554, '5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org'] as const;
    for (const name of ['a', 'b', 'c']) await attempt(routeTo(name), refused);
    await attempt(routeTo('a'), taken);
    expect(told).toEqual(['address-blocked']);
    await attempt(routeTo('b'), taken);
    expect(told).toEqual(['address-blocked', 'over: address-blocked']);
  });

  it('is not what one large provider does, or what is said of a message or a mailbox', async () => {
    const refused = ['mail', 550, '5.7.1 part of their network is on our block list (S3140)'] as const;
    await attempt(routeTo('outlook', 'example-com.mail.protection.outlook.com'), refused);
    for (const name of ['a', 'b', 'c'])
      await attempt(routeTo(name), ['dot', 554, '5.7.1 very low reputation of the sending domain']);
    for (const name of ['d', 'e', 'f']) await attempt(routeTo(name), ['rcpt', 550, '5.1.1 no such user']);
    for (const name of ['g', 'h', 'i']) await attempt(routeTo(name), ['greeting', 421, '4.3.2 try again later']);
    expect(told).toEqual([]);
  });
});

describe('a name and an address that do not lead to each other', () => {
  it.each([
    ['rcpt', 450, '4.7.25 Client host rejected: cannot find your reverse hostname, [192.0.2.1]'],
    ['mail', 550, '5.7.25 The IP address sending this message does not have a PTR record setup'],
    ['rcpt', 504, '5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname'],
    ['ehlo', 550, 'Access denied - Invalid HELO name (See RFC2821 4.1.1.1)'],
    ['ehlo', 501, '5.5.4 Invalid domain name'],
    ['greeting', 554, 'Bad DNS PTR resource record'],
  ] as const)('at %s: %i %s', async (step, code, text) => {
    for (const name of ['a', 'b', 'c']) await attempt(routeTo(name), [step, code, text]);
    expect(told).toEqual(['name-mismatch']);
  });

  it('are said though most receivers do not look', async () => {
    for (let number = 0; number < 30; number += 1) {
      await attempt(routeTo(`r${number}`), number % 10 === 0 ? ['mail', 550, '5.7.25 no PTR record'] : taken);
    }
    expect(told).toEqual(['name-mismatch']);
  });
});

it('email to the relay says nothing of receivers', async () => {
  for (let turn = 0; turn < 5; turn += 1) await attempt({ kind: 'relay' }, noAnswer);
  expect(told).toEqual([]);
});
