import { closedPort } from '../../support/closed-port.js';
import { createFleet, type Fleet, type FleetMember, loggedTypesOf, sendTo } from '../../support/fleet.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { type SinkSession, type SmtpSink, startSmtpSink } from '../../support/smtp-sink.js';
import { relayTo, type TcpRelay } from '../../support/tcp-relay.js';
import { waitFor } from '../../support/wait-for.js';

describeOverSharedEngines('a delivery worker that is frozen between its claim and the dot', () => {
  let engines: SharedEngines;
  let sink: SmtpSink;
  let apis: Fleet;
  let fleet: Fleet;
  let api: FleetMember;
  let toLog: TcpRelay;
  /** Called when the receiver is asked to take a message: no claim has been asked for yet. */
  let onMessage: (session: SinkSession) => void;

  beforeAll(async () => {
    engines = await startSharedEngines();
    toLog = await relayTo({ host: '127.0.0.1', port: engines.eventStore.process().port });
    // It delivers to nobody.
    apis = createFleet(engines, await closedPort());
    api = await apis.member('api', 'api,projections');
    api.start();
    await api.serves();
  });
  beforeEach(async () => {
    onMessage = () => undefined;
    sink = await startSmtpSink({
      data(_message, session) {
        onMessage(session);
        return '354 go on';
      },
    });
    fleet = createFleet(engines, sink.port);
  });
  afterEach(async () => {
    await fleet.close();
    await sink.close();
    await toLog.restore();
  });
  afterAll(async () => {
    await apis.close();
    await toLog.close();
    await engines.close();
  });

  const worker = (name: string, env: Readonly<Record<string, string>>) => fleet.member(name, 'delivery', env);
  const ofRelayedLog = (): string => `esdb://127.0.0.1:${toLog.port}?tls=false`;

  const send = (subject: string) => sendTo(api, subject);

  const delivered = (id: string) =>
    waitFor(
      () => loggedTypesOf(engines, id),
      (types) => types.includes('EmailDelivered'),
    );

  /** Frozen with its claim in the log and the answer to it on the way. */
  async function frozenAtItsClaim(name: string, env: Readonly<Record<string, string>>, subject: string) {
    const frozen = await worker(name, { ...env, EVENTSTOREDB_URL: ofRelayedLog() });
    let armed = false;
    const reached = new Promise<SinkSession>((resolve) => {
      onMessage = (session) => {
        if (!armed) return;
        toLog.hushAnswers();
        resolve(session);
      };
    });
    frozen.start();
    await frozen.serves();
    // Its way to append has been found, and its connection to the receiver is open, before anything is hushed.
    await delivered(await send(`Before: ${subject}`));
    armed = true;
    const id = await send(subject);
    const session = await reached;
    onMessage = () => undefined;
    await waitFor(
      () => loggedTypesOf(engines, id),
      (types) => types.includes('DeliveryAttemptStarted'),
    );
    frozen.signal('SIGSTOP');
    await toLog.restore();
    return { frozen, id, session };
  }

  it('past the deadline of its claim, and woken, writes no dot: another worker has sent the mail', async () => {
    const shortClaims = { AFTER_DOT_TIMEOUT_MS: '2000', POSTHORN_TEST_CLAIM_MARGIN_MS: '2000' };
    const { frozen, id, session } = await frozenAtItsClaim('frozen', shortClaims, 'Past the deadline');
    const other = await worker('other', shortClaims);
    other.start();
    await sink.until(() => sink.messages.length === 2);
    await delivered(id);
    frozen.signal('SIGCONT');
    // It leaves the connection that it had claimed on.
    await sink.until(() => !session.isOpen);
    expect(sink.messages).toHaveLength(2);
    expect(sink.messages[1]?.session === session).toBe(false);
    expect((await loggedTypesOf(engines, id)).filter((type) => type === 'DeliveryOutcomeUnknown')).toHaveLength(1);
  }, 300_000);

  it('within its deadline, and woken, sends the mail: exactly once', async () => {
    const longClaims = { AFTER_DOT_TIMEOUT_MS: '60000', POSTHORN_TEST_CLAIM_MARGIN_MS: '60000' };
    const { frozen, id } = await frozenAtItsClaim('frozen', longClaims, 'Within the deadline');
    const other = await worker('other', longClaims);
    other.start();
    await other.serves();
    expect(sink.messages).toHaveLength(1);
    frozen.signal('SIGCONT');
    await sink.until(() => sink.messages.length === 2);
    const types = await delivered(id);
    expect(types).not.toContain('DeliveryOutcomeUnknown');
    // By itself, or, where the answer to its claim came too late for it, freed and sent again.
    expect(sink.messages).toHaveLength(2);
  }, 300_000);
});
