import { describe, expect, it } from '@jest/globals';
import { usePage } from './open-page.js';
import { someMails, welcomeId } from './sample-mails.js';

const at = usePage(someMails);
const section = (name: string) => at.page.getByRole('region', { name });
const mailPath = `/emails/${welcomeId}`;

const asScheduled = (scheduledAt: string): object => ({
  ...someMails[mailPath],
  last_event: 'scheduled',
  scheduled_at: scheduledAt,
});
const error = (status: number, name: string, message: string) => ({
  status,
  body: { statusCode: status, name, message },
});

describe('a scheduled mail', () => {
  it('says when it leaves, and leaves at another time when asked to', async () => {
    at.posthorn.answers[mailPath] = asScheduled('2026-08-05 11:52:01.000000+00');
    at.posthorn.others[`PATCH ${mailPath}`] = { status: 200, body: { object: 'email', id: welcomeId } };
    await at.open(`#${mailPath}`);
    await section('Schedule').getByText('Leaves 5 August 2026 at 11:52:01 UTC').waitFor();
    await section('Schedule').getByLabel('New time').fill('tomorrow at 9am');
    await section('Schedule').getByLabel('New time').press('Enter');
    await section('Schedule').getByText('Rescheduled.').waitFor();
    expect(at.posthorn.sent.map((body) => JSON.parse(body) as unknown)).toEqual([{ scheduled_at: 'tomorrow at 9am' }]);
    at.posthorn.answers[mailPath] = asScheduled('2026-08-06 09:00:00.000000+00');
    await section('Schedule').getByText('Leaves 6 August 2026 at 09:00:00 UTC').waitFor();
    expect(at.complaints).toEqual([]);
  });

  it('tells why it was not rescheduled, and keeps what was typed', async () => {
    at.posthorn.answers[mailPath] = asScheduled('2026-08-05 11:52:01.000000+00');
    at.posthorn.others[`PATCH ${mailPath}`] = error(422, 'validation_error', 'It lies in the past.');
    await at.open(`#${mailPath}`);
    await section('Schedule').getByLabel('New time').fill('yesterday at 9am');
    await section('Schedule').getByRole('button', { name: 'Reschedule' }).click();
    await at.page.getByRole('alert').filter({ hasText: 'It lies in the past.' }).waitFor();
    expect(await section('Schedule').getByLabel('New time').inputValue()).toBe('yesterday at 9am');
  });

  it('is canceled only when that is said twice', async () => {
    at.posthorn.answers[mailPath] = asScheduled('2026-08-05 11:52:01.000000+00');
    at.posthorn.others[`POST ${mailPath}/cancel`] = { status: 200, body: { object: 'email', id: welcomeId } };
    await at.open(`#${mailPath}`);
    await section('Schedule').getByRole('button', { name: 'Cancel this mail …' }).click();
    await section('Schedule').getByRole('button', { name: 'Keep it' }).click();
    await section('Schedule').getByRole('button', { name: 'Cancel this mail …' }).click();
    expect(at.posthorn.sent).toEqual([]);
    const canceled = at.page.waitForResponse((response) => response.url().endsWith('/cancel'));
    await section('Schedule').getByRole('button', { name: 'Cancel this mail for good' }).click();
    await canceled;
    at.posthorn.answers[mailPath] = { ...someMails[mailPath], last_event: 'canceled' };
    await section('Schedule').waitFor({ state: 'detached' });
    expect(at.posthorn.sent).toEqual(['{}']);
  });

  it('that could not be canceled, because too much was asked, says how long to wait', async () => {
    at.posthorn.answers[mailPath] = asScheduled('2026-08-05 11:52:01.000000+00');
    at.posthorn.others[`POST ${mailPath}/cancel`] = {
      ...error(429, 'rate_limit_exceeded', 'Too many requests.'),
      headers: { 'retry-after': '3' },
    };
    await at.open(`#${mailPath}`);
    await section('Schedule').getByRole('button', { name: 'Cancel this mail …' }).click();
    await section('Schedule').getByRole('button', { name: 'Cancel this mail for good' }).click();
    await at.page.getByRole('alert').filter({ hasText: 'Too many requests. Try again in 3 s.' }).waitFor();
  });
});

