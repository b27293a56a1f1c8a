import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { sampleEmails } from './samples/emails.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...sampleEmails() }));
const emailsAddress = () => `${app.mock.origin}/dashboard/emails`;

describe('a page whose files are on their way', () => {
  it('says so before any of them is there, and what to do when they are late', async () => {
    await app.page.route('**/dashboard/assets/**', () => undefined);
    await app.page.goto(emailsAddress(), { waitUntil: 'commit' });
    await app.page.getByText('Loading…').waitFor();
    const late = app.page.getByText('This takes longer than usual.');
    expect(await late.isVisible()).toBe(false);
    await app.page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
    expect(await late.isVisible()).toBe(true);
    expect(app.complaints).toEqual([]);
  });

  it('is painted over by the page', async () => {
    await app.page.goto(emailsAddress());
    await app.page.getByRole('heading', { name: 'Emails' }).waitFor();
    expect(await app.page.getByText('Loading…').isVisible()).toBe(false);
  });
});

const banner = (title: string) => app.page.getByRole('status').filter({ hasText: title });

describe('a page whose server is away', () => {
  const away = '**/{dashboard-api,domains}/**';

  it('says so, goes on when it is back, and loses nothing that was typed', async () => {
    await app.page.goto(`${emailsAddress()}?test=true`);
    const subject = app.page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('What I typed');
    await app.page.route(away, (route) => route.abort());
    await app.page.context().setOffline(true);
    await banner('You’re offline').waitFor();
    await app.page.context().setOffline(false);
    await banner('Can’t reach the server').waitFor();
    await app.page.unroute(away);
    await banner('Can’t reach the server').waitFor({ state: 'detached' });
    expect(await subject.inputValue()).toBe('What I typed');
  });

  it('comes up once it answers, where it was away from the beginning', async () => {
    await app.page.route(away, (route) => route.abort());
    await app.page.goto(emailsAddress());
    await app.page.getByRole('heading', { name: 'Can’t reach the server' }).waitFor();
    await app.page.unroute(away);
    await app.page.getByRole('heading', { name: 'Emails' }).waitFor();
  });
});

describe('a session that ends', () => {
  const signedOut = { status: 401, body: { statusCode: 401, name: 'missing_session', message: 'Sign in.' } };

  it('while something is typed leaves it there, until the person has signed in again beside it', async () => {
    await app.page.goto(`${emailsAddress()}?test=true`);
    const subject = app.page.getByRole('textbox', { name: 'Subject' });
    await subject.fill('What I typed');
    const session = app.mock.answers['GET /dashboard-api/session'];
    app.mock.answers['GET /dashboard-api/session'] = signedOut;
    app.mock.answers['POST /emails'] = signedOut;
    await app.page.getByRole('textbox', { name: 'To', exact: true }).fill('delivered@resend.dev');
    await app.page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await banner('Your session expired').waitFor();
    expect(await app.page.getByRole('link', { name: 'Sign in', exact: true }).getAttribute('target')).toBe('_blank');
    expect(await subject.inputValue()).toBe('What I typed');
    if (session !== undefined) app.mock.answers['GET /dashboard-api/session'] = session;
    await app.page.evaluate("window.dispatchEvent(new Event('focus'))");
    await banner('Your session expired').waitFor({ state: 'detached' });
    expect(await subject.inputValue()).toBe('What I typed');
  });
});

describe('an answer that is none', () => {
  const list = 'GET /dashboard-api/emails';
  const answers = (status: number, body: object, headers = {}) => {
    for (const name of Object.keys(app.mock.answers)) if (name.startsWith(`${list}?`)) delete app.mock.answers[name];
    app.mock.answers[list] = { status, headers, body };
  };
  const failing = (status: number, message: string, headers = {}) =>
    answers(status, { statusCode: status, name: 'x', message }, headers);
  const none = { object: 'list', has_more: false, data: [] };

  it('of a fault shows what the log of the server calls it', async () => {
    failing(500, 'Internal server error', { 'x-request-id': 'req-of-this-answer' });
    await app.page.goto(emailsAddress());
    await app.page.getByText('Something went wrong on the server').waitFor();
    await app.page.getByText('req-of-this-answer').waitFor();
    answers(200, none);
    await app.page.getByRole('button', { name: 'Try again' }).click();
    await app.page.getByText('Something went wrong on the server').waitFor({ state: 'detached' });
  });

  it('says that there is no access, and offers no repeat', async () => {
    failing(403, 'This needs the role of an admin.');
    await app.page.goto(emailsAddress());
    await app.page.getByText('You don’t have access to this').waitFor();
    expect(await app.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('of a limit is asked again after the time that it names', async () => {
    failing(429, 'Too many requests.', { 'retry-after': '1' });
    await app.page.goto(emailsAddress());
    await app.page.waitForRequest(/dashboard-api\/emails/);
    answers(200, none);
    await app.page
      .getByText(/No emails found|No emails yet/)
      .first()
      .waitFor();
    expect(await app.page.getByRole('alert').count()).toBe(0);
  });
});

describe('a room whose file is gone', () => {
  it('says that the page was updated, and loads the new one', async () => {
    await app.page.goto(emailsAddress());
    await app.page.getByRole('heading', { name: 'Emails' }).waitFor();
    await app.page.route('**/assets/suppressions-room-*.js', (route) => route.fulfill({ status: 404 }));
    await app.page.getByRole('link', { name: 'Suppressions' }).first().click();
    await app.page.getByRole('heading', { name: 'This page couldn’t be loaded' }).waitFor();
    await app.page.unroute('**/assets/suppressions-room-*.js');
    await app.page.getByRole('button', { name: 'Reload page' }).click();
    await app.page.getByRole('heading', { name: 'Suppressions' }).waitFor();
  });
});
