import { describe, expect, it } from '@jest/globals';
import { plainHost, useApp } from './open-app.js';
import {
  bouncedId,
  mailId,
  manyId,
  sampleEmails,
  sampleList,
  sampleMany,
  sampleOverview,
  sampleRow,
  sampleSuppression,
  suppressionId,
} from './samples/emails.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...sampleEmails() }));
const asked = (name: string) => app.mock.requests.filter((request) => request.name.startsWith(name));
const goto = (path: string) => app.page.goto(`${app.mock.origin}/dashboard${path}`);
const button = (name: string | RegExp) => app.page.getByRole('button', { name });
const ok = (body: object) => ({ status: 200, body });
const listOf = (...data: object[]) => ({ object: 'list', has_more: false, data });
/** The page looks for further mails every ten seconds. */
const lookMs = 10_000;

describe('the list of emails', () => {
  it('is where the page begins, and has a row for a mail whatever a server says of it', async () => {
    await goto('');
    await app.page.getByRole('link', { name: 'Order 1' }).waitFor();
    expect(new URL(app.page.url()).pathname).toBe('/dashboard/emails');
    const rows = app.page.getByRole('row');
    expect(await rows.count()).toBe(5);
    expect(await rows.nth(2).innerText()).toMatch(/\(no subject\)[\s\S]*Bounced[\s\S]*5 of 50/);
    expect(await rows.nth(4).innerText()).toMatch(/held by policy/);
    expect(app.complaints).toEqual([]);
  });

  it('keeps its filters in the address', async () => {
    const found = 'GET /dashboard-api/emails?search=grace&status=bounced&limit=50';
    app.mock.answers[found] = ok(listOf(sampleRow(2, { subject: 'Found' })));
    app.mock.answers['GET /dashboard-api/emails?search=grace&limit=50'] = ok(listOf());
    await goto('/emails');
    await app.page.getByRole('searchbox').fill('grace');
    await app.page.getByText('No emails found').waitFor();
    await app.page.getByLabel('Status').selectOption('bounced');
    await app.page.getByRole('link', { name: 'Found' }).waitFor();
    expect(new URL(app.page.url()).search).toBe('?search=grace&status=bounced');
    await app.page.goBack();
    await app.page.getByText('No emails found').waitFor();
    await button('Clear').last().click();
    await app.page.getByRole('link', { name: 'Order 1' }).waitFor();
  });

  it('says how far back a search has looked, and looks further when it is asked to', async () => {
    const search = 'GET /dashboard-api/emails?search=never+meets&limit=50';
    const next = '01990000-0000-7000-8000-000000000001';
    const cut = { ...listOf(), has_more: true, searched_to: '2026-05-03T12:00:00.000Z', next };
    app.mock.answers[search] = ok(cut);
    app.mock.answers[`${search}&after=${next}`] = ok(listOf(sampleRow(2, { subject: 'Far back' })));
    await goto('/emails?search=never+meets');
    await app.page.getByText(/Searched back to .*(May 3|3 May|2026-05-03)/).waitFor();
    expect(asked(`${search}&after`)).toHaveLength(0);
    await button('Keep searching').click();
    await app.page.getByRole('link', { name: 'Far back' }).waitFor();
    expect(await button('Keep searching').count()).toBe(0);
  });

  it('announces further mails, and changes states where they stand', async () => {
    await app.page.clock.install();
    await goto('/emails');
    await app.page.getByRole('link', { name: 'Order 1' }).waitFor();
    const [queued, ...others] = sampleList.data;
    app.mock.answers['GET /dashboard-api/emails?limit=50'] = ok(
      listOf(sampleRow(11), sampleRow(12), { ...queued, last_event: 'complained' }, ...others),
    );
    await app.page.clock.runFor(lookMs);
    await button('Show 2 new').waitFor();
    await app.page.getByText('Complained', { exact: true }).last().waitFor();
    expect(await app.page.getByRole('row').count()).toBe(5);
    await button('Show 2 new').click();
    await app.page.getByRole('link', { name: 'Order 11' }).waitFor();
    expect(await app.page.getByRole('row').count()).toBe(7);
    expect(await button(/new$/).count()).toBe(0);
  });

  it('cancels chosen mails that are scheduled, unless that is taken back', async () => {
    app.mock.answers[`POST /emails/${sampleRow(3).id}/cancel`] = ok({ object: 'email', id: sampleRow(3).id });
    await app.page.clock.install();
    await goto('/emails');
    for (const name of ['Later', 'Order 1']) await app.page.getByLabel(`Select “${name}”`).check();
    await button('Cancel scheduled email').click();
    await button('Undo').click();
    await app.page.clock.runFor(8_000);
    expect(asked('POST')).toEqual([]);
    await app.page.getByLabel('Select “Later”').check();
    await button('Cancel scheduled email').click();
    await app.page.clock.runFor(8_000);
    await app.page.getByText('Email canceled').waitFor();
    expect(asked('POST').map(({ name }) => name)).toEqual([`POST /emails/${sampleRow(3).id}/cancel`]);
  });

  it('sends selected mails again, each once, and suppresses their recipients', async () => {
    app.mock.answers[`POST /dashboard-api/emails/${sampleRow(1).id}/resend`] = { status: 201, body: { id: manyId } };
    app.mock.answers['POST /suppressions/batch/add'] = ok({ object: 'suppressions_added', data: [] });
    await app.page.clock.install();
    await goto('/emails');
    for (const name of ['Order 1', 'Order 4']) await app.page.getByLabel(`Select “${name}”`).check();
    await button('Send again').click();
    await app.page.clock.runFor(8_000);
    await app.page.getByText('Email sent again').waitFor();
    await app.page.getByText('1 email couldn’t be sent again.').waitFor();
    await app.page.getByLabel('Select “Order 1”').check();
    await button('Suppress recipient').click();
    await app.page.clock.runFor(8_000);
    await app.page.getByText('Address suppressed').waitFor();
    const [request] = asked('POST /suppressions');
    expect(JSON.parse(request?.body ?? '')).toEqual({ emails: ['grace@example.org'], scope: 'all' });
  });

  it('shows a team without mails a program with a key in it', async () => {
    app.mock.answers['GET /dashboard-api/emails?limit=50'] = ok(listOf());
    app.mock.answers['POST /api-keys'] = {
      status: 201,
      body: { object: 'api_key', id: 'x', token: 're_0123456789abcdef' },
    };
    await goto('/emails');
    await button('Create an API key for this example').click();
    const program = app.page.getByLabel('Code', { exact: true });
    await app.page.getByText('Contains a new API key').waitFor();
    for (const language of ['curl', 'Node', 'Python', 'Go', 'SMTP']) {
      await app.page.getByText(language, { exact: true }).click();
      expect(await program.inputValue()).toContain('re_0123456789abcdef');
    }
    expect(JSON.parse(asked('POST /api-keys')[0]?.body ?? '')).toMatchObject({ permission: 'sending_access' });
  });
});

