import { describe, expect, it } from '@jest/globals';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { usePage } from './use-page.js';

const page = usePage(() => sampleAnswers());
const ok = (body: object) => ({ status: 200, body });
const team = () => sampleAnswers()['GET /dashboard-api/team'] as { readonly id: string };
const link = (name: string) => page.screen.findByRole('link', { name });
const save = () => page.screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });

describe('ways to sign in', () => {
  it('are unlinked, and say why one was not linked', async () => {
    page.mock.answers['DELETE /dashboard-api/profile/identities/github'] = ok({});
    page.open('/settings/security?error=identity-taken');
    await page.screen.findByText(/This identity belongs to another account/);
    await page.press('Unlink GitHub');
    await page.screen.findByText('GitHub unlinked');
    expect(page.asked('DELETE')[0]?.csrf).toBe('token-of-the-session');
  });

  it('are prescribed by an admin to the people of a domain', async () => {
    const [domain] = (sampleAnswers()['GET /dashboard-api/domains?limit=100'] as { data: { id: string }[] }).data;
    const sso = { provider: 'github', domain_id: domain?.id };
    const saved = (rule: object | null): void => {
      for (const method of ['GET', 'PATCH'])
        page.mock.answers[`${method} /dashboard-api/team`] = ok({ ...team(), sso: rule });
    };
    const bodies = () => page.asked('PATCH /dashboard-api/team').map(({ body }) => JSON.parse(body) as unknown);
    page.open('/settings/policy');
    expect((await save()).disabled).toBe(true);
    await page.user.selectOptions(page.screen.getByRole('combobox', { name: 'Provider' }), 'github');
    await page.user.selectOptions(await page.screen.findByLabelText(/^Domain/), 'example.com');
    await page.screen.findByText('Unsaved changes');
    await page.user.click(await link('SMTP'));
    await page.screen.findByRole('dialog', { name: 'Leave without saving?' });
    await page.press('Keep editing');
    saved(sso);
    await page.press('Save');
    await page.screen.findByText('Security policy saved');
    expect(bodies()).toEqual([{ sso }]);
    saved(null);
    await page.user.selectOptions(page.screen.getByRole('combobox', { name: 'Provider' }), '');
    expect(page.screen.queryByLabelText(/^Domain/)).toBeNull();
    await page.press('Save');
    await page.screen.findByText('All changes saved');
    expect(bodies()[1]).toEqual({ sso: 'none' });
    await page.user.click(await link('SMTP'));
    await page.screen.findByRole('heading', { level: 1, name: 'SMTP' });
  });
});

describe('activity', () => {
  it('says who changed what, is narrowed in the address, and is a file', async () => {
    const narrowed = 'kind=suppression&actor=cli';
    const all = sampleAnswers()['GET /dashboard-api/activity?limit=50'] ?? {};
    page.mock.answers[`GET /dashboard-api/activity?${narrowed}&limit=50`] = ok(all);
    page.open('/access-audit');
    await page.screen.findByText('Ben Example is now read-only');
    expect(page.window.location.pathname).toBe('/dashboard/activity');
    page.open(`/activity?${narrowed}`);
    await page.screen.findByText(/and 99 more like it/);
    expect((await link('Export CSV')).getAttribute('href')).toBe(`/dashboard-api/activity/file?${narrowed}`);
    const address = 'carol@example.com';
    const suppression = await link(`Open Suppression: ${address}`);
    expect(suppression.getAttribute('href')).toBe(`/dashboard/suppressions?address=${encodeURIComponent(address)}`);
  });

  it('has the times in its sentences by the clock of the reader', async () => {
    const name = 'GET /dashboard-api/activity?limit=50';
    const all = sampleAnswers()[name] as { readonly data: readonly object[] };
    const summary = 'Scheduled for 2026-12-10T02:21:41.992Z';
    page.mock.answers[name] = ok({ ...all, data: [{ ...all.data[0], summary }] });
    page.open('/activity');
    await page.screen.findByText(/^Scheduled for 10 Dec 2026, 02:21$/);
  });

  it('is led to from what was changed, where it says by whom', async () => {
    const { id } = team();
    const change = {
      id: '019a3f5e-7c1a-7d30-9c4b-0000000000f3',
      type: 'SecurityPolicyChanged',
      also: [],
      created_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
      actor: { kind: 'cli', id: 'teams policy', name: null },
      summary: 'Sign-in policy changed: second factor required',
      count: 1,
      resource: { kind: 'team', id, name: 'Example Shop' },
    };
    page.mock.answers[`GET /dashboard-api/activity/last?resource=${id}&what=SecurityPolicyChanged`] = ok({
      object: 'last_change',
      change,
    });
    page.open('/settings/policy');
    const changed = await link('Changed by posthorn teams policy 2 days ago');
    await page.user.click(changed);
    await page.until(() => expect(page.window.location.href).toMatch(new RegExp(`/activity\\?resource=${id}$`)));
  });

  it('is offered to admins only', async () => {
    page.mock.answers['GET /dashboard-api/session'] = ok(sampleAnswers('member')['GET /dashboard-api/session'] ?? {});
    page.open('/api-keys');
    await page.screen.findByRole('row', { name: /Shop, production.*from example\.com/ });
    expect(page.screen.queryByRole('link', { name: 'Activity' })).toBeNull();
  });
});
