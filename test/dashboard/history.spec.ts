import { describe, expect, it } from '@jest/globals';
import { usePage } from './open-page.js';
import { keyId, sendLogId, someHistory, someLogs } from './sample-logs.js';
import { someMails, welcomeId } from './sample-mails.js';

const at = usePage({ ...someMails, ...someLogs, ...someHistory });
const section = (name: string) => at.page.getByRole('region', { name });
const events = () => section('Events').locator('.history > li');

describe('the history of a mail', () => {
  it('is a page of its own beside the mail, and tells who did what and by which request', async () => {
    await at.open(`#/emails/${welcomeId}`);
    await at.page.getByRole('link', { name: 'History' }).click();
    await events().nth(2).waitFor();
    await events().nth(0).getByText('API key “Shop”').waitFor();
    expect(await events().nth(0).innerText()).toMatch(/Accepted for 1 recipient: "Welcome"[\s\S]+10:15:00\.250/);
    expect(await events().nth(2).innerText()).toMatch(/Delivered to recipient 0[\s\S]+by system delivery, 31 ms later/);
    await events().nth(0).getByRole('link', { name: 'Request' }).click();
    await at.page.getByRole('heading', { level: 1, name: 'POST /emails' }).waitFor();
    expect(at.page.url()).toMatch(new RegExp(`#/logs/${sendLogId}$`));
    expect(at.complaints).toEqual([]);
  });

  it('says why: the chain of causes, and where it is not in the log any more', async () => {
    await at.open(`#/emails/${welcomeId}/history`);
    await events().nth(2).getByText('Why').click();
    const causes = events()
      .nth(2)
      .getByRole('list', { name: /followed from/ })
      .getByRole('listitem');
    await causes.nth(1).waitFor();
    expect(await causes.nth(0).innerText()).toContain('DeliveryAttemptStarted by API key “Shop”');
    expect(await causes.nth(1).innerText()).toContain('EmailAccepted by API key “Shop”');
    await events().nth(0).getByText('Why').click();
    await events().nth(0).getByText('an event that is not in the log any more').waitFor();
  });

  it('shows the state right after an event, picked or reached with the keyboard', async () => {
    await at.open(`#/emails/${welcomeId}/history`);
    const state = section('State');
    await state.locator('.state').getByText('Delivered').first().waitFor();
    await events().nth(0).getByRole('link', { name: 'State then' }).click();
    await state.getByText('Queued').first().waitFor();
    expect(at.page.url()).toContain('at=2026-03-04T10%3A15%3A00.250Z');
    const slider = at.page.getByRole('slider', { name: 'State at' });
    await slider.press('ArrowRight');
    await state.getByText('Sent').first().waitFor();
    expect(await slider.getAttribute('aria-valuetext')).toBe('after event 2 of 3, 2026-03-04T10:15:00.371Z');
    await slider.press('End');
    await state.getByText('250 2.0.0 OK').waitFor();
    expect(at.page.url()).toMatch(/history$/);
  });

  it('that is unknown is said to be so', async () => {
    await at.open('#/emails/nowhere/history');
    await at.page.getByRole('alert').filter({ hasText: 'Email not found' }).waitFor();
  });

  it('names a key that is gone by its id', async () => {
    at.posthorn.answers['/api-keys?limit=100'] = { object: 'list', has_more: false, data: [] };
    await at.open(`#/emails/${welcomeId}/history`);
    await events().nth(0).getByText(`API key ${keyId}`).waitFor();
  });

  it('fits 360 px', async () => {
    await at.page.setViewportSize({ width: 360, height: 800 });
    await at.open(`#/emails/${welcomeId}/history?at=2026-03-04T10:15:00.250Z`);
    await section('State').getByText('Queued').first().waitFor();
    expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
