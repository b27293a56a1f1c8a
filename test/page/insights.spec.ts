import { describe, expect, it } from '@jest/globals';
import { mailId, sampleEmails, sampleInsights } from '../dashboard/samples/emails.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...sampleEmails() }));
const asked = `GET /dashboard-api/emails/${mailId}/insights`;
const open = (tab = '') => page.open(`/emails/${mailId}${tab}`);

describe('the insights of an email', () => {
  it('are asked for when their tab is opened, and again on request', async () => {
    open();
    await page.screen.findByText(/Stamped by friends/);
    expect(page.asked(asked)).toEqual([]);
    await page.user.click(page.screen.getByRole('tab', { name: /^Insights/ }));
    await page.screen.findByText('2 checks need attention, 1 could be better, 1 could not be checked.');
    expect(page.window.location.search).toBe('?tab=insights');
    const [dmarc] = sampleInsights.findings;
    page.mock.answers[asked] = { status: 200, body: { ...sampleInsights, findings: [{ ...dmarc, group: 'passed' }] } };
    await page.press('Check again');
    await page.screen.findByText('All checks passed.');
    expect(page.asked(asked)).toHaveLength(2);
  });

  it('say what was seen, why it matters by whom, what to do, and where', async () => {
    open('?tab=insights');
    const rows = screenOf(await page.screen.findByRole('list', { name: 'Findings' })).getAllByRole('listitem');
    expect(rows).toHaveLength(4);
    const text = textOf(rows[0]!);
    expect(text).toMatch(/DMARC record\s+Needs attention\s+There is no DMARC record.*Why it matters: Gmail/);
    expect(text).toMatch(/What to do: Publish the TXT record/);
    const first = screenOf(rows[0]!);
    const source = first.getByRole('link', { name: 'RFC 7489 §6.6.3' });
    expect(source.getAttribute('href')).toBe('https://www.rfc-editor.org/rfc/rfc7489#section-6.6.3');
    expect(textOf(rows[1]!)).toMatch(/Server setting: HELO_NAME/);
    await page.user.click(first.getByRole('link', { name: 'Open the records' }));
    await page.until(() => expect(page.window.location.pathname).toMatch(/^\/dashboard\/domains\/[0-9a-f-]{36}$/));
  });

  it('say nothing about an email that was erased', async () => {
    page.mock.answers[asked] = { status: 200, body: { ...sampleInsights, erased: true, findings: [] } };
    open('?tab=insights');
    await page.screen.findByText('This email was erased, so nothing can be checked.');
    expect(page.screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  });
});
