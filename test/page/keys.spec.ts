import { describe, expect, it } from '@jest/globals';
import { sampleAnswers, sampleKeys, type SampleRole } from '../dashboard/samples/people.js';
import { usePage } from './use-page.js';

const page = usePage(() => sampleAnswers());
const token = 're_0123456789abcdefghijklmn';
const created = { status: 201, body: { object: 'api_key', id: 'x', token } };
const open = () => page.open('/api-keys');
const field = (name: string) => page.screen.findByLabelText<HTMLInputElement>(name);
const nameField = () => page.screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
const row = (name: RegExp) => page.screen.findByRole('row', { name });
const untilClosed = () => page.until(() => expect(page.screen.queryByRole('dialog')).toBeNull());
const bodyOf = (name: string) => JSON.parse(page.asked(name)[0]?.body ?? 'null') as Record<string, string>;
const reports = { name: 'Reports' };

async function create(): Promise<void> {
  await page.press('Create API key');
  await page.fill(await nameField(), 'Shop');
  await page.press('Create');
}

/** From the menu of a row. */
async function act(name: string, label: string): Promise<void> {
  await page.press(`Actions: ${name}`);
  await page.user.click(await page.screen.findByRole('menuitem', { name: label }));
}

describe('API keys', () => {
  it('are created with what was chosen, and the token is seen once', async () => {
    page.mock.answers['POST /api-keys'] = created;
    open();
    await page.press('Create API key');
    await page.fill(await nameField(), 'Reports');
    expect(page.window.location.search).toContain('create=true');
    await page.user.selectOptions(await field('Permission'), 'read_only');
    await page.user.selectOptions(await field('Expires'), '30');
    await page.press('Create');
    expect((await field('Token')).value).toBe(token);
    const body = bodyOf('POST /api-keys');
    expect(body).toMatchObject({ name: 'Reports', permission: 'read_only' });
    const days = (new Date(body['expires_at'] ?? 0).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(page.asked('POST /api-keys')[0]?.csrf).toBe('token-of-the-session');
    await page.press('I’ve saved it');
    await untilClosed();
    open();
    await row(/Shop, production/);
    expect(page.window.document.documentElement.outerHTML).not.toContain(token);
  });

  it('are told apart by the beginning of their token, by their creator and by what they may do', async () => {
    open();
    await row(/Shop, production.*re_Qww….*by Ada Example/);
    await row(/Reports.*\bRotated\b/);
    await row(/Old deployment.*Full access/);
    await act('Shop, production', 'View emails sent with Shop, production');
    await page.until(() => expect(page.window.location.href).toMatch(/emails\?api_key=/));
  });

  it('are renamed, and rotated with a time for both tokens', async () => {
    const [{ id = '' } = {}] = sampleKeys.data as { id: string }[];
    page.mock.answers[`PATCH /api-keys/${id}`] = { status: 200, body: { object: 'api_key', id } };
    page.mock.answers[`POST /dashboard-api/api-keys/${id}/rotate`] = created;
    open();
    await act('Shop, production', 'Edit: Shop, production');
    await page.fill(await nameField(), 'Till');
    await page.press('Save');
    await page.screen.findByText('API key renamed');
    expect(bodyOf('PATCH')).toEqual({ name: 'Till' });
    await act('Shop, production', 'Rotate Shop, production');
    await page.user.selectOptions(await field('Keep the current token valid for'), '168');
    await page.press('Create new token');
    expect((await field('Token')).value).toBe(token);
    expect(bodyOf(`POST /dashboard-api/api-keys/${id}/rotate`)).toEqual({ overlap_hours: 168 });
    await page.press('I’ve saved it');
    await untilClosed();
    // One that was rotated, or has expired, is not rotated again.
    await page.press('Actions: Reports');
    await page.screen.findByRole('menuitem', { name: 'Revoke Reports' });
    expect(page.screen.queryByRole('menuitem', { name: 'Rotate Reports' })).toBeNull();
  });

  it('are not lost by Esc or the cross while the token was not copied', async () => {
    page.mock.answers['POST /api-keys'] = created;
    open();
    await create();
    await field('Token');
    for (const leave of [() => page.user.keyboard('{Escape}'), () => page.press('Close')]) {
      await leave();
      await page.screen.findByText(/^Close without copying the token\?/);
      await page.press('Keep open');
      expect((await field('Token')).value).toBe(token);
    }
    await page.press('Copy: Token');
    await page.screen.findByText('Copied');
    await page.user.keyboard('{Escape}');
    await untilClosed();
  });

  it('say at its field what the server refuses, in words for people', async () => {
    const message = 'Invalid `name` field. It must have 1 to 50 characters.';
    page.mock.answers['POST /api-keys'] = { status: 422, body: { name: 'validation_error', message } };
    open();
    await create();
    await page.screen.findByText('It must have 1 to 50 characters.');
    expect((await nameField()).getAttribute('aria-invalid')).toBe('true');
  });

  it('come back when a revocation is undone, and nothing was asked', async () => {
    open();
    await act('Reports', 'Revoke Reports');
    await page.until(() => expect(page.screen.queryByRole('cell', reports)).toBeNull());
    await page.press('Undo');
    await page.screen.findByRole('cell', reports);
    expect(page.asked('DELETE')).toEqual([]);
  });

  it('come back when the server does not revoke them', async () => {
    page.open('/api-keys', { now: new Date() });
    await act('Reports', 'Revoke Reports');
    await page.until(() => expect(page.screen.queryByRole('cell', reports)).toBeNull());
    await page.clock.pass(10_000);
    await page.screen.findByText('Request failed');
    await page.screen.findByRole('cell', reports);
  });

  it.each<SampleRole>(['member', 'read-only'])('are not offered to change to the role %s', async (role) => {
    const { 'GET /dashboard-api/session': body } = sampleAnswers(role);
    page.mock.answers['GET /dashboard-api/session'] = { status: 200, body: body ?? {} };
    open();
    await row(/Shop, production/);
    expect(page.screen.queryByRole('button', { name: 'Create API key' })).toBeNull();
    await page.press('Actions: Reports');
    await page.screen.findByRole('menuitem', { name: 'View emails sent with Reports' });
    expect(page.screen.queryAllByRole('menuitem', { name: /Revoke|Rotate|Edit/ })).toEqual([]);
  });
});
