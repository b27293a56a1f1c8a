import { createTransport } from 'nodemailer';
import * as answers from '../../support/answers.js';
import { waitFor } from '../../support/wait-for.js';
import { type Internet, mailTo, sender, startInternet } from './setup.js';

const host = '127.0.0.2';
/** Takes nothing from our sender. */
const strictHost = '127.0.0.3';
/** Addresses at the receiver that have no mailbox now. */
const gone = new Set<string>();

let net: Internet;
beforeAll(async () => {
  net = await startInternet({
    hosts: {
      [host]: {
        rcpt: (address) => (gone.has(address) ? '550 5.1.1 No such user here' : '250 2.1.5 ok'),
        dot: ({ recipients }) =>
          recipients.some((each) => each.includes('late-')) ? '550 5.1.1 Gone' : '250 2.0.0 ok',
      },
      [strictHost]: { mail: () => '553 sorry, your envelope sender is in my badmailfrom list (#5.1.1)' },
    },
    zone: {
      'a.mx.test': { A: [host] },
      'shop.test': { MX: [[10, 'a.mx.test']] },
      'strict.mx.test': { A: [strictHost] },
      'strict.test': { MX: [[10, 'strict.mx.test']] },
    },
  });
});
afterAll(() => net.close());

async function submit(address: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const transport = createTransport({
    host: '127.0.0.1',
    port: net.server.smtpPort(587),
    requireTLS: true,
    tls: { rejectUnauthorized: false },
    auth: { user: 'posthorn', pass: net.server.key },
  });
  try {
    const { response } = await transport.sendMail({
      from: `Shop <shop@${sender}>`,
      to: address,
      subject: 'Hello',
      text: 'Hi',
      headers: { ...headers },
    });
    return /Accepted as (\S+)/.exec(response)?.[1] ?? response;
  } finally {
    transport.close();
  }
}

type Send = (address: string, headers?: Readonly<Record<string, string>>) => Promise<string>;

const ways: readonly (readonly [string, Send])[] = [
  ['over REST', (address, headers = {}) => net.posthorn.send({ ...mailTo(address), headers })],
  ['over SMTP', submit],
];

const isSettled = (lastEvent: string): boolean => ['bounced', 'suppressed', 'delivered'].includes(lastEvent);
const outcomeOf = (id: string) =>
  waitFor(
    () => net.posthorn.email(id),
    ({ last_event: lastEvent, recipients }) =>
      isSettled(lastEvent) && recipients.every(({ status }) => status !== 'sent' && status !== 'queued'),
  );

/** Each process hears of an entry within a second: until then the next mail fares as before. */
async function sentUntil(send: () => Promise<string>, lastEvent: 'suppressed' | 'delivered'): Promise<string> {
  const sent = await waitFor(
    async () => outcomeOf(await send()),
    (mail) => mail.last_event === lastEvent,
  );
  return sent.id;
}

const listed = async (address: string) => {
  const { data } = answers.suppressionList.parse((await net.posthorn.call('GET', '/suppressions')).body);
  return data.find(({ email }) => email === address);
};
const commands = () => net.hosts[host]?.sessions.map((session) => session.commands.length) ?? [];

describe('an address that its receiver does not know', () => {
  it.each(ways)('is written to no more after a mail %s, until somebody takes it off the list', async (way, sendTo) => {
    const address = `${way.slice(-4).toLowerCase()}@shop.test`;
    const send = () => sendTo(address);
    gone.add(address);
    const bounced = await send();
    expect((await outcomeOf(bounced)).recipients).toMatchObject([
      {
        status: 'bounced',
        reply: { code: 550, enhanced_code: '5.1.1', text: expect.stringContaining('No such user') },
      },
    ]);

    const entry = await waitFor(
      () => listed(address),
      (found) => found !== undefined,
    );
    expect(entry).toMatchObject({ origin: 'bounce', source_id: bounced, scope: 'all', expires_at: null });
    const { status, body } = await net.posthorn.call('GET', `/suppressions/${address}`);
    expect({ status, body }).toEqual({ status: 200, body: { object: 'suppression', ...entry } });

    await sentUntil(send, 'suppressed');
    const before = commands();
    const suppressed = await send();
    expect(await outcomeOf(suppressed)).toMatchObject({
      last_event: 'suppressed',
      recipients: [{ address, status: 'suppressed', reply: null }],
    });
    expect((await net.posthorn.timeline(suppressed)).map(({ type }) => type)).toEqual([
      'EmailAccepted',
      'EmailSuppressed',
    ]);
    expect(commands()).toEqual(before);
    const inList = async () => {
      const list = await net.posthorn.call('GET', '/emails?last_event=suppressed');
      return answers.emailList.parse(list.body).data.find(({ id }) => id === suppressed);
    };
    expect(await waitFor(inList, (row) => row !== undefined)).toMatchObject({
      to: [address],
      last_event: 'suppressed',
    });

    gone.delete(address);
    expect(await net.posthorn.call('DELETE', `/suppressions/${address}`)).toMatchObject({
      status: 200,
      body: { id: entry?.id, deleted: true },
    });
    const delivered = await sentUntil(send, 'delivered');
    expect(net.hosts[host]?.messages.filter(({ recipients }) => recipients.includes(address))).toHaveLength(1);
    expect((await net.posthorn.email(delivered)).recipients).toMatchObject([{ address, status: 'delivered' }]);
    expect(await listed(address)).toBeUndefined();
  });
});

describe('a reply that does not name a mailbox', () => {
  it('suppresses no address: refused at MAIL, or after the message for two', async () => {
    const strict = ['ada@strict.test', 'bo@strict.test', 'cy@strict.test'];
    const late = ['late-1@shop.test', 'late-2@shop.test'];
    const certain = 'late-3@shop.test';
    for (const to of [strict, late, [certain]]) {
      const id = await net.posthorn.send(mailTo(...to));
      expect((await outcomeOf(id)).recipients.map(({ status }) => status)).toEqual(to.map(() => 'bounced'));
    }
    const entry = await waitFor(
      () => listed(certain),
      (found) => found !== undefined,
    );
    expect(entry).toMatchObject({ origin: 'bounce' });
    for (const address of [...strict, ...late]) expect(await listed(address)).toBeUndefined();
  });
});

describe('an address that wants no bulk mail', () => {
  it.each(ways)('gets a password %s, and no newsletter', async (way, send) => {
    const address = `bulk-${way.slice(-4).toLowerCase()}@shop.test`;
    const body = { email: address, scope: 'bulk' };
    expect((await net.posthorn.call('POST', '/suppressions', body)).status).toBe(201);
    const newsletter = await send(address, { 'X-Posthorn-Class': 'bulk' });
    const password = await send(address, { 'X-Posthorn-Class': 'transactional' });
    const ordinary = await send(address);
    expect(await outcomeOf(newsletter)).toMatchObject({ last_event: 'suppressed' });
    expect(await outcomeOf(password)).toMatchObject({ last_event: 'delivered' });
    expect(await outcomeOf(ordinary)).toMatchObject({ last_event: 'delivered' });
    expect(net.hosts[host]?.messages.filter(({ recipients }) => recipients.includes(address))).toHaveLength(2);
  });
});
