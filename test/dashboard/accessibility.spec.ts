import { describe, expect, it } from '@jest/globals';
import { findingsOn } from './findings.js';
import { useApp } from './open-app.js';
import { allAnswers, samples } from './rooms.js';
import { shopId } from './samples/webhooks.js';

const app = useApp(allAnswers, { staysOpen: true });

/** What depends on the width: columns drop out, and menus take the place of links. The rest is the same in each. */
const ofWidth = ['label-content-name-mismatch', 'empty-table-header', 'button-name', 'link-in-text-block'];

/** Each size and each colour once. */
const looks = [
  ['on a desktop in light', { width: 1440, height: 900 }, 'light', undefined],
  ['on a small laptop', { width: 1024, height: 768 }, 'light', ofWidth],
  ['on a phone in dark', { width: 390, height: 844 }, 'dark', undefined],
] as const;

/**
 * As a link inside the page does it: the app is read and compiled once for all rooms. The room before, which may have
 * the same parts, is left first.
 */
async function walkTo(address: string): Promise<void> {
  if (!app.page.url().startsWith(app.mock.origin)) await app.page.goto(`${app.mock.origin}/dashboard/no-such-room`);
  else await app.page.evaluate("history.pushState({}, '', '/dashboard/no-such-room')");
  await app.page.getByText('Page not found').first().waitFor();
  await app.page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/dashboard${address}`)})`);
}

const findings = (rules?: readonly string[]) => findingsOn(app.page, rules);

describe('a room', () => {
  it.each(samples)('%s can be used by everybody, in each size and colour', async (_room, address, ready) => {
    const [first] = looks;
    await app.page.setViewportSize(first[1]);
    // Nothing is judged while it fades in.
    await app.page.emulateMedia({ colorScheme: first[2], reducedMotion: 'reduce' });
    await walkTo(address);
    for (const [look, viewport, colorScheme, rules] of looks) {
      await app.page.setViewportSize(viewport);
      await app.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // What is loaded stays, but its column may have no room on a small laptop.
      if (rules === undefined) await app.page.locator(ready).first().waitFor();
      expect([look, await findings(rules)]).toEqual([look, []]);
      const width = await app.page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(viewport.width);
    }
    expect(app.complaints).toEqual([]);
    expect(app.foreignRequests).toEqual([]);
  });
});

describe('what opens over a room', () => {
  const opened: readonly (readonly [string, string, () => Promise<void>])[] = [
    ['the palette', '/dashboard/api-keys', () => app.page.keyboard.press('Control+k')],
    ['the list of shortcuts', '/dashboard/api-keys', () => app.page.keyboard.press('Shift+?')],
    ['the enrolment', '/dashboard/settings/security', () => press('Set up app')],
    ['the invitation', '/dashboard/settings/people', () => press('Invite a teammate')],
    ['the end of all sessions', '/dashboard/settings/sessions', () => press('Sign out everywhere')],
  ];
  const press = (name: string) => app.page.getByRole('button', { name, exact: true }).click();

  it.each(opened)('%s can be used by everybody', async (_name, path, open) => {
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    await app.page.goto(app.mock.origin + path);
    await app.page.getByRole('heading', { level: 1 }).waitFor();
    await open();
    await app.page.getByRole('dialog').waitFor();
    expect(await findings()).toEqual([]);
  });

  it('a menu can be used by everybody', async () => {
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    await app.page.goto(`${app.mock.origin}/dashboard/webhooks/${shopId}`);
    await press('More');
    await app.page.getByRole('menu').waitFor();
    // It is laid over the landmarks.
    expect((await findings()).filter((finding) => !finding.startsWith('region:'))).toEqual([]);
  });
});
