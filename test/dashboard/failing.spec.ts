import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { sampleEmails } from './samples/emails.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...sampleEmails() }));
/* A server that answers, but not what was asked for: test/page. */

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
