import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => sampleAnswers());
const asked = (name: string) => app.mock.requests.filter((request) => request.name.startsWith(name));
const go = (path: string) => app.page.goto(`${app.mock.origin}/dashboard/${path}`);

describe('ways to sign in', () => {
  it('are linked and unlinked, and say why one was not', async () => {
    app.mock.answers['DELETE /dashboard-api/profile/identities/github'] = { status: 200, body: {} };
    const there = `${app.mock.origin}/dashboard/settings/profile`;
    app.mock.answers['POST /dashboard-api/profile/identities/google'] = { status: 200, body: { url: there } };
    await go('settings/security?error=identity-taken');
    await app.page.getByText('This identity belongs to another account').waitFor();
    await app.page.getByRole('button', { name: 'Unlink GitHub' }).click();
    await app.page.getByText('GitHub unlinked').waitFor();
    await app.page.getByRole('button', { name: 'Link Google' }).click();
    await app.page.waitForURL(there);
    expect(asked('POST /dashboard-api/profile/identities')[0]?.csrf).toBe('token-of-the-session');
  });

  it('are prescribed by an admin to the people of a domain', async () => {
    const team = sampleAnswers()['GET /dashboard-api/team'] as { readonly id: string };
    const [domain] = (sampleAnswers()['GET /dashboard-api/domains?limit=100'] as { data: { id: string }[] }).data;
    const sso = { provider: 'github', domain_id: domain?.id };
    const saved = (rule: object | null): void => {
      for (const method of ['GET', 'PATCH'])
        app.mock.answers[`${method} /dashboard-api/team`] = { status: 200, body: { ...team, sso: rule } };
    };
    await go('settings/policy');
    expect(await app.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await app.page.getByRole('combobox', { name: 'Provider' }).selectOption('github');
    await app.page.getByLabel('Domain').selectOption('example.com');
    await app.page.getByText('Unsaved changes').waitFor();
    await app.page.getByRole('link', { name: 'SMTP' }).click();
    await app.page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await app.page.getByRole('button', { name: 'Keep editing' }).click();
    saved(sso);
    await app.page.getByRole('button', { name: 'Save' }).click();
    await app.page.getByText('Security policy saved').waitFor();
    expect(JSON.parse(asked('PATCH /dashboard-api/team')[0]?.body ?? '')).toEqual({ sso });
    saved(null);
    await app.page.getByRole('combobox', { name: 'Provider' }).selectOption('');
    await app.page.getByRole('button', { name: 'Save' }).click();
    await app.page.getByLabel('Domain').waitFor({ state: 'detached' });
    expect(JSON.parse(asked('PATCH /dashboard-api/team')[1]?.body ?? '')).toEqual({ sso: 'none' });
    await app.page.getByRole('link', { name: 'SMTP' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'SMTP' }).waitFor();
  });

  it('accept an invitation, the provider among them', async () => {
    const there = `${app.mock.origin}/dashboard/sign-in?error=other-address`;
    app.mock.answers['POST /dashboard-api/invitations/providers/google'] = { status: 200, body: { url: there } };
    await go('invitation?token=one');
    await app.page.getByRole('button', { name: 'Continue with Google' }).click();
    await app.page.getByText('does not match the invitation').waitFor();
    expect(JSON.parse(asked('POST /dashboard-api/invitations/providers')[0]?.body ?? '')).toEqual({ token: 'one' });
  });
});

describe('activity', () => {
  it('says who changed what, is narrowed in the address, and is a file', async () => {
    const all = sampleAnswers()['GET /dashboard-api/activity?limit=50'];
    const narrowed = 'kind=suppression&actor=cli';
    Object.assign(app.mock.answers, {
      [`GET /dashboard-api/activity?${narrowed}&limit=50`]: { status: 200, body: all },
    });
    await go(`access-audit`);
    await app.page.getByText('Ben Example is now read-only').waitFor();
    expect(new URL(app.page.url()).pathname).toBe('/dashboard/activity');
    await go(`activity?${narrowed}`);
    await app.page.getByText('and 99 more like it').waitFor();
    const file = await app.page.getByRole('link', { name: 'Export CSV' }).getAttribute('href');
    expect(file).toBe(`/dashboard-api/activity/file?${narrowed}`);
    const address = 'carol@example.com';
    const link = app.page.getByRole('link', { name: `Open Suppression: ${address}` });
    expect(await link.getAttribute('href')).toBe(`/dashboard/suppressions?address=${encodeURIComponent(address)}`);
  });

  it('is led to from what was changed, where it says by whom', async () => {
    const team = sampleAnswers()['GET /dashboard-api/team'] as { readonly id: string };
    const change = {
      id: '019a3f5e-7c1a-7d30-9c4b-0000000000f3',
      type: 'SecurityPolicyChanged',
      also: [],
      created_at: new Date(Date.now() - 2 * 86_400_000).toISOString(),
      actor: { kind: 'cli', id: 'teams policy', name: null },
      summary: 'Sign-in policy changed: second factor required',
      count: 1,
      resource: { kind: 'team', id: team.id, name: 'Example Shop' },
    };
    app.mock.answers[`GET /dashboard-api/activity/last?resource=${team.id}`] = {
      status: 200,
      body: { object: 'last_change', change },
    };
    await go('settings/policy');
    const link = app.page.getByRole('link', { name: `View activity. Last change: ${change.summary}` });
    await link.waitFor();
    expect(await link.textContent()).toBe('Changed by posthorn teams policy 2 days ago');
    await link.click();
    await app.page.waitForURL(`**/activity?resource=${team.id}`);
  });

  it('is offered to admins only', async () => {
    Object.assign(app.mock.answers, {
      'GET /dashboard-api/session': { status: 200, body: sampleAnswers('member')['GET /dashboard-api/session'] },
    });
    await go('api-keys');
    await app.page.getByText('Shop, production').waitFor();
    await app.page.getByText('from example.com').waitFor();
    expect(await app.page.getByRole('link', { name: 'Activity' }).count()).toBe(0);
  });
});
