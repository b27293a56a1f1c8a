import type { Browser } from '../../support/browser.js';
import { usePeople } from './setup.js';

const people = usePeople({
  TEAMS_PER_PERSON: '3',
  DAILY_QUOTA: '3',
  DOMAINS_PER_TEAM: '2',
  WEBHOOKS_PER_TEAM: '1',
  INVITATIONS_PER_DAY: '20',
});

const createTeam = (browser: Browser, name: string) => browser.call('POST', '/dashboard-api/teams', { name });
const switchTo = (browser: Browser, team: unknown) =>
  browser.call('POST', '/dashboard-api/session/team', { team_id: team });
const firstTeam = async () => ((await people.admin().session()).body['team'] as { readonly id: string }).id;
const send = (browser: Browser, to: readonly string[]) =>
  browser.call('POST', '/emails', { from: 'ada@posthorn.test', to, subject: 'Hello', text: 'Hello' });

describe('who creates teams', () => {
  it('are admins of the first team, and nobody else, as the server is set by default', async () => {
    const member = await people.person('member', 'member@example.com');
    expect(await member.session()).toMatchObject({ body: { can_create_teams: false } });
    expect(await createTeam(member, 'Looms')).toMatchObject({ status: 403, body: { name: 'invalid_access' } });
    expect(await people.admin().session()).toMatchObject({ body: { can_create_teams: true } });
  });

  it('reach the number of teams that one person can create, however many are asked for at once', async () => {
    const browser = await people.person('admin', 'eager@example.com');
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => createTeam(browser, `Team ${index}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403, 403, 403, 403]);
    expect(answers.find(({ status }) => status === 403)).toMatchObject({
      body: { message: expect.stringContaining('3 teams') as unknown },
    });
  });
});

describe('the teams of one person', () => {
  it('share what one team may have, and take nothing from others', async () => {
    const owner = await people.person('admin', 'owner@example.com');
    const [one, other] = [await createTeam(owner, 'One'), await createTeam(owner, 'Other')];
    await switchTo(owner, one.body['id']);
    expect(await send(owner, ['delivered@resend.dev', 'bounced@resend.dev'])).toMatchObject({ status: 200 });
    const domains = ['one.example.com', 'two.example.com'].map((name) => owner.call('POST', '/domains', { name }));
    expect((await Promise.all(domains)).map(({ status }) => status)).toEqual([201, 201]);
    const webhook = { endpoint: 'https://example.com/hook', events: ['email.sent'] };
    expect(await owner.call('POST', '/webhooks', webhook)).toMatchObject({ status: 201 });

    // The lists that are counted show them now.
    for (const path of ['/domains', '/webhooks']) await owner.call('GET', path);

    await switchTo(owner, other.body['id']);
    expect(await send(owner, ['delivered@resend.dev', 'bounced@resend.dev'])).toMatchObject({
      status: 429,
      body: { name: 'daily_quota_exceeded' },
    });
    expect(await send(owner, ['delivered@resend.dev'])).toMatchObject({ status: 200 });
    expect(await owner.call('POST', '/domains', { name: 'three.example.com' })).toMatchObject({ status: 403 });
    expect(await owner.call('POST', '/webhooks', webhook)).toMatchObject({ status: 403 });

    await switchTo(owner, await firstTeam());
    expect(await send(owner, ['delivered@resend.dev'])).toMatchObject({ status: 200 });
    expect(await owner.call('POST', '/webhooks', webhook)).toMatchObject({ status: 201 });
  });
});

describe('invitations of a day', () => {
  it('are limited for the address, the person and the team, and say so', async () => {
    const [one, other] = [
      await people.person('admin', 'one@example.com'),
      await people.person('admin', 'two@example.com'),
    ];
    const statuses = async (browser: Browser, addresses: readonly string[]) => {
      const statuses: number[] = [];
      for (const email of addresses) {
        const { status } = await browser.call('POST', '/dashboard-api/invitations', { email, role: 'member' });
        statuses.push(status);
      }
      return statuses;
    };
    const strangers = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => `${name}${index}@example.com`);
    const made = (count: number) => Array<number>(count).fill(201);

    expect(await statuses(one, Array<string>(6).fill('same@example.com'))).toEqual([...made(5), 429]);
    expect(await statuses(other, ['same@example.com'])).toEqual([429]);
    expect(await statuses(one, strangers(6, 'of-one-'))).toEqual([...made(5), 429]);
    // The suite's first person has sent five of the team's twenty.
    expect(await statuses(other, strangers(6, 'of-two-'))).toEqual([...made(5), 429]);
    const refused = await people
      .admin()
      .call('POST', '/dashboard-api/invitations', { email: 'x@example.com', role: 'member' });
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('invitations') as unknown },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  });
});
