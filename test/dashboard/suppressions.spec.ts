import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { usePage } from './open-page.js';
import { someMails, welcomeId } from './sample-mails.js';

const id = '4f0c2a9e-51b7-8c3d-9a44-0c1d2e3f4a5b';
const entry = {
  id,
  email: 'ann@example.com',
  origin: 'bounce',
  source_id: welcomeId,
  created_at: '2026-03-02 10:00:00.000000+00',
  scope: 'all',
  expires_at: '2026-04-01 10:00:00.000000+00',
};
const byHand = { ...entry, id: '9b7d1e20-6c3f-8a18-8f52-7d6e5c4b3a29', email: 'bob@example.com', origin: 'manual' };
const forBulk = { ...byHand, email: 'cid@example.com', source_id: null, expires_at: null, scope: 'bulk' };
const list = (...data: readonly object[]) => ({ object: 'list', has_more: false, data });
const all = '/suppressions?limit=20';
const mailPath = `/emails/${welcomeId}`;
const at = usePage({ ...someMails, [all]: list({ ...byHand, source_id: null, expires_at: null }, entry) });
const rows = () => at.page.getByRole('list', { name: 'Suppressed addresses, newest first' }).getByRole('listitem');

describe('the suppressions page', () => {
  it('lists who nothing is sent to, why and until when', async () => {
    await at.open('#/suppressions');
    await rows().nth(1).waitFor();
    expect(await rows().nth(0).innerText()).toContain('bob@example.com');
    expect(await rows().nth(0).innerText()).toContain('added by hand');
    expect(await rows().nth(1).innerText()).toContain('until 2026-04-01');
    expect(await rows().nth(1).getByRole('link', { name: 'mail bounced' }).getAttribute('href')).toBe(`#${mailPath}`);
    if (process.env.SCREENSHOTS !== undefined) {
      await at.page.screenshot({ path: `${process.env.SCREENSHOTS}/suppressions.png` });
    }
    expect(at.complaints).toEqual([]);
  });

  it('shows the entries of one reason', async () => {
    at.posthorn.answers['/suppressions?limit=20&origin=bounce'] = list(entry);
    await at.open('#/suppressions');
    await at.page.getByLabel('Reason').selectOption('mail bounced');
    await at.page.waitForURL(/origin=bounce/);
    await rows().filter({ hasText: 'bob@example.com' }).waitFor({ state: 'detached' });
    await rows().filter({ hasText: 'ann@example.com' }).waitFor();
    expect(await rows().count()).toBe(1);
  });

  it('adds an address, and says why one was not added', async () => {
    at.posthorn.others['POST /suppressions'] = { status: 201, body: { object: 'suppression', id } };
    await at.open('#/suppressions');
    await at.page.getByRole('textbox', { name: 'Address' }).fill('cid@example.com');
    await at.page.getByRole('button', { name: 'Add address' }).click();
    at.posthorn.answers[all] = list({ ...byHand, email: 'cid@example.com' });
    await rows().filter({ hasText: 'cid@example.com' }).waitFor();
    const sent = () => at.posthorn.sent.map((body) => JSON.parse(body) as unknown);
    expect(sent()).toEqual([{ email: 'cid@example.com', scope: 'all' }]);
    const message = 'Invalid `email` field. It must be an email address such as `email@example.com`.';
    const body = { statusCode: 422, name: 'validation_error', message };
    at.posthorn.others['POST /suppressions'] = { status: 422, body };
    await at.page.getByRole('textbox', { name: 'Address' }).fill('nobody');
    await at.page.getByRole('button', { name: 'Add address' }).click();
    await at.page.getByRole('alert').filter({ hasText: message }).waitFor();
  });

  it('keeps an address from bulk mail alone', async () => {
    at.posthorn.others['POST /suppressions'] = { status: 201, body: { object: 'suppression', id } };
    await at.open('#/suppressions');
    await at.page.getByRole('textbox', { name: 'Address' }).fill('cid@example.com');
    await at.page.getByLabel('Holds').selectOption('bulk mail only');
    await at.page.getByRole('button', { name: 'Add address' }).click();
    at.posthorn.answers[all] = list(forBulk);
    await rows().filter({ hasText: 'added by hand, bulk mail only' }).waitFor();
    expect(at.posthorn.sent.map((body) => JSON.parse(body) as unknown)).toEqual([
      { email: 'cid@example.com', scope: 'bulk' },
    ]);
  });

  it('removes an entry', async () => {
    at.posthorn.others[`DELETE /suppressions/${id}`] = {
      status: 200,
      body: { object: 'suppression', id, deleted: true },
    };
    await at.open('#/suppressions');
    await at.page.getByRole('button', { name: 'Remove ann@example.com' }).click();
    at.posthorn.answers[all] = list();
    await at.page.getByText('No address is suppressed.').waitFor();
    expect(at.posthorn.requests).toContain(`DELETE /suppressions/${id}`);
  });

  it('exports the list', async () => {
    await at.open('#/suppressions');
    const [download] = await Promise.all([
      at.page.waitForEvent('download'),
      at.page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('suppressions.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text.split('\r\n')).toEqual([
      'email,origin,source_id,created_at,expires_at,scope',
      '"bob@example.com","manual","","2026-03-02 10:00:00.000000+00","","all"',
      `"ann@example.com","bounce","${welcomeId}","2026-03-02 10:00:00.000000+00","2026-04-01 10:00:00.000000+00","all"`,
      '',
    ]);
  });
});

describe('the page of a mail that was not sent to who is on the list', () => {
  it('says why, and takes the address off the list', async () => {
    const key = encodeURIComponent(entry.email);
    at.posthorn.answers[mailPath] = {
      ...someMails[mailPath],
      last_event: 'suppressed',
      recipients: [{ address: entry.email, role: 'to', status: 'suppressed', reply: null, at: entry.created_at }],
    };
    at.posthorn.answers[`/suppressions/${key}`] = { object: 'suppression', ...entry };
    at.posthorn.others[`DELETE /suppressions/${key}`] = {
      status: 200,
      body: { object: 'suppression', id, deleted: true },
    };
    await at.open(`#${mailPath}`);
    await at.page.getByText('On the suppression list: mail bounced.').waitFor();
    if (process.env.SCREENSHOTS !== undefined) {
      await at.page.screenshot({ path: `${process.env.SCREENSHOTS}/suppressed-mail.png` });
    }
    await at.page.getByRole('button', { name: 'Take it off' }).click();
    await at.page.getByText('Not on the suppression list now.').waitFor();
    expect(at.posthorn.requests).toContain(`DELETE /suppressions/${key}`);
  });
});
