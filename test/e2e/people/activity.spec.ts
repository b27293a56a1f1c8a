import { Browser } from '../../support/browser.js';
import { waitFor } from '../../support/wait-for.js';
import { answerOf } from '../cli/setup.js';
import { admin, tokenIn, usePeople } from './setup.js';

const people = usePeople();
interface Row {
  readonly type: string;
  readonly summary: string;
  readonly address: string | null;
  readonly actor: { readonly kind: string; readonly name: string | null };
}
const activity = async (browser: Browser, search = '?limit=100') =>
  (await browser.call('GET', `/dashboard-api/activity${search}`)).body['data'] as readonly Row[];

describe('activity', () => {
  it('says who changed what, and from where, through page, link and command line', async () => {
    const grace = await people.person('member', 'grace@example.com');
    const key = await people.admin().call('POST', '/api-keys', { name: 'Shop', permission: 'sending_access' });
    await people.admin().call('DELETE', `/api-keys/${String(key.body['id'])}`);
    const { dataDir, url } = people.server();
    const made = await answerOf<{ url: string }>(dataDir, ['users', 'reset', 'grace@example.com']);
    await new Browser(url).call('POST', '/dashboard-api/password-reset/confirm', {
      token: tokenIn(made.url),
      password: 'a third long password',
    });
    const found = await waitFor(
      () => activity(people.admin()),
      (rows) => rows.some(({ type }) => type === 'UserPasswordSet'),
    );
    const at = '127.0.0.1';
    expect(found.map(({ summary, actor, address }) => [summary, actor.name ?? actor.kind, address])).toEqual([
      ['Password set by a link', 'grace@example.com', at],
      ['Password reset link created for grace@example.com', 'cli', null],
      ['API key “Shop” revoked', admin.name, at],
      ['API key “Shop” created: sending only', admin.name, at],
      ['Email address confirmed by the operator for grace@example.com', 'cli', null],
      ['Joined as member', 'grace@example.com', at],
      ['grace@example.com invited as member', admin.name, at],
      ['Joined as admin', admin.name, at],
    ]);
    expect(await grace.call('GET', '/dashboard-api/activity')).toMatchObject({ status: 401 });
    await grace.signIn('grace@example.com', 'a third long password');
    expect(await grace.call('GET', '/dashboard-api/activity')).toMatchObject({ status: 403 });
  });

  it('goes page by page', async () => {
    await waitFor(
      () => activity(people.admin()),
      ([newest]) => newest?.summary === 'Signed in',
    );
    const first = await people.admin().call('GET', '/dashboard-api/activity?limit=2');
    expect(first).toMatchObject({ status: 200, body: { has_more: true } });
    const [, last] = first.body['data'] as readonly { readonly id: string }[];
    const [third] = await activity(people.admin(), `?limit=1&after=${String(last?.id)}`);
    expect(third).toEqual((await activity(people.admin()))[2]);
    const stray = await people
      .admin()
      .call('GET', `/dashboard-api/activity?after=${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}`);
    // The moment in it is a place in the list: nothing is older.
    expect(stray).toMatchObject({ status: 200, body: { data: [], has_more: false } });
  });

  it('knows neither name nor address of an erased person', async () => {
    const carol = await people.person('admin', 'carol@example.com');
    await carol.call('POST', '/api-keys', { name: 'Till' });
    const { dataDir } = people.server();
    await answerOf(dataDir, ['erase', '--yes', 'carol@example.com']);
    const found = await waitFor(
      () => activity(people.admin()),
      (rows) => rows.some(({ type }) => type === 'UserDisabled'),
    );
    const made = found.find(({ summary }) => summary.includes('Till'));
    expect(made).toMatchObject({ actor: { kind: 'user', name: null }, address: null });
    expect(JSON.stringify(found)).not.toContain('carol@example.com');
  });
});
