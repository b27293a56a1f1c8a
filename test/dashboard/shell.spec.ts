import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { sampleAnswers, sampleSession } from './samples/people.js';

const app = useApp(() => sampleAnswers());
const refused = { status: 401, body: { statusCode: 401, name: 'invalid_access', message: 'Nobody is signed in' } };
const session = 'GET /dashboard-api/session';
const signIn = 'POST /dashboard-api/sign-in';
const ok = (body: object) => ({ status: 200, body });

async function enter(): Promise<void> {
  await app.page.getByLabel('Email address').fill('ada@example.com');
  await app.page.getByLabel('Password', { exact: true }).fill('four plain words here');
  app.mock.answers[session] = ok(sampleSession());
  app.mock.answers[signIn] = ok({ object: 'sign_in', state: 'signed_in' });
  await app.page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

describe('signing in', () => {
  it('leads back to the page that was asked for', async () => {
    app.mock.answers[session] = refused;
    await app.page.goto(`${app.mock.origin}/dashboard/settings/sessions`);
    await enter();
    await app.page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
    expect(new URL(app.page.url()).pathname).toBe('/dashboard/settings/sessions');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/dashboard/../docs',
    '/dashboard\\..\\..',
    'javascript:alert(1)',
  ])('leads nowhere else: %s', async (returnTo) => {
    app.mock.answers[session] = refused;
    await app.page.goto(`${app.mock.origin}/dashboard/sign-in?return_to=${encodeURIComponent(returnTo)}`);
    await enter();
    await app.page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor();
    expect(new URL(app.page.url()).origin).toBe(app.mock.origin);
    expect(app.foreignRequests).toEqual([]);
  });

  it('says that address or password is wrong, and stays', async () => {
    app.mock.answers[signIn] = refused;
    await app.page.goto(`${app.mock.origin}/dashboard/sign-in`);
    await app.page.getByLabel('Email address').fill('ada@example.com');
    await app.page.getByLabel('Password', { exact: true }).fill('something else');
    await app.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await app.page.getByText('Wrong email or password.').waitFor();
  });

  it('asks for the second factor where one is needed, and goes on to the same place', async () => {
    app.mock.answers[session] = refused;
    await app.page.goto(`${app.mock.origin}/dashboard/access-audit`);
    await app.page.getByLabel('Email address').fill('ada@example.com');
    await app.page.getByLabel('Password', { exact: true }).fill('four plain words here');
    app.mock.answers[signIn] = ok({ object: 'sign_in', state: 'second_factor' });
    await app.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    app.mock.answers['POST /dashboard-api/sign-in/second-factor'] = refused;
    await app.page.getByLabel('Code').first().waitFor();
    await app.page.keyboard.type('000000');
    await app.page.getByRole('button', { name: 'Continue' }).click();
    await app.page.getByText('Wrong code').waitFor();
    app.mock.answers['POST /dashboard-api/sign-in/second-factor'] = ok({ object: 'sign_in', state: 'signed_in' });
    app.mock.answers[session] = ok(sampleSession());
    await app.page.getByRole('button', { name: 'Continue' }).click();
    await app.page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  });

  it('says that an invitation stays on the server where its sender is a sandbox', async () => {
    const { 'GET /dashboard-api/installation': installation } = sampleAnswers();
    app.mock.answers['GET /dashboard-api/installation'] = ok({ ...installation, notices_leave: false });
    app.mock.answers['POST /dashboard-api/invitations'] = {
      status: 201,
      body: { object: 'invitation', id: 'x', url: 'https://example.com/invitation', mail_sent: true },
    };
    await app.page.goto(`${app.mock.origin}/dashboard/settings/people?create=true`);
    await app.page.getByLabel('Email address').fill('ben@example.com');
    await app.page.getByRole('button', { name: 'Send invitation' }).click();
    await app.page.getByText('The invitation email doesn’t leave this server').waitFor();
    expect(await app.page.getByText('We also sent a link by email').count()).toBe(0);
  });

  it('offers only what the server has', async () => {
    app.mock.answers['GET /dashboard-api/sign-in-options'] = ok({
      needs_set_up: false,
      password: true,
      passkeys: false,
      providers: [],
    });
    await app.page.goto(`${app.mock.origin}/dashboard/sign-in`);
    await app.page.getByLabel('Email address').waitFor();
    expect(await app.page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    expect(await app.page.getByRole('link', { name: /Continue with/ }).count()).toBe(0);
  });
});

describe('the shell', () => {
  it('asks to sign in again where the session ends, and comes back', async () => {
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByText('Shop, production').waitFor();
    app.mock.answers['GET /dashboard-api/sessions'] = refused;
    app.mock.answers[session] = refused;
    await app.page.getByRole('link', { name: 'Settings' }).click();
    await app.page.getByRole('link', { name: 'Sessions' }).click();
    await app.page.getByText('Your session expired. Sign in to continue.').waitFor();
    app.mock.answers['GET /dashboard-api/sessions'] = ok({ object: 'list', has_more: false, data: [] });
    await enter();
    await app.page.getByRole('heading', { level: 1, name: 'Sessions' }).waitFor();
  });

  it('finds pages and commands by their words', async () => {
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByRole('heading', { level: 1 }).waitFor();
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('textbox', { name: 'Search' }).fill('polic');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { level: 1, name: 'Security policy' }).waitFor();
  });

  it('finds what the server has, by the words of a person or by an id', async () => {
    const id = '019a3f5e-7c1a-7d30-9c4b-0123456789ab';
    const row = {
      id,
      subject: 'Your order',
      to: ['first.smith@example.com'],
      cc: [],
      bcc: [],
      last_event: 'delivered',
    };
    const list = (...data: readonly object[]) => ok({ object: 'list', has_more: false, data });
    app.mock.answers['GET /dashboard-api/emails?search=smith&limit=5'] = list(row);
    app.mock.answers[`GET /dashboard-api/logs/${id}`] = ok({ id, method: 'POST', endpoint: '/emails' });
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByRole('heading', { level: 1 }).waitFor();
    await app.page.keyboard.press('Control+k');
    const search = app.page.getByRole('textbox', { name: 'Search' });
    await search.fill('example');
    await app.page.getByRole('button', { name: 'example.com' }).waitFor();
    await search.fill(id);
    await app.page.getByRole('button', { name: 'POST /emails' }).waitFor();
    await search.fill('smith');
    await app.page.getByRole('button', { name: 'Your order' }).click();
    await app.page.waitForURL(`**/emails/${id}`);
  });

  it('offers what rooms do, to those who may', async () => {
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByRole('heading', { level: 1 }).waitFor();
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('textbox', { name: 'Search' }).fill('invite');
    await app.page.getByRole('button', { name: 'Invite a teammate' }).click();
    await app.page.waitForURL('**/settings/people?create=true');
    await app.page.getByRole('dialog', { name: 'Invite a teammate' }).waitFor();
  });

  it('goes by keys, unless they are switched off or a field has the focus', async () => {
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByRole('link', { name: 'Activity' }).waitFor();
    await app.page.keyboard.press('g');
    await app.page.keyboard.press('a');
    await app.page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    await app.page.keyboard.press('?');
    await app.page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    await app.page.keyboard.press('g');
    await app.page.keyboard.press('k');
    await app.page.keyboard.press('?');
    expect(await app.page.getByRole('dialog').count()).toBe(0);
    expect(new URL(app.page.url()).pathname).toBe('/dashboard/activity');
  });

  it('works for another team from the moment when it is chosen', async () => {
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByText('Shop, production').waitFor();
    const [, other] = sampleSession().teams;
    app.mock.answers['POST /dashboard-api/session/team'] = ok({ object: 'done' });
    app.mock.answers[session] = ok({ ...sampleSession(), team: other });
    app.mock.answers['GET /dashboard-api/api-keys'] = ok({ object: 'list', has_more: false, data: [] });
    await app.page.getByRole('button', { name: 'Switch team: Example Shop' }).click();
    await app.page.getByRole('menuitem', { name: 'Newsletter' }).click();
    await app.page.getByText('No API keys yet').waitFor();
    await app.page.getByRole('button', { name: 'Switch team: Newsletter' }).waitFor();
  });

  it('keeps the chosen colours, from the first paint', async () => {
    await app.page.emulateMedia({ colorScheme: 'light' });
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByRole('button', { name: 'Account' }).click();
    await app.page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await app.page.goto(`${app.mock.origin}/dashboard/sign-in`, { waitUntil: 'commit' });
    await app.page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  });

  it('leads to its content by one key', async () => {
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByText('Shop, production').waitFor();
    await app.page.keyboard.press('Tab');
    await app.page.keyboard.press('Enter');
    expect(await app.page.evaluate('document.activeElement.id')).toBe('main');
  });

  it('has only the room for it open while a second factor is asked for', async () => {
    app.mock.answers[session] = ok({ ...sampleSession(), second_factor: 'enrol' });
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByText('Your team requires a second factor').waitFor();
    expect(new URL(app.page.url()).pathname).toBe('/dashboard/settings/security');
  });

  it('saves a name only when it was changed, and asks before a changed one is left', async () => {
    app.mock.answers['PATCH /dashboard-api/profile'] = ok({ object: 'profile' });
    await app.page.goto(`${app.mock.origin}/dashboard/settings/profile`);
    const save = app.page.getByRole('button', { name: 'Save', exact: true });
    await save.waitFor();
    expect(await save.isDisabled()).toBe(true);
    await app.page.getByLabel('Name', { exact: true }).fill('Ada B. Example');
    await app.page.getByText('Unsaved changes').waitFor();
    await app.page.getByRole('link', { name: 'Sessions' }).click();
    await app.page.getByRole('button', { name: 'Keep editing' }).click();
    await save.click();
    await app.page.getByText('All changes saved').waitFor();
    const { body } = app.mock.requests.find(({ name }) => name.startsWith('PATCH')) ?? { body: '' };
    expect(JSON.parse(body)).toEqual({ name: 'Ada B. Example' });
  });

  it('turns an authenticator app on by six digits in six boxes', async () => {
    app.mock.answers['POST /dashboard-api/profile/totp/confirm'] = ok({
      object: 'totp',
      recovery_codes: ['aaaa-bbbb'],
    });
    await app.page.goto(`${app.mock.origin}/dashboard/settings/security`);
    await app.page.getByRole('button', { name: 'Set up app' }).click();
    await app.page.getByRole('textbox', { name: '6-digit code, digit 1 of 6' }).click();
    await app.page.keyboard.type('123456');
    await app.page.getByRole('button', { name: 'Turn on' }).click();
    await app.page.getByRole('button', { name: 'I’ve saved them' }).waitFor();
    const confirmed = app.mock.requests.find(({ name }) => name.endsWith('/totp/confirm'));
    expect(JSON.parse(confirmed?.body ?? '{}')).toEqual({ code: '123456' });
  });

  it('shows what broke in a room, with the rest around it', async () => {
    app.mock.answers['GET /dashboard-api/api-keys'] = ok({
      object: 'list',
      data: [{ id: 'x', created_at: null }, null],
    });
    await app.page.goto(`${app.mock.origin}/dashboard/api-keys`);
    await app.page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();
    await app.page.getByRole('link', { name: 'Settings' }).click();
    await app.page.getByText('Download your data').waitFor();
  });

  it('leaves out what the server has not', async () => {
    const { 'GET /dashboard-api/installation': installation } = sampleAnswers();
    const features = { authenticator: false, passkeys: false, activity: false, server: false };
    app.mock.answers['GET /dashboard-api/installation'] = ok({ ...installation, features });
    await app.page.goto(`${app.mock.origin}/dashboard/settings/security`);
    await app.page.getByRole('heading', { level: 2, name: 'Password' }).waitFor();
    expect(await app.page.getByRole('link', { name: /Activity|Security policy/ }).count()).toBe(0);
    expect(await app.page.getByRole('heading', { name: /Authenticator|Passkeys/ }).count()).toBe(0);
  });

  it('says where there is no page', async () => {
    await app.page.goto(`${app.mock.origin}/dashboard/nowhere`);
    await app.page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });
});
