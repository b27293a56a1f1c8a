import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startChromium } from './chromium.js';
import { type MockPosthorn, startMockPosthorn } from './mock-posthorn.js';
import { bouncedId, hostileId, noMails, oneMoreMail, someMails, welcomeId } from './sample-mails.js';

/** What the browser has; these tests are compiled without its types. */
declare function getComputedStyle(element: unknown): { readonly color: string };

const key = 're_0123456789abcdefghijklmn';

let browser: Browser;
let context: BrowserContext;
let posthorn: MockPosthorn;
let page: Page;
let complaints: string[];
let foreignRequests: string[];

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser.close());

beforeEach(async () => {
  posthorn = await startMockPosthorn(key);
  Object.assign(posthorn.answers, someMails);
  context = await browser.newContext({ viewport: { width: 1100, height: 900 }, timezoneId: 'UTC', locale: 'en-GB' });
  page = await context.newPage();
  complaints = [];
  foreignRequests = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && origin !== posthorn.origin) foreignRequests.push(request.url());
  });
});

afterEach(async () => {
  await context.close();
  await posthorn.close();
});

async function enterKey(text: string): Promise<void> {
  await page.getByLabel('API key').fill(text);
  await page.getByRole('button', { name: 'Show mails' }).click();
}

async function openWithKey(route = ''): Promise<void> {
  await page.goto(`${posthorn.origin}/${route}`);
  await enterKey(key);
}

const section = (name: string) => page.getByRole('region', { name });

/** Two whole rounds of the page's own refresh: time enough for anything in a frame that wants to happen at once. */
async function twoRefreshes(path: string): Promise<void> {
  for (let round = 0; round < 2; round++) await page.waitForResponse((response) => response.url().endsWith(path));
}

