import { describe, expect, it } from '@jest/globals';
import { answers as audienceAnswers } from '../dashboard/samples/audience.js';
import { answers, draftBroadcast, scheduledBroadcast, sentBroadcast } from '../dashboard/samples/broadcasts.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...audienceAnswers(), ...answers() }));

describe('the list of broadcasts', () => {
  it('has what became of each, and more columns to add', async () => {
    page.open('/broadcasts');
    await page.screen.findByRole('row', { name: /Welcome to the new shop.*1,200.*53%.*10\.6%/ });
    await page.press('Columns');
    await page.user.click(await page.screen.findByRole('checkbox', { name: 'Delivered' }));
    await page.screen.findByRole('row', { name: /1,200.*97\.5%.*53%/ });
    expect(page.asked('GET /dashboard-api/broadcasts/counts').length).toBe(1);
  });

  it('is sorted by the server', async () => {
    page.open('/broadcasts');
    await page.press('Recipients');
    await page.untilAsked('GET /dashboard-api/broadcasts?sort=recipients&limit=50');
    await page.press('Recipients');
    await page.untilAsked('GET /dashboard-api/broadcasts?sort=-recipients&limit=50');
    const head = await page.screen.findByRole('columnheader', { name: 'Recipients' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
  });
});

describe('a broadcast', () => {
  const answer = (name: string, body: object) => (page.mock.answers[name] = { status: 200, body });

  it('that is scheduled says how it is edited, and gets another time', async () => {
    const send = `POST /dashboard-api/broadcasts/${scheduledBroadcast.id}/send`;
    answer(send, scheduledBroadcast);
    page.open(`/broadcasts/${scheduledBroadcast.id}`, { now: '2026-11-29T10:00:00Z' });
    await page.screen.findByText('Scheduled. Move it back to draft to edit it.');
    await page.press('Reschedule');
    const dialog = screenOf(await page.screen.findByRole('dialog'));
    const time = await dialog.findByLabelText<HTMLInputElement>('Time');
    expect(time.value).toBe('2026-12-01T09:00');
    await page.user.clear(time);
    await page.user.type(time, '2026-11-29T09:59');
    await page.press('Reschedule broadcast');
    await dialog.findByText('Enter a time in the future.');
    await page.user.clear(time);
    await page.user.type(time, '2026-12-02T10:30');
    await page.press('Reschedule broadcast');
    await page.screen.findByText('Broadcast rescheduled');
    expect(page.asked(send).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { scheduled_at: '2026-12-02T10:30:00.000Z' },
    ]);
  });

  it('that is sent now shows its results, whatever tab was open', async () => {
    const path = `/dashboard-api/broadcasts/${draftBroadcast.id}`;
    const review = { object: 'broadcast_review', blocks: false, findings: [] };
    answer(`POST ${path}/review`, { ...review, audience: { counted: 3, skipped: {}, conditions: [], exact: true } });
    answer(`POST ${path}/send`, draftBroadcast);
    const results = page.mock.answers[`GET /dashboard-api/broadcasts/${sentBroadcast.id}/results`];
    answer(`GET ${path}/results`, { ...results?.body, id: draftBroadcast.id });
    answer(`GET ${path}/recipients`, { object: 'list', has_more: false, data: [] });
    page.open(`/broadcasts/${draftBroadcast.id}?tab=ab-test`);
    await page.press('Review and send');
    await page.screen.findByText('Nothing to fix');
    answer(`GET ${path}`, { ...draftBroadcast, status: 'queued' });
    await page.press('Send now');
    await page.until(() =>
      expect(page.screen.getByRole('tab', { name: 'Results' }).getAttribute('aria-selected')).toBe('true'),
    );
  });
});

describe('a review', () => {
  it('parts what the writer can fix from what an admin can, each reason once, beside the row of an inbox', async () => {
    page.open(`/broadcasts/${draftBroadcast.id}?tab=settings`);
    await page.press('Review and send');
    const dialog = screenOf(await page.screen.findByRole('dialog'));
    const own = screenOf(await dialog.findByRole('list', { name: 'You can fix' }));
    expect(own.getAllByRole('listitem')).toHaveLength(2);
    const admins = await dialog.findByRole('list', { name: 'Your admin can fix (1)', hidden: true });
    expect(admins.textContent?.match(/Gmail requires it/g)).toHaveLength(1);
    expect(textOf(dialog.getByRole('group', { name: 'In the inbox' }))).toBe(
      'News News for you What is new in November',
    );
    await page.user.click(own.getByRole('button', { name: 'Open content' }));
    await page.until(() =>
      expect(page.screen.getByRole('tab', { name: 'Content' }).getAttribute('aria-selected')).toBe('true'),
    );
    expect(page.screen.queryByRole('dialog')).toBeNull();
    await page.press('Review and send');
    await page.press('Send test');
    await page.screen.findByRole('textbox', { name: /^To/ });
    const emails = ['019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3e01'];
    page.mock.answers[`POST /dashboard-api/broadcasts/${draftBroadcast.id}/test`] = { status: 200, body: { emails } };
    await page.press('Send test');
    await page.screen.findByText('Test email sent');
    await page.screen.findByRole('list', { name: 'You can fix' });
  });
});

describe('what a review finds', () => {
  const reviewed = `POST /dashboard-api/broadcasts/${draftBroadcast.id}/review`;
  const finding = (seen: string, part: string) => ({
    ...{ name: 'preheader', blocks: false, seen, why: '', do: 'Write one.', fixed_by: 'writer', variant: null },
    place: { part, line: null, column: null },
  });
  const review = { object: 'broadcast_review', blocks: false, audience: null };

  it('leads to the setting that it is about', async () => {
    const findings = [finding('There is no preview text.', 'preview_text')];
    page.mock.answers[reviewed] = { status: 200, body: { ...review, findings } };
    page.open(`/broadcasts/${draftBroadcast.id}?tab=content`);
    await page.press('Review and send');
    await page.press('Open settings');
    const field = await page.screen.findByRole('textbox', { name: 'Preview text' });
    await page.until(() => expect(page.window.document.activeElement).toBe(field));
    expect(page.window.location.search).toBe('?tab=settings');
  });

  it('is one entry with its places where the remedy is the same', async () => {
    const findings = ['First image.', 'Second image.'].map((seen) => finding(seen, 'html'));
    page.mock.answers[reviewed] = { status: 200, body: { ...review, findings } };
    page.open(`/broadcasts/${draftBroadcast.id}`);
    await page.press('Review and send');
    const list = await page.screen.findByRole('list', { name: 'You can fix' });
    await page.until(() => expect(list.textContent).toMatch(/First image.*Second image.*Write one\.$/));
    expect(list.textContent?.match(/Write one/g)).toHaveLength(1);
  });

  it('is there before links and audience are checked, and is not sent until then', async () => {
    const findings = [finding('There is no subject.', 'subject')];
    let checked = (): void => undefined;
    const after = new Promise<void>((resolve) => (checked = resolve));
    page.mock.answers[`${reviewed}?quick=true`] = { status: 200, body: { ...review, findings } };
    page.mock.answers[reviewed] = { status: 200, body: { ...review, findings: [] }, after };
    page.open(`/broadcasts/${draftBroadcast.id}`);
    await page.press('Review and send');
    await page.screen.findByText('There is no subject.');
    page.screen.getByText('Checking links, domain and audience…');
    const send = page.screen.getByRole<HTMLButtonElement>('button', { name: 'Send now' });
    expect(send.disabled).toBe(true);
    checked();
    await page.screen.findByText('Nothing to fix');
    expect(send.disabled).toBe(false);
  });
});

describe('a subject', () => {
  it('takes a merge tag at the caret, by what people call it, with its fallback', async () => {
    page.open('/broadcasts/019a3f5e-7c1a-7d30-9c4b-8b1d0f2a4d41?tab=settings');
    const subject = await page.screen.findByRole('textbox', { name: 'Subject' });
    await page.fill(subject, 'Hello !');
    await page.user.keyboard('{ArrowLeft}');
    await page.press('Insert merge tag: Subject');
    await page.user.selectOptions(await page.screen.findByRole('combobox', { name: 'Value' }), 'First name');
    await page.user.type(await page.screen.findByRole('textbox', { name: 'Fallback' }), 'friend{Enter}');
    await page.until(() => expect((subject as HTMLInputElement).value).toBe('Hello {{{FIRST_NAME|friend}}}!'));
    await page.until(() => expect(page.window.document.activeElement).toBe(subject));
    await page.user.keyboard(' and all');
    expect((subject as HTMLInputElement).value).toBe('Hello {{{FIRST_NAME|friend}}} and all!');
  });
});
