import { describe, expect, it } from '@jest/globals';
import { mailId, manyId, sampleEmails, sampleList, sampleOverview, sampleRow } from '../dashboard/samples/emails.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...sampleEmails() }));
const ok = (body: object) => ({ status: 200, body });
const listOf = (...data: object[]) => ({ object: 'list', has_more: false, data });
const list = 'GET /dashboard-api/emails?kind=transactional&limit=50';
const bodyOf = (name: string) => JSON.parse(page.asked(name)[0]?.body ?? 'null') as object;
const link = (name: string) => page.screen.findByRole('link', { name });
const select = async (subject: string) => page.user.click(await page.screen.findByLabelText(`Select “${subject}”`));
const rows = () => page.screen.getAllByRole('row');
const buttons = (name: string | RegExp) => page.screen.queryAllByRole('button', { name });
/** After so long the typing has paused. */
const pauseMs = 250;
/** The page looks for further mails every ten seconds. */
const lookMs = 10_000;
/** Longer than a change can be taken back. */
const undoMs = 8_000;

describe('the list of emails', () => {
  it('is where the page begins, and has a row for a mail whatever a server says of it', async () => {
    page.open('');
    await link('Order 1');
    expect(page.window.location.pathname).toBe('/dashboard/emails');
    expect(rows()).toHaveLength(5);
    const texts = rows().map(textOf);
    expect(texts[2]).toMatch(/\(no subject\).*Bounced.*5 of 50/);
    expect(texts[4]).toMatch(/held by policy/);
  });

  it('keeps its filters in the address', async () => {
    const found = 'GET /dashboard-api/emails?search=grace&status=bounced&limit=50';
    page.mock.answers[found] = ok(listOf(sampleRow(2, { subject: 'Found' })));
    page.mock.answers['GET /dashboard-api/emails?search=grace&limit=50'] = ok(listOf());
    page.open('/emails');
    await page.fill(await page.screen.findByRole('searchbox'), 'grace');
    await page.screen.findByText('No emails found');
    await page.user.selectOptions(page.screen.getByLabelText('Status'), 'bounced');
    await link('Found');
    expect(page.window.location.search).toBe('?search=grace&status=bounced');
    page.window.history.back();
    await page.screen.findByText('No emails found');
    await page.user.click(buttons(/^Clear/).at(-1)!);
    await link('Order 1');
  });

  it('keeps what is typed while it searches for what was typed before', async () => {
    page.open('/emails', { now: new Date() });
    const field = await page.screen.findByRole<HTMLInputElement>('searchbox');
    const searched = (text: string) => page.untilAsked(`GET /dashboard-api/emails?search=${text}&`);
    const type = (text: string) => page.user.type(field, text);
    await type('smi');
    await page.clock.pass(pauseMs - 1);
    await type('th ');
    await page.clock.pass(pauseMs);
    await searched('smith');
    expect(field.value).toBe('smith ');
    await type('order');
    await page.clock.pass(pauseMs);
    await searched('smith+order');
    expect(field.value).toBe('smith order');
    // The address has it later than it is typed on.
    await type('s');
    await page.clock.pass(pauseMs);
    await type(' of');
    await searched('smith+orders');
    expect(field.value).toBe('smith orders of');
    await page.user.click(buttons('Clear')[0]!);
    await page.until(() => expect(field.value).toBe(''));
  });

  it('says how far back a search has looked, and looks further when it is asked to', async () => {
    const search = 'GET /dashboard-api/emails?search=never+meets&limit=50';
    const next = '01990000-0000-7000-8000-000000000001';
    const cut = { ...listOf(), has_more: true, searched_to: '2026-05-03T12:00:00.000Z', next };
    page.mock.answers[search] = ok(cut);
    page.mock.answers[`${search}&after=${next}`] = ok(listOf(sampleRow(2, { subject: 'Far back' })));
    page.open('/emails?search=never+meets');
    await page.screen.findByText(/Searched back to .*(May 3|3 May|2026-05-03)/);
    expect(page.asked(`${search}&after`)).toHaveLength(0);
    await page.press('Keep searching');
    await link('Far back');
    expect(buttons('Keep searching')).toEqual([]);
  });

  it('announces further mails, and changes states where they stand', async () => {
    page.open('/emails', { now: new Date() });
    await link('Order 1');
    const [queued, ...others] = sampleList.data;
    page.mock.answers[list] = ok(
      listOf(sampleRow(11), sampleRow(12), { ...queued, last_event: 'complained' }, ...others),
    );
    await page.clock.pass(lookMs);
    await page.screen.findByRole('button', { name: 'Show 2 new' });
    await page.screen.findByRole('row', { name: /Order 1 Complained/ });
    expect(rows()).toHaveLength(5);
    await page.press('Show 2 new');
    await link('Order 11');
    expect(rows()).toHaveLength(7);
    expect(buttons(/new$/)).toEqual([]);
  });

  it('cancels chosen mails that are scheduled, unless that is taken back', async () => {
    page.mock.answers[`POST /emails/${sampleRow(3).id}/cancel`] = ok({ object: 'email', id: sampleRow(3).id });
    page.open('/emails', { now: new Date() });
    for (const name of ['Later', 'Order 1']) await select(name);
    await page.press('Cancel scheduled email');
    await page.press('Undo');
    await page.clock.pass(undoMs);
    expect(page.asked('POST')).toEqual([]);
    await select('Later');
    await page.press('Cancel scheduled email');
    await page.clock.pass(undoMs);
    await page.screen.findByText('Email canceled');
    expect(page.asked('POST').map(({ name }) => name)).toEqual([`POST /emails/${sampleRow(3).id}/cancel`]);
  });

  it('sends selected mails again, each once, and suppresses their recipients', async () => {
    const first = `POST /dashboard-api/emails/${sampleRow(1).id}/resend`;
    page.mock.answers[first] = { status: 201, body: { id: manyId } };
    page.mock.answers['POST /suppressions/batch/add'] = ok({ object: 'suppressions_added', data: [] });
    page.open('/emails', { now: new Date() });
    for (const name of ['Order 1', 'Order 4']) await select(name);
    await page.press('Send again');
    await page.clock.pass(undoMs);
    await page.screen.findByText('Email sent again');
    await page.screen.findByText('1 email couldn’t be sent again.');
    expect(page.asked(first)).toHaveLength(1);
    await select('Order 1');
    await page.press('Suppress recipient');
    await page.clock.pass(undoMs);
    await page.screen.findByText('Address suppressed');
    expect(bodyOf('POST /suppressions')).toEqual({ emails: ['grace@example.org'], scope: 'all' });
  });

  it('shows a team without mails a program with a key in it', async () => {
    page.mock.answers[list] = ok(listOf());
    // It sent no broadcast either.
    page.mock.answers['GET /dashboard-api/emails?limit=1'] = ok(listOf());
    page.mock.answers['POST /api-keys'] = {
      status: 201,
      body: { object: 'api_key', id: 'x', token: 're_0123456789abcdef' },
    };
    page.open('/emails');
    await page.press('Create an API key for this example');
    await page.screen.findByText(/^Contains a new API key/);
    for (const language of ['curl', 'Node', 'Python', 'Go', 'SMTP']) {
      await page.user.click(page.screen.getByText(language));
      expect(page.screen.getByLabelText<HTMLTextAreaElement>('Code').value).toContain('re_0123456789abcdef');
    }
    expect(bodyOf('POST /api-keys')).toMatchObject({ permission: 'sending_access' });
  });

  it('begins with what a team does in its first hour, until that is done or hidden', async () => {
    page.mock.answers['GET /dashboard-api/webhooks'] = ok(listOf());
    const domain = { id: mailId, name: 'example.com', origin: 'team', status: 'pending' };
    page.mock.answers['GET /dashboard-api/domains?limit=100'] = ok(listOf(domain));
    page.open('/emails');
    await page.screen.findByText('3 of 5 done');
    await link('Verify a domain');
    expect(page.screen.queryByRole('link', { name: 'Create an API key' })).toBeNull();
    await page.user.click(await link('Add a webhook endpoint'));
    await page.until(() => expect(page.window.location.href).toMatch(/\/webhooks\?create=true$/));
    page.open('/emails');
    await page.press('Hide');
    page.open('/emails');
    await page.screen.findByRole('heading', { name: 'Emails' });
    await page.screen.findByRole('table');
    expect(page.screen.queryByText('3 of 5 done')).toBeNull();
  });

  it('leads from one email to the next and the previous', async () => {
    const [, second] = sampleList.data as readonly { readonly id: string }[];
    page.mock.answers[list] = ok(
      listOf(sampleRow(101, { id: mailId }), second ?? {}, sampleRow(102, { id: manyId, subject: 'To fifty' })),
    );
    page.mock.answers[`GET /dashboard-api/emails/${second?.id}/overview`] = ok(
      sampleOverview({ id: second?.id, subject: 'Between' }),
    );
    const heading = (name: string) => page.screen.findByRole('heading', { name });
    page.open('/emails');
    await page.user.click(await link('Order 101'));
    const first = await heading('Your order');
    await page.screen.findByText('1 of 3');
    expect(page.screen.getByRole<HTMLButtonElement>('button', { name: 'Previous (k)' }).disabled).toBe(true);
    await page.user.click(await page.screen.findByRole('tab', { name: /^Webhooks/ }));
    first.focus();
    await page.user.keyboard('j');
    await heading('Between');
    expect(page.window.location.search).toContain('tab=webhooks');
    await page.press('Next (j)');
    await heading('To fifty');
    await page.user.keyboard('k');
    await heading('Between');
  });
});
