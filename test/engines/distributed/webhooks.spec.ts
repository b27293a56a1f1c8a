import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pass } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { listLeases } from '../../../src/infrastructure/lease/mongodb/list-leases.js';
import { connectMongodb, type MongodbConnection } from '../../../src/infrastructure/mongodb/connect-mongodb.js';
import { closedPort } from '../../support/closed-port.js';
import { key, senderDomain } from '../../support/crash-run.js';
import { createFleet, type Fleet, type FleetMember } from '../../support/fleet.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { eventually, waitFor } from '../../support/wait-for.js';

/** Longer than the term of a lease. The long tier freezes for a minute. */
const frozenMs = Number(process.env['FROZEN_SECONDS'] ?? 10) * 1_000;
const endpoints = 4;
const limits = { limitMs: 240_000 } as const;

interface Registered {
  readonly id: string;
  readonly signing_secret: string;
}

/** One arrival of a message. */
interface Arrival {
  readonly messageId: string;
  readonly emailId: string;
}

describeOverSharedEngines('two processes that send webhooks', () => {
  let engines: SharedEngines;
  let mongodb: MongodbConnection;
  let fleet: Fleet;
  let api: FleetMember;
  let receiver: Server;
  let registered: readonly Registered[];
  /** By endpoint. */
  const arrivals: Arrival[][] = Array.from({ length: endpoints }, () => []);
  let wrong = 0;

  beforeAll(async () => {
    engines = await startSharedEngines();
    mongodb = await connectMongodb(engines.environment()['MONGODB_URL'] ?? '');
    // No process delivers mail here: the webhook messages only say that a mail was accepted.
    fleet = createFleet(engines, await closedPort());
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        note(Number(request.url?.slice(1)), request.headers, Buffer.concat(chunks).toString());
        response.end('taken');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    api = await fleet.member('api', 'api,projections', { ALLOW_PRIVATE_FETCH: '1' });
    api.start();
    await api.serves();
    const { port } = receiver.address() as AddressInfo;
    registered = await Promise.all(arrivals.map((_, index) => register(`http://127.0.0.1:${port}/${index}`)));
  }, 300_000);
  afterAll(async () => {
    await fleet.close();
    receiver.closeAllConnections();
    receiver.close();
    await mongodb.close();
    await engines.close();
  });

  function note(endpoint: number, headers: NodeJS.Dict<string | string[]>, body: string): void {
    const text = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    try {
      // What the reference library has verified is a message as the document describes it.
      const message = new Webhook(registered[endpoint]?.signing_secret ?? '').verify(body, text) as {
        data: { email_id: string };
      };
      arrivals[endpoint]?.push({ messageId: text['webhook-id'] ?? '', emailId: message.data.email_id });
    } catch {
      wrong += 1;
    }
  }

  async function post<Answer>(path: string, body: object): Promise<Answer> {
    const answer = await fetch(`http://127.0.0.1:${api.port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    // The documented answer; the suite over the client library checks its shape.
    return (await answer.json()) as Answer;
  }

  const register = (endpoint: string) => post<Registered>('/webhooks', { endpoint, events: ['email.sent'] });

  async function sendMails(count: number): Promise<readonly string[]> {
    const mail = { from: `shop@${senderDomain}`, to: 'customer@example.net', subject: 'Order', text: 'Thank you.' };
    const ids: string[] = [];
    for (let sent = 0; sent < count; sent += 1) ids.push((await post<{ id: string }>('/emails', mail)).id);
    return ids;
  }

  const arrived = (ids: readonly string[]) =>
    eventually(() => arrivals.every((own) => ids.every((id) => own.some(({ emailId }) => emailId === id))), limits);
  const partitions = (): ReadonlySet<string> => new Set(registered.map(({ id }) => `work:webhooks-${id.slice(-1)}`));
  const holders = async (): Promise<ReadonlySet<string | null>> => {
    const leases = await listLeases(mongodb.database);
    return new Set([...partitions()].map((name) => leases.get(name)?.holder ?? null));
  };

  async function started(name: string): Promise<FleetMember> {
    const member = await fleet.member(name, 'webhooks', { ALLOW_PRIVATE_FETCH: '1' });
    member.start();
    await member.serves();
    return member;
  }

  const takenFrom = (former: ReadonlySet<string | null>) =>
    waitFor(holders, (now) => [...now].every((holder) => holder !== null && !former.has(holder)), limits);

  it(`one is frozen for ${frozenMs / 1_000} s, the other killed: every message arrives, each under one id`, async () => {
    const first = await started('first');
    const before = await sendMails(3);
    await arrived(before);
    const ofFirst = await holders();
    const second = await started('second');

    const frozenAtMs = Date.now();
    first.signal('SIGSTOP');
    const meanwhile = await sendMails(3);
    const ofSecond = await takenFrom(ofFirst);
    await arrived(meanwhile);
    await pass(Math.max(0, frozenAtMs + frozenMs - Date.now()));
    // It wakes as one that others have gone on without: what happens now is sent by one of them alone.
    first.signal('SIGCONT');
    const after = await sendMails(3);
    await arrived(after);
    expect(await holders()).toEqual(ofSecond);
    expect(arrivals.map((own) => own.filter(({ emailId }) => after.includes(emailId)).length)).toEqual(
      arrivals.map(() => after.length),
    );

    await second.kill();
    const last = await sendMails(3);
    await takenFrom(ofSecond);
    await arrived(last);

    const all = [...before, ...meanwhile, ...after, ...last];
    for (const own of arrivals) {
      const ids = all.map(
        (emailId) => new Set(own.filter((each) => each.emailId === emailId).map((each) => each.messageId)),
      );
      expect(ids.map(({ size }) => size)).toEqual(all.map(() => 1));
      expect(new Set(ids.flatMap((own) => [...own])).size).toBe(all.length);
    }
    expect(wrong).toBe(0);
  }, 600_000);
});
