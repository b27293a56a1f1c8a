import { describe, expect, it } from '@jest/globals';
import { plainHost, useApp } from './open-app.js';
import { sampleAnswers, sampleKeys, type SampleRole } from './samples/people.js';

const app = useApp(() => sampleAnswers());
const keys = '/dashboard/api-keys';
const token = 're_0123456789abcdefghijklmn';
const created = { status: 201, body: { object: 'api_key', id: 'x', token } };
const asked = (name: string) => app.mock.requests.filter((request) => request.name.startsWith(name));

async function create(): Promise<void> {
  await app.page.getByRole('button', { name: 'Create API key' }).click();
  await app.page.getByRole('textbox', { name: 'Name' }).fill('Shop');
  await app.page.getByRole('button', { name: 'Create', exact: true }).click();
}

/** From the menu of a row. */
async function act(name: string, label: string): Promise<void> {
  await app.page.getByRole('button', { name: `Actions: ${name}` }).click();
  await app.page.getByRole('menuitem', { name: label }).click();
}

describe('API keys', () => {
  it('are created with what was chosen, and the token is seen once', async () => {
    app.mock.answers['POST /api-keys'] = created;
    await app.page.goto(app.mock.origin + keys);
    await app.page.getByRole('button', { name: 'Create API key' }).click();
    expect(app.page.url()).toContain('create=true');
    await app.page.getByRole('textbox', { name: 'Name' }).fill('Reports');
    await app.page.getByLabel('Permission').selectOption('read_only');
    await app.page.getByLabel('Expires').selectOption('30');
    await app.page.getByRole('button', { name: 'Create', exact: true }).click();
    expect(await app.page.getByLabel('Token', { exact: true }).inputValue()).toBe(token);
    const [request] = asked('POST /api-keys');
    const body = JSON.parse(request?.body ?? '') as Record<string, string>;
    expect(body).toMatchObject({ name: 'Reports', permission: 'read_only' });
    const days = (new Date(body['expires_at'] ?? 0).getTime() - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(request?.csrf).toBe('token-of-the-session');
    await app.page.getByRole('button', { name: 'I’ve saved it' }).click();
    await app.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await app.page.reload();
    await app.page.getByText('Shop, production').waitFor();
    expect(await app.page.content()).not.toContain(token);
  });

  it('are told apart by the beginning of their token, by their creator and by what they may do', async () => {
    await app.page.goto(app.mock.origin + keys);
    const row = (name: string) => app.page.getByRole('row').filter({ hasText: name });
    await row('Shop, production').getByText('re_Qww…').waitFor();
    await row('Shop, production').getByText('by Ada Example').waitFor();
    await row('Reports').getByText('Rotated', { exact: true }).waitFor();
    await row('Old deployment').getByText('Full access').waitFor();
    await act('Shop, production', 'View emails sent with Shop, production');
    await app.page.waitForURL(/emails\?api_key=/);
  });

  it('are renamed, and rotated with a time for both tokens', async () => {
    const [{ id = '' } = {}] = sampleKeys.data as { id: string }[];
    app.mock.answers[`PATCH /api-keys/${id}`] = { status: 200, body: { object: 'api_key', id } };
    app.mock.answers[`POST /dashboard-api/api-keys/${id}/rotate`] = created;
    await app.page.goto(app.mock.origin + keys);
    await act('Shop, production', 'Edit: Shop, production');
    await app.page.getByRole('textbox', { name: 'Name' }).fill('Till');
    await app.page.getByRole('button', { name: 'Save' }).click();
    await app.page.getByText('API key renamed').waitFor();
    expect(JSON.parse(asked('PATCH')[0]?.body ?? '')).toEqual({ name: 'Till' });
    await act('Shop, production', 'Rotate Shop, production');
    await app.page.getByLabel('Keep the current token valid for').selectOption('168');
    await app.page.getByRole('button', { name: 'Create new token' }).click();
    expect(await app.page.getByLabel('Token', { exact: true }).inputValue()).toBe(token);
    expect(JSON.parse(asked(`POST /dashboard-api/api-keys/${id}/rotate`)[0]?.body ?? '')).toEqual({
      overlap_hours: 168,
    });
    await app.page.getByRole('button', { name: 'I’ve saved it' }).click();
    await app.page.getByRole('dialog').waitFor({ state: 'detached' });
    // One that was rotated, or has expired, is not rotated again.
    await app.page.getByRole('button', { name: 'Actions: Reports' }).click();
    await app.page.getByRole('menuitem', { name: 'Revoke Reports' }).waitFor();
    expect(await app.page.getByRole('menuitem', { name: 'Rotate Reports' }).count()).toBe(0);
  });

  it('are not lost by Esc or the cross while the token was not copied', async () => {
    app.mock.answers['POST /api-keys'] = created;
    await app.page.goto(app.mock.origin + keys);
    await create();
    const field = app.page.getByLabel('Token', { exact: true });
    await field.waitFor();
    for (const leave of [
      () => app.page.keyboard.press('Escape'),
      () => app.page.getByRole('button', { name: 'Close', exact: true }).click(),
    ]) {
      await leave();
      await app.page.getByText('Close without copying the token?').waitFor();
      await app.page.getByRole('button', { name: 'Keep open' }).click();
      expect(await field.inputValue()).toBe(token);
    }
    await app.page.getByRole('button', { name: 'Copy: Token' }).click();
    await app.page.getByText('Copied').waitFor();
    await app.page.keyboard.press('Escape');
    await app.page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('are copied where the browser keeps the clipboard shut', async () => {
    app.mock.answers['POST /api-keys'] = created;
    const origin = new URL(app.mock.origin);
    origin.hostname = plainHost;
    await app.page.goto(new URL(keys, origin).href);
    expect(await app.page.evaluate('window.isSecureContext')).toBe(false);
    await create();
    await app.page.getByRole('button', { name: 'Copy: Token' }).click();
    await app.page.getByText('Copied').waitFor();
    await app.page.getByRole('button', { name: 'I’ve saved it' }).click();
    await app.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await app.page.keyboard.press('Control+k');
    await app.page.getByRole('textbox', { name: 'Search' }).press('Control+v');
    expect(await app.page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe(token);
  });

  it('say at its field what the server refuses, in words for people', async () => {
    const message = 'Invalid `name` field. It must have 1 to 50 characters.';
    app.mock.answers['POST /api-keys'] = { status: 422, body: { name: 'validation_error', message } };
    await app.page.goto(app.mock.origin + keys);
    await create();
    await app.page.getByText('It must have 1 to 50 characters.', { exact: true }).waitFor();
    expect(await app.page.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true');
  });

  it('come back when a revocation is undone, and nothing was asked', async () => {
    await app.page.goto(app.mock.origin + keys);
    await act('Reports', 'Revoke Reports');
    await app.page.getByRole('cell', { name: 'Reports', exact: true }).waitFor({ state: 'detached' });
    const undo = app.page.getByRole('button', { name: 'Undo' });
    // Beside a name of any length it is as wide as its word.
    const isWhole = (label: { readonly scrollWidth: number; readonly clientWidth: number }): boolean =>
      label.scrollWidth <= label.clientWidth;
    expect(await undo.locator('span').last().evaluate(isWhole)).toBe(true);
    await undo.click();
    await app.page.getByRole('cell', { name: 'Reports', exact: true }).waitFor();
    expect(asked('DELETE')).toEqual([]);
  });

  it('are revoked after the time to undo it, or at once when the page is left', async () => {
    const [first, second] = sampleKeys.data as { id: string }[];
    for (const key of [first, second]) app.mock.answers[`DELETE /api-keys/${key?.id}`] = { status: 200, body: {} };
    await app.page.goto(app.mock.origin + keys);
    await act('Shop, production', 'Revoke Shop, production');
    await app.page.getByText('Shop, production revoked').waitFor();
    await act('Reports', 'Revoke Reports');
    await app.page.goto('about:blank');
    await expectSoon(() => asked(`DELETE /api-keys/${second?.id}`).length === 1);
    expect(asked(`DELETE /api-keys/${first?.id}`)).toHaveLength(1);
  });

  it('come back when the server does not revoke them', async () => {
    await app.page.goto(app.mock.origin + keys);
    await act('Reports', 'Revoke Reports');
    await app.page.getByText('Couldn’t save').waitFor();
    await app.page.getByRole('cell', { name: 'Reports', exact: true }).waitFor();
  });

  it.each<SampleRole>(['member', 'read-only'])('are not offered to change to the role %s', async (role) => {
    const { 'GET /dashboard-api/session': body } = sampleAnswers(role);
    app.mock.answers['GET /dashboard-api/session'] = { status: 200, body: body ?? {} };
    await app.page.goto(app.mock.origin + keys);
    await app.page.getByText('Shop, production').waitFor();
    expect(await app.page.getByRole('button', { name: 'Create API key' }).count()).toBe(0);
    await app.page.getByRole('button', { name: 'Actions: Reports' }).click();
    await app.page.getByRole('menuitem', { name: 'View emails sent with Reports' }).waitFor();
    expect(await app.page.getByRole('menuitem', { name: /Revoke|Rotate|Edit/ }).count()).toBe(0);
  });
});

async function expectSoon(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
