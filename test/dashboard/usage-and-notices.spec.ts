import { describe, expect, it } from '@jest/globals';
import { usePage } from './open-page.js';
import { someMails } from './sample-mails.js';

const unlimited = 2_147_483_647;
const resetsAt = '2026-03-05 00:00:00.000000+00';
const period = (used: number, limit: number | null) => ({ used, limit, sent: used, received: 0, resets_at: resetsAt });
const usage = (daily: object, rateLimit: number): object => ({
  object: 'usage',
  emails: { daily, monthly: period(2_700, 3_000) },
  domains: { used: 1, limit: null },
  rate_limit: { limit: rateLimit, duration: '1s' },
});

const at = usePage({ ...someMails, '/usage': usage(period(100, 100), 5) });

describe('usage', () => {
  it('shows what is used of what, when it starts again, and what is full', async () => {
    await at.open('#/usage');
    const rows = at.page.getByRole('region', { name: 'Mails' }).getByRole('listitem');
    await rows.nth(0).getByText('100 of 100').first().waitFor();
    expect(await rows.nth(0).innerText()).toMatch(/Used up\. Starts again at 5 March 2026 at 00:00:00 UTC/);
    expect(await rows.nth(1).innerText()).toMatch(/2,700 of 3,000\s+Nearly used up\./);
    expect(await rows.nth(1).getByRole('meter').getAttribute('value')).toBe('2700');
    await at.page.getByText('The team may ask 5 times in 1s').waitFor();
  });

  it('says so where there is no limit', async () => {
    at.posthorn.answers['/usage'] = usage(period(7, null), unlimited);
    await at.open('#/usage');
    await at.page.getByText('7 used, no limit').waitFor();
    await at.page.getByText('as often as it likes').waitFor();
  });

  it('fits 360 px', async () => {
    await at.page.setViewportSize({ width: 360, height: 800 });
    await at.open('#/usage');
    await at.page.getByText('100 of 100').first().waitFor();
    expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});

describe('a server that is asked too much', () => {
  it('is asked again only after the time it named; what was there stays', async () => {
    await at.open('#/emails');
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
    at.posthorn.others['GET /emails?limit=20'] = {
      status: 429,
      headers: { 'retry-after': '4' },
      body: { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many requests.' },
    };
    await at.page.getByText('Too many requests. This page asks again in 4 s by itself.').waitFor();
    const refusedAt = Date.now();
    expect(await at.page.getByRole('link', { name: /Welcome/ }).isVisible()).toBe(true);
    delete at.posthorn.others['GET /emails?limit=20'];
    await at.page.getByText('Too many requests.').waitFor({ state: 'detached' });
    // The notice was seen a little after the answer came, so less than 4 s are left.
    expect(Date.now() - refusedAt).toBeGreaterThan(3_000);
  });
});

describe('after a restore', () => {
  it('every page says that delivery is held, until it is not', async () => {
    at.posthorn.answers['/dashboard-api/status'] = {
      object: 'status',
      delivery: { state: 'held', held_since: '2026-03-04T09:00:00.000Z' },
    };
    await at.open('#/usage');
    const banner = at.page.getByRole('status').filter({ hasText: 'Delivery is held after a restore' });
    await banner.waitFor();
    expect(await banner.innerText()).toContain('of 4 March 2026 at 09:00:00 UTC');
    expect(await banner.innerText()).toContain('posthorn resume');
    at.posthorn.answers['/dashboard-api/status'] = {
      object: 'status',
      delivery: { state: 'running', held_since: null },
    };
    await banner.waitFor({ state: 'detached' });
  });
});
