import { describe, expect, it } from '@jest/globals';
import { usePage } from './open-page.js';
import { someMails, welcomeId } from './sample-mails.js';

const line = {
  domain: 'late.example.net',
  due: 0,
  waiting: 1_204,
  in_attempt: 0,
  next_at: new Date(Date.now() + 3 * 3_600_000 + 1_800_000).toISOString(),
  last_reply: '451 4.7.1 at rcpt',
  paused: null,
  first_email_id: welcomeId,
};
const paused = {
  ...line,
  domain: 'a-rather-long-name-of-a-department.university.example.org',
  waiting: 0,
  due: 12,
  last_reply: null,
  paused: { until: '2026-03-05T10:00:00.000Z', reason: 'they asked for a break over the weekend' },
};
const sending = { ...line, domain: 'busy.example.com', due: 3, waiting: 2, in_attempt: 1, last_reply: null };
const erased = { ...line, domain: null, waiting: 2, last_reply: null };
const queueOf = (complete: boolean, ...data: readonly object[]) => ({ object: 'queue', complete, data });
const path = '/dashboard-api/queue';
const at = usePage({ ...someMails, [path]: queueOf(true, line, paused, sending, erased) });
const rows = () => at.page.getByRole('list', { name: 'Waiting mail by domain' }).getByRole('listitem');

describe('the queue page', () => {
  it('shows what waits for which domain, why, and how it stands', async () => {
    await at.open('#/emails');
    await at.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Queue' }).click();
    await at.page.getByRole('heading', { name: 'Queue' }).waitFor();
    await rows().nth(3).waitFor();
    expect(await rows().nth(0).innerText()).toMatch(
      /Delayed\s+late\.example\.net\s+1,204 waiting\s+in 3 h\s+Last reply: 451 4\.7\.1 at rcpt/,
    );
    expect(await rows().nth(1).innerText()).toMatch(
      /Paused\s+\S+\.example\.org\s+12 due\s+Paused until 5 March 2026 at 10:00:00 UTC.*: they asked for a break/,
    );
    expect(await rows().nth(2).innerText()).toMatch(/Sending\s+busy\.example\.com\s+1 being sent, 3 due, 2 waiting/);
    expect(await rows().nth(3).innerText()).toMatch(/Waiting\s+an erased domain\s+2 waiting/);
    expect(at.complaints).toEqual([]);
  });

  it('leads to the mail whose turn is next, with the keyboard too', async () => {
    await at.open('#/queue');
    const link = rows().nth(0).getByRole('link');
    await link.focus();
    await at.page.keyboard.press('Enter');
    await at.page.waitForURL(new RegExp(`#/emails/${welcomeId}`));
  });

  it('follows the queue, and says where nothing waits', async () => {
    await at.open('#/queue');
    await rows().nth(3).waitFor();
    at.posthorn.answers[path] = queueOf(true);
    await at.page.getByText('Nothing waits.').waitFor();
    at.posthorn.answers[path] = queueOf(false, line);
    await at.page.getByText('More waits than is counted here').waitFor();
  });

  it('keeps what it had where the server cannot say', async () => {
    await at.open('#/queue');
    await rows().nth(3).waitFor();
    const message = 'A disk or an engine cannot be read.';
    at.posthorn.others['GET /queue'] = {
      status: 503,
      headers: { 'retry-after': '1' },
      body: { statusCode: 503, name: 'service_unavailable', message },
    };
    await at.page.getByRole('status').filter({ hasText: message }).waitFor();
    expect(await rows().count()).toBe(4);
  });

  it.each([
    ['light', 1280],
    ['light', 390],
    ['dark', 1280],
    ['dark', 390],
  ] as const)('fits, %s and %d px wide', async (colorScheme, width) => {
    await at.page.emulateMedia({ colorScheme });
    await at.page.setViewportSize({ width, height: 800 });
    await at.open('#/queue');
    await rows().nth(3).waitFor();
    expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    if (process.env.SCREENSHOTS !== undefined) {
      await at.page.screenshot({ path: `${process.env.SCREENSHOTS}/queue-${colorScheme}-${width}.png` });
    }
  });
});
