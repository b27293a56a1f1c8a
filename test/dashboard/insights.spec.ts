import { describe, expect, it } from '@jest/globals';
import { findingsOn } from './findings.js';
import { useApp } from './open-app.js';
import { mailId, sampleEmails, sampleInsights } from './samples/emails.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...sampleEmails() }));
const asked = `GET /dashboard-api/emails/${mailId}/insights`;
const requests = () => app.mock.requests.filter(({ name }) => name === asked).length;
const open = (path = `/emails/${mailId}`) => app.page.goto(`${app.mock.origin}/dashboard${path}`);
const openTab = () => app.page.getByRole('tab', { name: 'Insights' }).click();

describe('the insights of an email', () => {
  it('are asked for when their tab is opened, and again on request', async () => {
    await open();
    await app.page.getByText('Stamped by friends').waitFor();
    expect(requests()).toBe(0);
    await openTab();
    const summary = '2 checks need attention, 1 could be better, 1 could not be checked.';
    await app.page.getByText(summary).waitFor();
    expect(new URL(app.page.url()).search).toBe('?tab=insights');
    const [dmarc] = sampleInsights.findings;
    app.mock.answers[asked] = { status: 200, body: { ...sampleInsights, findings: [{ ...dmarc, group: 'passed' }] } };
    await app.page.getByRole('button', { name: 'Check again' }).click();
    await app.page.getByText('All checks passed.').waitFor();
    expect(requests()).toBe(2);
    expect(app.complaints).toEqual([]);
  });

  it('say what was seen, why it matters by whom, what to do, and where', async () => {
    await open(`/emails/${mailId}?tab=insights`);
    const rows = app.page.getByRole('list', { name: 'Findings' }).getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(4);
    const text = await rows.first().innerText();
    expect(text).toMatch(/DMARC record\s+Needs attention\s+There is no DMARC record[\s\S]*Why it matters: Gmail/);
    expect(text).toMatch(/What to do: Publish the TXT record/);
    const source = rows.first().getByRole('link', { name: 'RFC 7489 §6.6.3' });
    expect(await source.getAttribute('href')).toBe('https://www.rfc-editor.org/rfc/rfc7489#section-6.6.3');
    expect(await rows.nth(1).innerText()).toMatch(/Server setting: HELO_NAME/);
    await rows.first().getByRole('link', { name: 'Open the records' }).click();
    await app.page.waitForURL(/\/dashboard\/domains\/[0-9a-f-]{36}$/);
  });

  it('fold what passed away', async () => {
    await open(`/emails/${mailId}?tab=insights`);
    const heading = app.page.getByRole('heading', { name: '2 checks passed' });
    await heading.waitFor();
    const passed = app.page.getByText('A plain-text part is included');
    expect(await passed.isVisible()).toBe(false);
    await heading.click();
    await passed.waitFor();
    expect(await findingsOn(app.page)).toEqual([]);
  });

  it('say nothing about an email that was erased', async () => {
    app.mock.answers[asked] = { status: 200, body: { ...sampleInsights, erased: true, findings: [] } };
    await open(`/emails/${mailId}?tab=insights`);
    await app.page.getByText('This email was erased, so nothing can be checked.').waitFor();
    expect(await app.page.getByRole('button', { name: 'Check again' }).count()).toBe(0);
  });
});