describe('sharing a mail', () => {
  const shareId = '0198c0de-0000-7000-8000-0000000000e1';
  const made = (url: string) => ({ status: 200, body: { object: 'email', id: welcomeId, share_id: shareId, url } });

  it('makes a link that can be copied, and says until when it works', async () => {
    const url = `https://posthorn.test/share/${welcomeId}?expires=1785931200&signature=abc`;
    at.posthorn.others[`POST ${mailPath}/share`] = made(url);
    await at.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await at.open(`#${mailPath}`);
    await section('Share').getByLabel('Works for').selectOption('24 hours');
    await section('Share').getByRole('button', { name: 'Create link' }).click();
    expect(await section('Share').getByLabel('Link to this mail').inputValue()).toBe(url);
    await section('Share').getByText('Works until 5 August 2026').waitFor();
    await section('Share').getByRole('button', { name: 'Copy link' }).click();
    await section('Share').getByText('Copied').waitFor();
    expect(await at.page.evaluate('navigator.clipboard.readText()')).toBe(url);
    expect(at.posthorn.sent).toEqual(['{"expires_in":"24 hours"}']);
  });

  it('revokes the link that was just made, and says why it could not', async () => {
    at.posthorn.others[`POST ${mailPath}/share`] = made(`https://posthorn.test/share/${welcomeId}?share=${shareId}`);
    const path = `DELETE ${mailPath}/share/${shareId}`;
    at.posthorn.others[path] = error(503, 'application_error', 'Not right now.');
    await at.open(`#${mailPath}`);
    await section('Share').getByRole('button', { name: 'Create link' }).click();
    await section('Share').getByRole('button', { name: 'Revoke link' }).click();
    await at.page.getByRole('alert').filter({ hasText: 'Not right now.' }).waitFor();
    const body = { object: 'email', id: welcomeId, share_id: shareId, revoked: true };
    at.posthorn.others[path] = { status: 200, body };
    await section('Share').getByRole('button', { name: 'Revoke link' }).click();
    await section('Share').getByText('Revoked: the link opens nothing any more.').waitFor();
    expect(await section('Share').getByLabel('Link to this mail').count()).toBe(0);
  });
});

describe('attachments', () => {
  it('are named as text, and downloaded from this very server', async () => {
    const path = `/emails/${welcomeId}/attachments/0198c0de-0000-7000-8000-0000000000a1/download?expires=1&signature=abc`;
    at.posthorn.answers[`${mailPath}/attachments?limit=100`] = {
      object: 'list',
      has_more: false,
      data: [
        {
          id: '0198c0de-0000-7000-8000-0000000000a1',
          filename: '<img src=x onerror="fetch(\'/ran?name\')">.pdf',
          content_type: 'application/pdf',
          content_disposition: 'attachment',
          size: 12_345,
          download_url: `https://mail.posthorn.test${path}`,
        },
      ],
    };
    await at.open(`#${mailPath}`);
    const files = section('Attachments').getByRole('listitem');
    await files.getByText('application/pdf, 12.3 kB').waitFor();
    expect(await files.innerText()).toContain('<img src=x onerror=');
    expect(await files.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(path);
    expect(at.posthorn.requests.filter((request) => request.includes('/ran'))).toEqual([]);
  });
});

describe('a scheduled mail on a narrow screen', () => {
  it('fits 360 px', async () => {
    at.posthorn.answers[mailPath] = asScheduled('2026-08-05 11:52:01.000000+00');
    await at.page.setViewportSize({ width: 360, height: 800 });
    await at.open(`#${mailPath}`);
    await section('Schedule').getByRole('button', { name: 'Cancel this mail …' }).click();
    expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
