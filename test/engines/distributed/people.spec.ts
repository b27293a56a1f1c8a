import { Browser } from '../../support/browser.js';
import { createFleet, type Fleet, type FleetMember } from '../../support/fleet.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../../support/shared-engines.js';
import { waitFor } from '../../support/wait-for.js';
import { admin, password, setUpTokenIn, tokenIn } from '../../e2e/people/setup.js';

/** Nothing is delivered here. */
const noPort = 1;
const asUsual = { POSTHORN_TEST_LIST_PATIENCE_MS: '500' };

describeOverSharedEngines('people at two API processes', () => {
  let engines: SharedEngines;
  let fleet: Fleet;
  let here: FleetMember;
  let elsewhere: FleetMember;
  let ada: Browser;

  beforeAll(async () => {
    engines = await startSharedEngines();
    fleet = createFleet(engines, noPort);
    here = await fleet.member('api-1', 'api', asUsual);
    elsewhere = await fleet.member('api-2', 'api', asUsual);
    const projections = await fleet.member('projections', 'projections');
    here.start();
    await here.serves();
    for (const member of [elsewhere, projections]) member.start();
    await Promise.all([elsewhere.serves(), projections.serves()]);
    ada = browserAt(here);
    const token = setUpTokenIn({ output: () => here.log() });
    expect(await ada.call('POST', '/dashboard-api/set-up', { token, ...admin })).toMatchObject({ status: 201 });
    await ada.session();
  });
  afterAll(async () => {
    await fleet.close();
    await engines.close();
  });

  const browserAt = ({ port }: FleetMember): Browser => new Browser(`http://127.0.0.1:${port}`);
  const other = (browser: Browser): Browser => {
    const same = browserAt(browser.url.endsWith(String(here.port)) ? elsewhere : here);
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    return same;
  };

  async function join(email: string): Promise<Browser> {
    const invited = await ada.call('POST', '/dashboard-api/invitations', { email, role: 'member' });
    const browser = browserAt(elsewhere);
    const accepting = { token: tokenIn(invited.body['url']), name: email, password };
    expect(await browser.call('POST', '/dashboard-api/invitations/accept', accepting)).toMatchObject({ status: 200 });
    await browser.session();
    return browser;
  }

  /** Milliseconds from now until the answer has this status. */
  async function msUntil(status: number, ask: () => Promise<{ readonly status: number }>): Promise<number> {
    const from = performance.now();
    await waitFor(ask, (answer) => answer.status === status);
    return performance.now() - from;
  }

  it('a session that is ended in one is refused by the other within a second', async () => {
    const times: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const browser = browserAt(here);
      await browser.signIn(admin.email, password);
      const elsewhere = other(browser);
      expect(await elsewhere.session()).toMatchObject({ status: 200 });
      expect(await browser.call('POST', '/dashboard-api/sign-out')).toMatchObject({ status: 200 });
      times.push(await msUntil(401, () => elsewhere.session()));
    }
    process.stdout.write(`refused after ${times.map(Math.round).join(', ')} ms\n`);
    // The machine may pause once.
    expect(times.sort((one, next) => one - next)[2]).toBeLessThan(1_000);
  });

  it('a member who is one no more can change nothing at the other', async () => {
    const bob = await join('bob@example.com');
    // That there is no such endpoint is said to those alone who may delete one.
    const change = () => bob.call('DELETE', '/webhooks/0195d6a0-0000-7000-8000-000000000000');
    expect(await change()).toMatchObject({ status: 404 });
    // The other process reads in the log who has joined.
    const id = await waitFor(
      async () => {
        const { data } = (await ada.call('GET', '/dashboard-api/people')).body;
        const people = data as readonly { readonly id: string; readonly email: string }[];
        return people.find(({ email }) => email === 'bob@example.com')?.id;
      },
      (found) => found !== undefined,
    );
    expect(await ada.call('PATCH', `/dashboard-api/people/${id}`, { role: 'read-only' })).toMatchObject({
      status: 200,
    });
    expect(await msUntil(403, change)).toBeLessThan(5_000);
    expect(await bob.session()).toMatchObject({ status: 200, body: { team: { role: 'read-only' } } });
  });

  it('end all ends what the other has opened', async () => {
    const carol = await join('carol@example.com');
    const elsewhere = other(carol);
    await elsewhere.session();
    expect(await elsewhere.call('POST', '/dashboard-api/sessions/end-all')).toMatchObject({ status: 200 });
    await msUntil(401, () => carol.session());
  });

  it('a guesser waits at both, and not a browser that the owner has used before', async () => {
    const known = browserAt(elsewhere);
    await known.signIn(admin.email, password);
    const guess = (member: FleetMember) => browserAt(member).signIn(admin.email, 'a wrong password');
    for (const member of [here, elsewhere, here, elsewhere, here])
      expect(await guess(member)).toMatchObject({ status: 401 });
    expect(await guess(elsewhere)).toMatchObject({ status: 429 });
    expect(await guess(here)).toMatchObject({ status: 429 });
    expect(await known.signIn(admin.email, password)).toMatchObject({ status: 200 });
  });
});
