import { connectMongodb, type MongodbConnection } from '../../../src/infrastructure/mongodb/connect-mongodb.js';
import { listLeases } from '../../../src/infrastructure/lease/mongodb/list-leases.js';
import { closedPort } from '../../support/closed-port.js';
import { createFleet, type Fleet, type FleetMember, loggedEventsOf, sendTo } from '../../support/fleet.js';
import { createGate, eventually, type Gate } from '../../support/gate.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { type SinkMessage, type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { relayToUrl, type TcpRelay } from '../../support/tcp-relay.js';
import { waitFor } from '../../support/wait-for.js';

/** Its claims stand for more than ten minutes: nothing here waits for a deadline. */
describeOverSharedEngines('a worker that has a claim, and ends or is cut off', () => {
  let engines: SharedEngines;
  let mongodb: MongodbConnection;
  let sink: SmtpSink;
  let apis: Fleet;
  let fleet: Fleet;
  let api: FleetMember;
  const relays: TcpRelay[] = [];
  /** What the receiver waits for before its next replies: to the command DATA, and to a dot. */
  let data: Gate[];
  let dots: Gate[];

  beforeAll(async () => {
    engines = await startSharedEngines();
    mongodb = await connectMongodb(engines.environment()['MONGODB_URL'] ?? '');
    // It delivers to nobody.
    apis = createFleet(engines, await closedPort());
    api = await apis.member('api', 'api,projections');
    api.start();
    await api.serves();
  });
  beforeEach(async () => {
    data = [];
    dots = [];
    sink = await startSmtpSink({
      async data() {
        await data.shift()?.pass();
        return '354 go on';
      },
      async dot() {
        await dots.shift()?.pass();
        return '250 2.0.0 taken';
      },
    });
    fleet = createFleet(engines, sink.port);
  });
  afterEach(async () => {
    await fleet.close();
    await sink.close();
    for (const relay of relays.splice(0)) await relay.close();
  });
  afterAll(async () => {
    await apis.close();
    await mongodb.close();
    await engines.close();
  });

  const send = (subject: string) => sendTo(api, subject);

  async function started(name: string, env: Readonly<Record<string, string>> = {}): Promise<FleetMember> {
    const member = await fleet.member(name, 'delivery', env);
    member.start();
    await member.serves();
    return member;
  }

  /** A way to this engine that can be cut, as an address in place of the engine's own. */
  async function relayed(variable: string): Promise<{ relay: TcpRelay; env: Readonly<Record<string, string>> }> {
    const { relay, url } = await relayToUrl(engines.environment()[variable] ?? '');
    relays.push(relay);
    return { relay, env: { [variable]: url } };
  }

  /** Whose dot the receiver has, and holds the reply to. */
  async function dotTaken(subject: string): Promise<{ id: string; reply: Gate }> {
    const reply = createGate();
    dots.push(reply);
    const id = await send(subject);
    await reply.reached;
    return { id, reply };
  }

  const withType = (id: string, type: string) =>
    waitFor(
      () => loggedEventsOf(engines, id),
      (events) => events.some((event) => event.type === type),
    );
  const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);

  it('is killed: another one takes over after a term, and the mail is settled within a minute', async () => {
    const killed = await started('killed');
    const { id } = await dotTaken('Of a killed one');
    await started('other');
    await killed.kill();
    const killedAtMs = Date.now();
    const events = await withType(id, 'EmailDelivered');
    expect(typesOf(events)).toEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'DeliveryOutcomeUnknown',
      'DeliveryAttemptStarted',
      'EmailDelivered',
    ]);
    expect(Date.parse(events.at(-1)?.time ?? '') - killedAtMs).toBeLessThan(60_000);
    expect(sink.messages).toHaveLength(2);
  });

  it('is killed, and started again on its folder: its next life takes over without waiting for a term', async () => {
    const killed = await started('killed');
    const { id } = await dotTaken('Of an earlier life');
    await killed.kill();
    const [, claim] = await loggedEventsOf(engines, id);
    killed.start();
    const events = await withType(id, 'EmailDelivered');
    const unknown = events.find(({ type }) => type === 'DeliveryOutcomeUnknown');
    // Sooner than the lease of the earlier life has ended by itself: its last sign came after the claim.
    expect(Date.parse(unknown?.time ?? '') - Date.parse(claim?.time ?? '')).toBeLessThan(30_000);
  });

  it('is frozen before its dot: woken, it writes none, and goes on as another worker', async () => {
    const { relay, env } = await relayed('EVENTSTOREDB_URL');
    const frozen = await started('frozen', { ...env, POSTHORN_TEST_CLAIM_MARGIN_MS: '600000' });
    // Its way to append has been found, and its connection to the receiver is open, before anything is hushed.
    await withType(await send('Before'), 'EmailDelivered');
    const atData = createGate();
    data.push(atData);
    const id = await send('Of a frozen one');
    await atData.reached;
    relay.hushAnswers();
    const session = sink.sessions.at(-1);
    atData.open();
    await withType(id, 'DeliveryAttemptStarted');
    frozen.signal('SIGSTOP');
    await relay.restore();
    await started('other');
    await withType(id, 'EmailDelivered');
    frozen.signal('SIGCONT');
    await sink.until(() => session?.isOpen === false);
    await eventually(() => frozen.log().includes('it goes on as another worker'));
    expect(bySubject(sink.messages, 'Of a frozen one')).toBe(1);
  });

  it('is cut off from MongoDB: another one takes over, and what it hears later stops the repeat', async () => {
    const { relay, env } = await relayed('MONGODB_URL');
    const cutOff = await started('cut-off', env);
    const { id, reply } = await dotTaken('Of one that is cut off');
    await started('other');
    const repeat = createGate();
    data.push(repeat);
    await relay.cut();
    await withType(id, 'DeliveryOutcomeUnknown');
    await repeat.reached;
    const session = sink.sessions.at(-1);
    reply.open();
    await relay.restore();
    await withType(id, 'EmailDelivered');
    repeat.open();
    await sink.until(() => session?.isOpen === false);
    expect(typesOf(await loggedEventsOf(engines, id))).toEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'DeliveryOutcomeUnknown',
      'EmailDelivered',
    ]);
    expect(sink.messages).toHaveLength(1);
    await eventually(() => cutOff.log().includes('it goes on as another worker'));
  });

  it('is cut off from the log and from Redis: it keeps its lease, and its mail is not sent again', async () => {
    const [log, redis] = [await relayed('EVENTSTOREDB_URL'), await relayed('REDIS_URL')];
    await started('cut-off', { ...log.env, ...redis.env });
    const { id, reply } = await dotTaken('Of one that keeps its lease');
    const worker = String((await loggedEventsOf(engines, id)).at(-1)?.data['worker']);
    await started('other');
    await Promise.all([log.relay.cut(), redis.relay.cut()]);
    const heartbeat = async () => (await listLeases(mongodb.database)).get(`worker:${worker}`)?.heartbeat ?? 0;
    const before = await heartbeat();
    // More than a term long.
    await waitFor(heartbeat, (now) => now > before + 11);
    await Promise.all([log.relay.restore(), redis.relay.restore()]);
    reply.open();
    expect(typesOf(await withType(id, 'EmailDelivered'))).toEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'EmailDelivered',
    ]);
    expect(sink.messages).toHaveLength(1);
  });
});

function bySubject(messages: readonly SinkMessage[], subject: string): number {
  return messages.filter(({ raw }) => raw.includes(`Subject: ${subject}\r\n`)).length;
}
