import { closedPort } from '../../support/closed-port.js';
import { key, senderDomain } from '../../support/crash-run.js';
import type { CrashServer } from '../../support/crash-server.js';
import { createFleet, type Fleet, type FleetMember } from '../../support/fleet.js';
import { listenWith, mongodbAnswering, redisAnswering } from '../../support/refusing-servers.js';
import { startServer } from '../../support/server.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { swallowingRelayToUrl } from '../../support/swallowing-relay.js';
import { waitFor } from '../../support/wait-for.js';

const variables = ['EVENTSTOREDB_URL', 'MONGODB_URL'] as const;
const engineOf = { EVENTSTOREDB_URL: 'eventStore', MONGODB_URL: 'mongodb' } as const;
const waits = 'an engine cannot be used yet: the start waits for it';

describeOverSharedEngines('a start, and the engines', () => {
  let engines: SharedEngines;
  let fleet: Fleet;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    engines = await startSharedEngines();
    fleet = createFleet(engines, await closedPort());
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  afterAll(async () => {
    await fleet.close();
    await engines.close();
  });

  const said = (member: CrashServer, line: string) =>
    waitFor(
      () => member.log(),
      (log) => log.includes(line),
    );
  const send = (member: FleetMember) =>
    fetch(`http://127.0.0.1:${member.port}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: `shop@${senderDomain}`, to: 'c@example.net', subject: 'Order', text: 'Thank you.' }),
    });
  const ready = async (member: FleetMember) => {
    const answer = await fetch(`http://127.0.0.1:${member.port}/health/ready`);
    return { status: answer.status, text: await answer.text() };
  };

  it.each(variables)('waits for %s that nobody listens at yet', async (variable) => {
    const engine = engines[engineOf[variable]];
    await engine.kill();
    const member = await fleet.member(`late-${engineOf[variable]}`, 'api,projections');
    member.start();
    const log = await said(member, waits);
    expect(log).toContain(`${variable} cannot be used: no server listens`);
    await engine.start();
    await member.serves();
    expect((await send(member)).status).toBe(200);
    expect(member.log().split(waits)).toHaveLength(2);
    expect(await member.stop()).toBe(0);
  });

  it('waits for MONGODB_URL behind a network that swallows, and says when the cause is another', async () => {
    const { relay, url } = await swallowingRelayToUrl(engines.environment()['MONGODB_URL'] ?? '');
    closing.push(() => relay.close());
    relay.swallow();
    const member = await fleet.member('swallowed', 'api,projections', { MONGODB_URL: url });
    member.start();
    expect(await said(member, waits)).toContain('accepts connections but does not respond in time');
    relay.cure();
    await member.serves();
    expect((await send(member)).status).toBe(200);
    expect(await member.stop()).toBe(0);
  });

  it('waits no longer than START_PATIENCE_MS, and ends with 69', async () => {
    const nobody = `mongodb://127.0.0.1:${await closedPort()}/posthorn`;
    const env = { ...engines.environment(), MONGODB_URL: nobody, START_PATIENCE_MS: '100' };
    const ended = await startServer({ env }).catch(String);
    expect(ended).toContain('the server ended with 69');
    expect(ended).toContain('posthorn cannot start: MONGODB_URL (environment) cannot be used: no server listens');
  });

  it('ends at once at a signal while it waits', async () => {
    const nobody = `mongodb://127.0.0.1:${await closedPort()}/posthorn`;
    const member = await fleet.member('impatient', 'api', { MONGODB_URL: nobody });
    member.start();
    await said(member, waits);
    expect(await member.stop()).toBe(0);
  });

  it.each([
    ['MONGODB_URL', 'mongodb://user:secret@127.0.0.1:PORT/posthorn', mongodbAnswering({ code: 18, errmsg: 'no' })],
    [
      'REDIS_URL',
      'redis://posthorn:secret@127.0.0.1:PORT',
      redisAnswering('-WRONGPASS invalid username-password pair'),
    ],
  ] as const)(
    'waits for nothing that an operator must mend: %s with a wrong password ends it with 78',
    async (name, address, answer) => {
      const server = await listenWith(answer);
      closing.push(() => server.close());
      const env = { ...engines.environment(), [name]: address.replace('PORT', String(server.port)) };
      const ended = await startServer({ env }).catch(String);
      expect(ended).toContain('the server ended with 78');
      expect(ended).toContain(`${name} cannot be used: the server refuses the user name or the password`);
      expect(ended).not.toContain('secret');
    },
  );

  it.each(variables)(
    'is not ready while %s hangs, says so and counts it, and is ready again afterwards',
    async (variable) => {
      const { relay, url } = await swallowingRelayToUrl(engines.environment()[variable] ?? '');
      closing.push(() => relay.close());
      const member = await fleet.member(`hung-${engineOf[variable]}`, 'api,projections', { [variable]: url });
      member.start();
      await member.serves();
      relay.swallow();
      const away = await waitFor(
        () => ready(member),
        ({ status }) => status === 503,
        { limitMs: 10_000 },
      );
      expect(away.text).toContain(variable);
      const metrics = async () => (await fetch(`http://127.0.0.1:${member.port}/metrics`)).text();
      expect(await metrics()).toContain(`posthorn_engine_away{engine="${variable}"} 1`);
      expect((await fetch(`http://127.0.0.1:${member.port}/health`)).status).toBe(503);
      expect((await fetch(`http://127.0.0.1:${member.port}/health/live`)).status).toBe(200);
      relay.cure();
      await waitFor(
        () => ready(member),
        ({ status }) => status === 200,
      );
      expect((await send(member)).status).toBe(200);
      expect(await metrics()).toContain(`posthorn_engine_outages_total{engine="${variable}"} 1`);
      expect(await member.stop()).toBe(0);
    },
  );

  it('is ready, and accepts, without Redis', async () => {
    const member = await fleet.member('without-redis', 'api,projections', {
      REDIS_URL: `redis://127.0.0.1:${await closedPort()}`,
    });
    member.start();
    await member.serves();
    await said(member, 'the start goes on without it');
    expect((await send(member)).status).toBe(200);
    await waitFor(
      () => ready(member),
      ({ status, text }) => status === 200 && text.includes('REDIS_URL'),
    );
    expect(await member.stop()).toBe(0);
  });
});
