import { describe, expect, it } from '@jest/globals';
import {
  bouncedId,
  mailId,
  manyId,
  sampleEmails,
  sampleMany,
  sampleOverview,
  sampleSuppression,
  suppressionId,
} from '../dashboard/samples/emails.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...sampleEmails() }));
const ok = (body: object) => ({ status: 200, body });
const listOf = (...data: object[]) => ({ object: 'list', has_more: false, data });
const open = (id: string, tab = '') => page.open(`/emails/${id}${tab}`);
/** With a clock that the test moves. */
const openInTime = (id: string) => page.open(`/emails/${id}`, { now: new Date() });
const timeline = () => textOf(page.screen.getByRole('region', { name: 'Timeline' }));
const overviews = (id: string) => page.asked(`GET /dashboard-api/emails/${id}/overview`).length;
/** What the page begins with. */
const answer = async () => (await page.screen.findAllByRole('note'))[0]!;
const lookMs = 10_000;

describe('one email', () => {
  it('tells what happened in sentences, with names', async () => {
    openInTime(mailId);
    await page.screen.findAllByText(/API key “Shop, production”/);
    const told = timeline();
    expect(told).toContain('Accepted from API key “Shop, production” for 1 recipient');
    expect(told).toContain(
      'The mailbox is full. gmail-smtp-in.l.google.com temporarily deferred it: 452 4.2.2 Mailbox full',
    );
    expect(told).toContain('Next attempt was scheduled for');
    expect(told).toContain('Delivered to gmail-smtp-in.l.google.com: 250 2.0.0 OK');
    // How it was encrypted is in the conversation.
    expect(told).not.toContain('TLS');
    expect(told).toContain('Stamped by friends');
    expect(told).toContain('Likely a person.');
    expect(told).toContain('Clicked: https://shop.example.com/help');
    expect(told).toContain('2 automated hits, not counted as opens or clicks');
    expect(told).not.toContain('Apple Mail Privacy Protection');
    expect(told).not.toMatch(/recipient 0|EmailDelivered/);
    // Nothing moves any more, so nothing is asked again.
    await page.clock.pass(3 * lookMs);
    expect(page.asked(`GET /dashboard-api/emails/${mailId}/`)).toHaveLength(1);
  });

  it('counts many recipients, and finds one of them', async () => {
    open(manyId);
    await page.screen.findByRole('button', { name: '48 delivered' });
    expect(timeline()).toContain('Delivered to 48 recipients');
    expect(timeline()).toMatch(/550 5\.1\.1 No such user\.\sLook for typos/);
    expect(timeline()).toMatch(/Next attempt in (1\d|20) s/);
    await page.press('1 bounced');
    await page.screen.findByRole('cell', { name: 'reader7@example.org' });
    expect(page.screen.getAllByRole('row')).toHaveLength(2);
    await page.press('1 bounced');
    await page.fill(page.screen.getByRole('searchbox', { name: 'Find a recipient' }), 'reader42');
    await page.screen.findByRole('cell', { name: 'reader42@example.org' });
  });

  it('says of many how many came to the worst, and of one how often it was tried', async () => {
    open(manyId);
    await page.screen.findByText('1 of 50 bounced');
    expect(textOf(await answer())).toMatch(/1 of 50 recipients bounced.*Others: 1 delayed, 48 delivered\./);
    open(bouncedId);
    await page.screen.findByText('Tried 4 times');
    await page.press('Show all 4');
    expect(timeline().match(/temporarily deferred it: 451 Later/g)).toHaveLength(4);
    expect(page.screen.getAllByText('Bounced')).toHaveLength(1);
  });

  it('opens with what happened, why, what follows and what to do', async () => {
    const entry = `DELETE /suppressions/${suppressionId}`;
    page.mock.answers[entry] = ok({ object: 'suppression', id: suppressionId, deleted: true });
    openInTime(bouncedId);
    const isSuppressed = /grace@example\.org is now suppressed: we won’t send to it again\./;
    await screenOf(await answer()).findByText(isSuppressed);
    const said = textOf(await answer());
    expect(said).toMatch(/^Bounced: this mailbox does not exist\s.*google\.com: 550 5\.1\.1 No such user/);
    expect(said).toContain('Check the address for typos.');
    const link = screenOf(await answer()).getByRole('link', { name: 'View suppression' });
    expect(link.getAttribute('href')).toBe('/dashboard/suppressions?address=grace%40example.org');
    await page.user.click(screenOf(await answer()).getByRole('link', { name: 'View SMTP conversation' }));
    const talk = await page.screen.findByRole('group', { name: 'With gmail-smtp-in.l.google.com' });
    expect(textOf(talk)).toContain('+34 ms < 550-5.1.1 No such');
    const marked = [...talk.querySelectorAll('[data-token="mark"]')].map(textOf);
    expect(marked).toEqual(['550-5.1.1 No such', '550 5.1.1 user']);
    await page.screen.findByText(/TLS 1\.3, AES, certificate not verified/);
    await page.press('Remove suppression of grace@example.org');
    await page.until(() => expect(page.screen.queryByText(isSuppressed)).toBeNull());
    page.mock.answers[`GET /dashboard-api/emails/${bouncedId}/suppressions`] = ok(listOf());
    await page.clock.pass(8_000);
    await page.screen.findByText('grace@example.org removed');
    expect(page.asked(entry)).toHaveLength(1);
  });

  it('says before it is sent again whom it will not reach', async () => {
    const resend = `POST /dashboard-api/emails/${manyId}/resend`;
    page.mock.answers[`GET /dashboard-api/emails/${manyId}/suppressions`] = ok(
      listOf({ ...sampleSuppression, email: 'reader7@example.org' }, { ...sampleSuppression, scope: 'bulk' }),
    );
    page.mock.answers[resend] = { status: 201, body: { id: mailId } };
    open(manyId);
    await page.press('Send again');
    const dialog = screenOf(await page.screen.findByRole('dialog'));
    await dialog.findByText('1 recipient is suppressed');
    await dialog.findByText('reader7@example.org');
    await page.press('Send to 49 recipients');
    await page.screen.findByRole('heading', { name: 'Your order' });
    expect(page.asked(resend)).toHaveLength(1);
  });

  it('says of a try that was due that it is due, and follows what is under way', async () => {
    openInTime(manyId);
    await page.screen.findAllByText(/Next attempt in/);
    await page.clock.pass(30_000);
    await page.screen.findAllByText(/Next attempt due now/);
    page.mock.answers[`GET /dashboard-api/emails/${manyId}/overview`] = ok({
      ...sampleMany(),
      recipients: sampleMany().recipients.map((each) => ({ ...each, status: 'delivered' })),
    });
    await page.clock.pass(lookMs);
    await page.screen.findByRole('button', { name: '50 delivered' });
    const looks = overviews(manyId);
    await page.clock.pass(3 * lookMs);
    expect(overviews(manyId)).toBe(looks);
  });

  it('says why each step happened, and how the mail stood then', async () => {
    const steps = sampleOverview().timeline;
    open(mailId, '?tab=why');
    await page.screen.findByRole('columnheader', { name: 'Caused by' });
    await page.screen.findByText('the API request was accepted');
    await page.screen.findByText('an event that is no longer kept');
    await page.user.click(page.screen.getByRole('button', { name: /^State after this: Accepted/ }));
    await page.until(() => expect(page.window.location.search).toMatch(/at=/));
    await page.screen.findByText(`after 1 of ${steps.length}`);
    expect(page.asked(`GET /dashboard-api/emails/${mailId}/history?at=`)).toHaveLength(1);
    expect(steps[0]?.type).toBe('EmailAccepted');
    await page.press('Back to now');
    await page.screen.findAllByText('Now');
  });

  it('offers no change to a reader', async () => {
    const answers = Object.entries(sampleAnswers('read-only')).map(([name, body]) => [name, ok(body)]);
    Object.assign(page.mock.answers, Object.fromEntries(answers));
    open(mailId);
    await page.screen.findByRole('heading', { name: 'Your order' });
    expect(page.screen.queryAllByRole('button', { name: /Send again|More|Reschedule/ })).toEqual([]);
  });
});