describe('one email', () => {
  const timeline = () => app.page.getByRole('region', { name: 'Timeline' }).innerText();

  it('begins with what a team does in its first hour, until that is done or hidden', async () => {
    const list = (...data: readonly object[]) => ok({ object: 'list', has_more: false, data });
    const own = 'GET /dashboard-api';
    app.mock.answers[`${own}/webhooks`] = list();
    app.mock.answers[`${own}/domains?limit=100`] = list({
      id: mailId,
      name: 'example.com',
      origin: 'team',
      status: 'pending',
    });
    await goto('/emails');
    await app.page.getByText('3 of 5 done').waitFor();
    await app.page.getByRole('link', { name: 'Verify a domain' }).waitFor();
    expect(await app.page.getByRole('link', { name: 'Create an API key' }).count()).toBe(0);
    await app.page.getByRole('link', { name: 'Add a webhook endpoint' }).click();
    await app.page.waitForURL('**/webhooks?create=true');
    await goto('/emails');
    await app.page.getByRole('button', { name: 'Hide', exact: true }).click();
    await goto('/emails');
    await app.page.getByRole('heading', { name: 'Emails' }).waitFor();
    await app.page.getByRole('table').waitFor();
    expect(await app.page.getByText('3 of 5 done').count()).toBe(0);
  });

  it('prints as one page, without what is to click', async () => {
    await goto(`/emails/${mailId}`);
    await app.page.getByRole('heading', { name: 'Timeline' }).waitFor();
    const pages = (await app.page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(pages).toHaveLength(1);
    await app.page.emulateMedia({ media: 'print' });
    expect(await app.page.getByRole('button').count()).toBe(0);
    expect(await app.page.getByRole('navigation').count()).toBe(0);
    await app.page.emulateMedia({ media: null });
  });

  it('tells what happened in sentences, with names', async () => {
    await goto(`/emails/${mailId}`);
    await app.page.getByText('API key “Shop, production”', { exact: false }).first().waitFor();
    const told = await timeline();
    expect(told).toContain('Accepted from API key “Shop, production” for 1 recipient');
    expect(told).toContain(
      'The mailbox is full. gmail-smtp-in.l.google.com temporarily deferred it: 452 4.2.2 Mailbox full',
    );
    expect(told).toContain('Next attempt was scheduled for');
    expect(told).toContain('Delivered to gmail-smtp-in.l.google.com: 250 2.0.0 OK');
    // How it was encrypted is in the conversation.
    expect(told).not.toContain('TLS');
    expect(told).toContain('Stamped by friends');
    expect(told).toContain('Nothing suggests an automated request.');
    expect(told).toContain('Clicked: https://shop.example.com/help');
    expect(told).toContain('2 automated hits, not counted as opens or clicks');
    expect(told).not.toContain('Apple Mail Privacy Protection');
    expect(told).not.toMatch(/recipient 0|EmailDelivered/);
    // Nothing moves any more, so nothing is asked again.
    await app.page.clock.install();
    await app.page.clock.runFor(3 * lookMs);
    expect(asked(`GET /dashboard-api/emails/${mailId}/`)).toHaveLength(1);
  });

  it('counts many recipients, and finds one of them', async () => {
    await goto(`/emails/${manyId}`);
    await button('48 delivered').waitFor();
    expect(await timeline()).toContain('Delivered to 48 recipients');
    expect(await timeline()).toMatch(/550 5\.1\.1 No such user\.\sLook for typos/);
    expect(await timeline()).toMatch(/Next attempt in (1\d|20) s/);
    await button('1 bounced').click();
    await app.page.getByRole('cell', { name: 'reader7@example.org' }).waitFor();
    expect(await app.page.getByRole('row').count()).toBe(2);
    await button('1 bounced').click();
    await app.page.getByRole('searchbox', { name: 'Find a recipient' }).fill('reader42');
    await app.page.getByRole('cell', { name: 'reader42@example.org' }).waitFor();
  });

  it('says of many how many came to the worst, and of one how often it was tried', async () => {
    await goto(`/emails/${manyId}`);
    await app.page.getByText('1 of 50 bounced', { exact: true }).waitFor();
    const answer = app.page.getByRole('note').first();
    expect(await answer.innerText()).toMatch(/1 of 50 recipients bounced[\s\S]*Others: 1 delayed, 48 delivered\./);
    await goto(`/emails/${bouncedId}`);
    await app.page.getByText('Tried 4 times', { exact: true }).waitFor();
    await button('Show all 4').click();
    expect((await timeline()).match(/temporarily deferred it: 451 Later/g)).toHaveLength(4);
    expect(await app.page.getByText('Bounced', { exact: true }).count()).toBe(1);
  });

  it('opens with what happened, why, what follows and what to do', async () => {
    const entry = `DELETE /suppressions/${suppressionId}`;
    app.mock.answers[entry] = ok({ object: 'suppression', id: suppressionId, deleted: true });
    await app.page.clock.install();
    await goto(`/emails/${bouncedId}`);
    const answer = app.page.getByRole('note').first();
    await answer.getByText('grace@example.org is now suppressed: we won’t send to it again.').waitFor();
    const said = await answer.innerText();
    expect(said).toMatch(/^Bounced: this mailbox does not exist\s[\s\S]*google\.com: 550 5\.1\.1 No such user/);
    expect(said).toContain('Check the address for typos.');
    const link = answer.getByRole('link', { name: 'View suppression' });
    expect(await link.getAttribute('href')).toBe('/dashboard/suppressions?address=grace%40example.org');
    await answer.getByRole('link', { name: 'View SMTP conversation' }).click();
    const talk = app.page.getByRole('group', { name: 'With gmail-smtp-in.l.google.com' });
    expect(await talk.innerText()).toContain('+34 ms < 550-5.1.1 No such');
    expect(await talk.locator('[data-token="mark"]').allInnerTexts()).toEqual(['550-5.1.1 No such', '550 5.1.1 user']);
    await app.page.getByText(/TLS 1\.3, AES, certificate not verified/).waitFor();
    await button('Remove suppression of grace@example.org').click();
    await answer.getByText('is now suppressed').waitFor({ state: 'detached' });
    app.mock.answers[`GET /dashboard-api/emails/${bouncedId}/suppressions`] = ok(listOf());
    await app.page.clock.runFor(8_000);
    await app.page.getByText('grace@example.org removed').waitFor();
    expect(asked(entry)).toHaveLength(1);
    expect(app.complaints).toEqual([]);
  });

  it('says before it is sent again whom it will not reach', async () => {
    const [resend] = [`POST /dashboard-api/emails/${manyId}/resend`];
    app.mock.answers[`GET /dashboard-api/emails/${manyId}/suppressions`] = ok(
      listOf({ ...sampleSuppression, email: 'reader7@example.org' }, { ...sampleSuppression, scope: 'bulk' }),
    );
    app.mock.answers[resend] = { status: 201, body: { id: mailId } };
    await goto(`/emails/${manyId}`);
    await button('Send again').click();
    const dialog = app.page.getByRole('dialog');
    await dialog.getByText('1 recipient is suppressed', { exact: true }).waitFor();
    await dialog.getByText('reader7@example.org').waitFor();
    await dialog.getByRole('button', { name: 'Send to 49 recipients' }).click();
    await app.page.getByRole('heading', { name: 'Your order' }).waitFor();
    expect(asked(resend)).toHaveLength(1);
  });

  it('goes on to the next and the previous of the list that one came from', async () => {
    const [, second] = sampleList.data as readonly { readonly id: string }[];
    app.mock.answers['GET /dashboard-api/emails?limit=50'] = ok(
      listOf(sampleRow(101, { id: mailId }), second ?? {}, sampleRow(102, { id: manyId, subject: 'To fifty' })),
    );
    app.mock.answers[`GET /dashboard-api/emails/${second?.id}/overview`] = ok(
      sampleOverview({ id: second?.id, subject: 'Between' }),
    );
    await goto('/emails');
    await app.page.getByRole('link', { name: 'Order 101' }).click();
    await app.page.getByRole('heading', { name: 'Your order' }).waitFor();
    await app.page.getByText('1 of 3', { exact: true }).waitFor();
    expect(await button('Previous (k)').isDisabled()).toBe(true);
    await app.page.getByRole('tab', { name: 'Webhooks' }).click();
    await app.page.getByRole('heading', { name: 'Your order' }).focus();
    await app.page.keyboard.press('j');
    await app.page.getByRole('heading', { name: 'Between' }).waitFor();
    expect(app.page.url()).toContain('tab=webhooks');
    await button('Next (j)').click();
    await app.page.getByRole('heading', { name: 'To fifty' }).waitFor();
    await app.page.keyboard.press('k');
    await app.page.getByRole('heading', { name: 'Between' }).waitFor();
  });

  it('says of a try that was due that it is due, and follows what is under way', async () => {
    await app.page.clock.install();
    await goto(`/emails/${manyId}`);
    await app.page
      .getByText(/Next attempt in/)
      .first()
      .waitFor();
    await app.page.clock.runFor(30_000);
    await app.page.getByText('Next attempt due now').first().waitFor();
    app.mock.answers[`GET /dashboard-api/emails/${manyId}/overview`] = ok({
      ...sampleMany(),
      recipients: sampleMany().recipients.map((each) => ({ ...each, status: 'delivered' })),
    });
    await app.page.clock.runFor(lookMs);
    await button('50 delivered').waitFor();
    const looks = asked(`GET /dashboard-api/emails/${manyId}/overview`).length;
    await app.page.clock.runFor(3 * lookMs);
    expect(asked(`GET /dashboard-api/emails/${manyId}/overview`)).toHaveLength(looks);
  });

  it('shows its content once, with pictures of other hosts only where they are asked for', async () => {
    await goto(`/emails/${mailId}?tab=content`);
    const frame = app.page.frameLocator('iframe[title="Email content"]');
    await frame.getByRole('heading', { name: 'Thank you' }).waitFor();
    await app.page.getByText('invoice.pdf').waitFor();
    expect(asked(`GET /dashboard-api/emails/${mailId}/frame`)).toEqual([]);
    await button('Load remote images').click();
    await button('Hide remote images').waitFor();
    await expect(app.page.locator('iframe').getAttribute('src')).resolves.toMatch(/\/frame\?images=remote$/);
    expect(await app.page.locator('iframe').getAttribute('sandbox')).toBe('');
    await app.page.getByText('Text', { exact: true }).click();
    await app.page.locator('pre', { hasText: 'Thank you' }).waitFor();
    expect(app.page.url()).toContain('view=text');
    expect(asked(`GET /dashboard-api/emails/${mailId}/preview`)).toHaveLength(1);
  });

  it('says why each step happened, and how the mail stood then', async () => {
    const { timeline } = sampleOverview();
    await goto(`/emails/${mailId}?tab=why`);
    await app.page.getByRole('columnheader', { name: 'Caused by' }).waitFor();
    await app.page.getByText('the API request was accepted').waitFor();
    await app.page.getByText('an event that is no longer kept').waitFor();
    await button(/^State after this: Accepted/).click();
    await app.page.waitForURL(/at=/);
    await app.page.getByText(`after 1 of ${timeline.length}`).waitFor();
    expect(asked(`GET /dashboard-api/emails/${mailId}/history?at=`)).toHaveLength(1);
    expect(timeline[0]?.type).toBe('EmailAccepted');
    await button('Back to now').click();
    await app.page.getByText('Now', { exact: true }).first().waitFor();
  });

  it('is sent again under one key, moved, and shared for as long as is wanted', async () => {
    app.mock.answers[`GET /dashboard-api/emails/${mailId}/overview`] = ok(
      sampleOverview({ last_event: 'scheduled', scheduled_at: '2026-12-24 09:00:00.000000+00' }),
    );
    app.mock.answers[`POST /dashboard-api/emails/${mailId}/resend`] = { status: 201, body: { id: manyId } };
    app.mock.answers[`PATCH /emails/${mailId}`] = ok({ object: 'email', id: mailId });
    const url = `https://mail.example.com/share/${mailId}?share=s&expires=1&signature=x`;
    app.mock.answers[`POST /emails/${mailId}/share`] = {
      status: 201,
      body: { object: 'email', id: mailId, share_id: 's', url },
    };
    const origin = new URL(app.mock.origin);
    origin.hostname = plainHost;
    await app.page.goto(new URL(`/dashboard/emails/${mailId}`, origin).href);
    await button('Reschedule').click();
    expect(await app.page.getByLabel('Time', { exact: true }).inputValue()).toBe('2026-12-24T09:00');
    await app.page.getByLabel('Time', { exact: true }).fill('2026-12-25T10:30');
    await app.page.getByRole('dialog').getByRole('button', { name: 'Reschedule' }).click();
    await app.page.getByText('Email rescheduled').waitFor();
    expect(JSON.parse(asked('PATCH')[0]?.body ?? '')).toEqual({ scheduled_at: '2026-12-25T10:30:00.000Z' });
    await button('More').click();
    await app.page.getByRole('menuitem', { name: 'Share' }).click();
    await app.page.getByLabel('Expires after').selectOption('24 hours');
    await button('Create link').click();
    expect(await app.page.getByLabel('Link', { exact: true }).inputValue()).toBe(
      `${origin.origin}/share/${mailId}?share=s&expires=1&signature=x`,
    );
    await app.page.getByText('3 times, last 5 minutes ago').waitFor();
    await app.page.getByText('Never', { exact: true }).waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button('More').click();
    await app.page.getByRole('menuitem', { name: 'Send again' }).click();
    await button('Send to 1 recipient').click();
    await app.page.getByRole('heading', { name: 'To fifty' }).waitFor();
    expect(asked(`POST /dashboard-api/emails/${mailId}/resend`)).toHaveLength(1);
  });

  it('offers no change to a reader', async () => {
    Object.assign(
      app.mock.answers,
      Object.fromEntries(Object.entries(sampleAnswers('read-only')).map(([name, body]) => [name, ok(body)])),
    );
    await goto(`/emails/${mailId}`);
    await app.page.getByRole('heading', { name: 'Your order' }).waitFor();
    expect(await button(/Send again|More|Reschedule/).count()).toBe(0);
  });
});