describe('the key', () => {
  it('is asked for once, kept for later visits and other tabs, and never put into an address', async () => {
    await openWithKey();
    await page.getByRole('heading', { name: 'Recent mails' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Recent mails' }).waitFor();
    const otherTab = await context.newPage();
    await otherTab.goto(posthorn.origin);
    await otherTab.getByRole('heading', { name: 'Recent mails' }).waitFor();
    expect(posthorn.requests.filter((request) => request.includes(key))).toEqual([]);
    expect(page.url()).not.toContain(key);
  });

  it('is asked for again when the server refuses it, with the reason', async () => {
    await page.goto(posthorn.origin);
    await enterKey('re_wrong');
    await page.getByRole('alert').filter({ hasText: 'API key is invalid' }).waitFor();
    await enterKey(key);
    await page.getByRole('heading', { name: 'Recent mails' }).waitFor();
  });

  it('is asked for again when it stops being valid while the page is open', async () => {
    await openWithKey();
    await page.getByRole('link', { name: /Welcome/ }).waitFor();
    posthorn.key = 're_another0123456789abcdefgh';
    await page.getByRole('alert').filter({ hasText: 'API key is invalid' }).waitFor();
    await enterKey(posthorn.key);
    await page.getByRole('link', { name: /Welcome/ }).waitFor();
  });

  it('goes from every tab with Forget key', async () => {
    await openWithKey();
    const otherTab = await context.newPage();
    await otherTab.goto(posthorn.origin);
    await otherTab.getByRole('heading', { name: 'Recent mails' }).waitFor();
    await page.getByRole('button', { name: 'Forget key' }).click();
    await page.getByLabel('API key').waitFor();
    await otherTab.getByLabel('API key').waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  it('that no header can carry is refused in words', async () => {
    await page.goto(posthorn.origin);
    await enterKey('“re_quoted”');
    await page.getByRole('alert').filter({ hasText: 'That is not an API key' }).waitFor();
  });
});

describe('the list', () => {
  it('shows a command that sends the first mail here, until there is one', async () => {
    Object.assign(posthorn.answers, noMails);
    await openWithKey();
    const command = await section('Command that sends the first mail').innerText();
    expect(command).toContain(`curl -X POST ${posthorn.origin}/emails`);
    expect(command).toContain(`Authorization: Bearer ${key}`);
    const mail: unknown = JSON.parse(/-d '([^']*)'/.exec(command)?.[1] ?? '');
    expect(mail).toMatchObject({ from: 'onboarding@resend.dev', to: 'delivered@resend.dev' });
    Object.assign(posthorn.answers, someMails);
    await page.getByRole('link', { name: /Welcome/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('names status, recipients and subject, and follows what happens', async () => {
    await openWithKey();
    await page.getByRole('link', { name: /Delivered.*delivered@resend\.dev.*Welcome/ }).waitFor();
    await page.getByRole('link', { name: /Bounced.*bounced@resend\.dev and 1 more.*Invoice 7/ }).waitFor();
    const time = page.getByRole('link', { name: /Welcome/ }).getByRole('time');
    expect(await time.getAttribute('datetime')).toBe('2026-03-04T10:15:00.250Z');
    expect(await time.getAttribute('title')).toContain('4 March 2026');
    Object.assign(posthorn.answers, oneMoreMail);
    await page.getByRole('link', { name: /Queued.*ada@example\.com.*Just in/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('is filtered by status, and says so where none is left', async () => {
    posthorn.answers['/emails?limit=20&last_event=bounced'] = {
      ...someMails['/emails?limit=20'],
      data: [{ ...someMails[`/emails/${bouncedId}`] }],
    };
    posthorn.answers['/emails?limit=20&last_event=scheduled'] = { object: 'list', has_more: false, data: [] };
    await openWithKey();
    await page.getByRole('link', { name: /Welcome/ }).waitFor();
    await page.getByLabel('Status').selectOption('Bounced');
    await page.getByRole('link', { name: /Welcome/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Invoice 7/ }).waitFor();
    await page.getByLabel('Status').selectOption('Scheduled');
    await page.getByRole('link', { name: 'Show all mails' }).click();
    await page.getByRole('link', { name: /Welcome/ }).waitFor();
  });

  it('goes on to older mails and back', async () => {
    posthorn.answers['/emails?limit=20'] = { ...someMails['/emails?limit=20'], has_more: true };
    posthorn.answers[`/emails?limit=20&after=${bouncedId}`] = oneMoreMail['/emails?limit=20'] ?? {};
    await openWithKey();
    await page.getByRole('link', { name: 'Older mails' }).click();
    await page.getByRole('link', { name: /Just in/ }).waitFor();
    await page.getByRole('link', { name: 'Newest mails' }).click();
    await page.getByRole('link', { name: /Invoice 7/ }).waitFor();
  });

  it('keeps what it shows, and says so, while the server does not answer', async () => {
    await openWithKey();
    await page.getByRole('link', { name: /Welcome/ }).waitFor();
    await context.setOffline(true);
    await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
    expect(await page.getByRole('link', { name: /Welcome/ }).isVisible()).toBe(true);
    await context.setOffline(false);
    await page.getByRole('alert').waitFor({ state: 'detached' });
  });
});

describe('one mail', () => {
  it('is reached with the keyboard and tells its whole story', async () => {
    await openWithKey();
    await page.getByRole('heading', { name: 'Recent mails' }).waitFor();
    await page.getByRole('link', { name: /Welcome/ }).waitFor();
    // The filter comes before the list.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    expect(page.url()).toBe(`${posthorn.origin}/#/emails/${welcomeId}`);
    const recipient = section('Recipients').getByRole('listitem');
    expect(await recipient.innerText()).toMatch(/Delivered\s+delivered@resend\.dev to[\s\S]+250 2\.0\.0 OK/);
    const story = section('Timeline').getByRole('listitem');
    await story.nth(2).waitFor();
    expect(await story.nth(2).innerText()).toMatch(
      /Delivered\s+10:15:00\.402\s+250 2\.0\.0 OK\s+catcher\.posthorn\.test, at dot\s+EmailDelivered by system delivery, 31 ms later/,
    );
    expect(complaints).toEqual([]);
  });

  it('tells its recipients apart', async () => {
    await openWithKey(`#/emails/${bouncedId}`);
    const recipients = section('Recipients').getByRole('listitem');
    await recipients
      .filter({ hasText: 'bounced@resend.dev' })
      .filter({ hasText: '550 5.1.1 No such user here' })
      .waitFor();
    const story = section('Timeline').getByRole('listitem');
    await story.filter({ hasText: 'all 2 recipients' }).first().waitFor();
    await story.filter({ hasText: 'Refused for good' }).filter({ hasText: 'bounced@resend.dev' }).waitFor();
    await section('Captured').getByText('Nothing yet.').waitFor();
  });

  it('shows what was said where somebody opens it', async () => {
    await openWithKey(`#/emails/${bouncedId}`);
    const refused = section('Timeline').getByRole('listitem').filter({ hasText: 'Refused for good' });
    const said = refused.getByText('> RCPT TO:<bounced@resend.dev>');
    expect(await said.isVisible()).toBe(false);
    await refused.getByText('What was said').click();
    await said.waitFor();
    const delivered = section('Timeline').getByRole('listitem').filter({ hasText: 'Delivered' });
    expect(await delivered.getByText('What was said').count()).toBe(0);
  });

  it('shows the body rendered, with its styles, and as text', async () => {
    await openWithKey(`#/emails/${welcomeId}`);
    const heading = page.frameLocator('iframe[title="Mail body"]').getByRole('heading', { name: 'Welcome' });
    await heading.waitFor();
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(18, 58, 122)');
    await section('Body').getByRole('tab', { name: 'Rendered' }).press('ArrowRight');
    await section('Body').getByRole('region', { name: 'Plain text' }).getByText('Your code is 418 233.').waitFor();
  });

  it('shows the message as the catcher received it: rendered, headers, raw', async () => {
    await openWithKey(`#/emails/${welcomeId}`);
    const box = section('Captured');
    await page.frameLocator('iframe[title="Captured message"]').getByText('418 233').waitFor();
    await box.getByRole('tab', { name: 'Headers' }).click();
    await box.getByText('DKIM-Signature').waitFor();
    await box.getByText('a=rsa-sha256; d=posthorn.test').waitFor();
    await box.getByRole('tab', { name: 'Raw' }).click();
    expect(await box.getByRole('region', { name: 'Raw message' }).innerText()).toContain('DKIM-Signature: v=1;');
  });

  it('that is unknown is said to be so', async () => {
    await openWithKey('#/emails/nowhere');
    await page.getByRole('alert').filter({ hasText: 'Email not found' }).waitFor();
    await page.getByRole('link', { name: 'Recent mails' }).click();
    await page.getByRole('link', { name: /Welcome/ }).waitFor();
  });
});

describe('a hostile mail', () => {
  const timeline = `/dashboard-api/emails/${hostileId}/timeline`;

  /** With the header both fences stand; without it the frame has to hold alone. */
  it.each([
    ['under the policy of the page', true],
    ['by the frame alone', false],
  ])('runs nothing and fetches nothing, %s', async (_, withPolicy) => {
    if (!withPolicy) posthorn.policy = null;
    await openWithKey(`#/emails/${hostileId}`);
    for (const title of ['Mail body', 'Captured message']) {
      const frame = page.locator(`iframe[title="${title}"]`);
      expect(await frame.getAttribute('sandbox')).toBe('');
      await frame.contentFrame().getByText('The end.').waitFor();
      await frame.contentFrame().getByText('Follow me').click();
      await frame.contentFrame().getByText('Run me').click();
    }
    await twoRefreshes(timeline);
    for (const title of ['Mail body', 'Captured message']) {
      expect(await page.frameLocator(`iframe[title="${title}"]`).locator('#note').innerText()).toBe('A harmless note.');
    }
    expect(context.pages()).toHaveLength(1);
    expect(foreignRequests).toEqual([]);
    expect(posthorn.requests.filter((request) => /ran|fetched/.test(request))).toEqual([]);
  });
});

describe('a narrow screen', () => {
  it.each(['', `#/emails/${bouncedId}`, `#/emails/${welcomeId}`])(
    'of 400 px shows /%s without scrolling sideways',
    async (route) => {
      await page.setViewportSize({ width: 400, height: 800 });
      await openWithKey(route);
      await page.getByText('delivered@resend.dev').first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    },
  );
});
