import { apiKey, usePage } from './open-page.js';
import { bouncedId, hostileId, noMails, oneMoreMail, someMails, welcomeId } from './sample-mails.js';

/** What the browser has; these tests are compiled without its types. */
declare function getComputedStyle(element: unknown): { readonly color: string };

const at = usePage(someMails);
const section = (name: string) => at.page.getByRole('region', { name });

/** Two whole rounds of the page's own refresh: time enough for anything in a frame that wants to happen at once. */
async function twoRefreshes(path: string): Promise<void> {
  for (let round = 0; round < 2; round++) await at.page.waitForResponse((response) => response.url().endsWith(path));
}

describe('the key', () => {
  it('is asked for once, kept for later visits and other tabs, and never put into an address', async () => {
    await at.open('');
    await at.page.getByRole('heading', { name: 'Recent mails' }).waitFor();
    await at.page.reload();
    await at.page.getByRole('heading', { name: 'Recent mails' }).waitFor();
    const otherTab = await at.context.newPage();
    await otherTab.goto(at.posthorn.origin);
    await otherTab.getByRole('heading', { name: 'Recent mails' }).waitFor();
    expect(at.posthorn.requests.filter((request) => request.includes(apiKey))).toEqual([]);
    expect(at.page.url()).not.toContain(apiKey);
  });

  it('is asked for again when the server refuses it, with the reason', async () => {
    await at.page.goto(at.posthorn.origin);
    await at.enterKey('re_wrong');
    await at.page.getByRole('alert').filter({ hasText: 'API key is invalid' }).waitFor();
    await at.enterKey(apiKey);
    await at.page.getByRole('heading', { name: 'Recent mails' }).waitFor();
  });

  it('is asked for again when it stops being valid while the page is open', async () => {
    await at.open('');
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
    at.posthorn.key = 're_another0123456789abcdefgh';
    await at.page.getByRole('alert').filter({ hasText: 'API key is invalid' }).waitFor();
    await at.enterKey(at.posthorn.key);
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
  });

  it('goes from every tab with Forget key', async () => {
    await at.open('');
    const otherTab = await at.context.newPage();
    await otherTab.goto(at.posthorn.origin);
    await otherTab.getByRole('heading', { name: 'Recent mails' }).waitFor();
    await at.page.getByRole('button', { name: 'Forget key' }).click();
    await at.page.getByLabel('API key').waitFor();
    await otherTab.getByLabel('API key').waitFor();
    await at.page.reload();
    await at.page.getByLabel('API key').waitFor();
  });

  it('that no header can carry is refused in words', async () => {
    await at.page.goto(at.posthorn.origin);
    await at.enterKey('“re_quoted”');
    await at.page.getByRole('alert').filter({ hasText: 'That is not an API key' }).waitFor();
  });
});

describe('the list', () => {
  it('shows a command that sends the first mail here, until there is one', async () => {
    Object.assign(at.posthorn.answers, noMails);
    await at.open('');
    const command = await section('Command that sends the first mail').innerText();
    expect(command).toContain(`curl -X POST ${at.posthorn.origin}/emails`);
    expect(command).toContain(`Authorization: Bearer ${apiKey}`);
    const mail: unknown = JSON.parse(/-d '([^']*)'/.exec(command)?.[1] ?? '');
    expect(mail).toMatchObject({ from: 'onboarding@resend.dev', to: 'delivered@resend.dev' });
    Object.assign(at.posthorn.answers, someMails);
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
    expect(at.complaints).toEqual([]);
  });

  it('names status, recipients and subject, and follows what happens', async () => {
    await at.open('');
    await at.page.getByRole('link', { name: /Delivered.*delivered@resend\.dev.*Welcome/ }).waitFor();
    await at.page.getByRole('link', { name: /Bounced.*bounced@resend\.dev and 1 more.*Invoice 7/ }).waitFor();
    const time = at.page.getByRole('link', { name: /Welcome/ }).getByRole('time');
    expect(await time.getAttribute('datetime')).toBe('2026-03-04T10:15:00.250Z');
    expect(await time.getAttribute('title')).toContain('4 March 2026');
    Object.assign(at.posthorn.answers, oneMoreMail);
    await at.page.getByRole('link', { name: /Queued.*ada@example\.com.*Just in/ }).waitFor();
    expect(at.complaints).toEqual([]);
  });

  it('is filtered by status, and says so where none is left', async () => {
    at.posthorn.answers['/emails?limit=20&last_event=bounced'] = {
      ...someMails['/emails?limit=20'],
      data: [{ ...someMails[`/emails/${bouncedId}`] }],
    };
    at.posthorn.answers['/emails?limit=20&last_event=scheduled'] = { object: 'list', has_more: false, data: [] };
    await at.open('');
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
    await at.page.getByLabel('Status').selectOption('Bounced');
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor({ state: 'detached' });
    await at.page.getByRole('link', { name: /Invoice 7/ }).waitFor();
    await at.page.getByLabel('Status').selectOption('Scheduled');
    await at.page.getByRole('link', { name: 'Show all mails' }).click();
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
  });

  it('goes on to older mails and back', async () => {
    at.posthorn.answers['/emails?limit=20'] = { ...someMails['/emails?limit=20'], has_more: true };
    at.posthorn.answers[`/emails?limit=20&after=${bouncedId}`] = oneMoreMail['/emails?limit=20'] ?? {};
    await at.open('');
    await at.page.getByRole('link', { name: 'Older mails' }).click();
    await at.page.getByRole('link', { name: /Just in/ }).waitFor();
    await at.page.getByRole('link', { name: 'Newest mails' }).click();
    await at.page.getByRole('link', { name: /Invoice 7/ }).waitFor();
  });

  it('keeps what it shows, and says so, while the server does not answer', async () => {
    await at.open('');
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
    await at.context.setOffline(true);
    await at.page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
    expect(await at.page.getByRole('link', { name: /Welcome/ }).isVisible()).toBe(true);
    await at.context.setOffline(false);
    await at.page.getByRole('alert').waitFor({ state: 'detached' });
  });
});

describe('one mail', () => {
  it('is reached with the keyboard and tells its whole story', async () => {
    await at.open('');
    await at.page.getByRole('heading', { name: 'Recent mails' }).waitFor();
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
    // The filter comes before the list.
    await at.page.keyboard.press('Tab');
    await at.page.keyboard.press('Tab');
    await at.page.keyboard.press('Enter');
    await at.page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    expect(at.page.url()).toBe(`${at.posthorn.origin}/#/emails/${welcomeId}`);
    const recipient = section('Recipients').getByRole('listitem');
    expect(await recipient.innerText()).toMatch(/Delivered\s+delivered@resend\.dev to[\s\S]+250 2\.0\.0 OK/);
    const story = section('Timeline').getByRole('listitem');
    await story.nth(2).waitFor();
    expect(await story.nth(2).innerText()).toMatch(
      /Delivered\s+10:15:00\.402\s+250 2\.0\.0 OK\s+catcher\.posthorn\.test, at dot\s+EmailDelivered by system delivery, 31 ms later/,
    );
    expect(at.complaints).toEqual([]);
  });

  it('tells its recipients apart', async () => {
    await at.open(`#/emails/${bouncedId}`);
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
    await at.open(`#/emails/${bouncedId}`);
    const refused = section('Timeline').getByRole('listitem').filter({ hasText: 'Refused for good' });
    const said = refused.getByText('> RCPT TO:<bounced@resend.dev>');
    expect(await said.isVisible()).toBe(false);
    await refused.getByText('What was said').click();
    await said.waitFor();
    const delivered = section('Timeline').getByRole('listitem').filter({ hasText: 'Delivered' });
    expect(await delivered.getByText('What was said').count()).toBe(0);
  });

  it('shows the body rendered, with its styles, and as text', async () => {
    await at.open(`#/emails/${welcomeId}`);
    const heading = at.page.frameLocator('iframe[title="Mail body"]').getByRole('heading', { name: 'Welcome' });
    await heading.waitFor();
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(18, 58, 122)');
    await section('Body').getByRole('tab', { name: 'Rendered' }).press('ArrowRight');
    await section('Body').getByRole('region', { name: 'Plain text' }).getByText('Your code is 418 233.').waitFor();
  });

  it('shows the message as the catcher received it: rendered, headers, raw', async () => {
    await at.open(`#/emails/${welcomeId}`);
    const box = section('Captured');
    await at.page.frameLocator('iframe[title="Captured message"]').getByText('418 233').waitFor();
    await box.getByRole('tab', { name: 'Headers' }).click();
    await box.getByText('DKIM-Signature').waitFor();
    await box.getByText('a=rsa-sha256; d=posthorn.test').waitFor();
    await box.getByRole('tab', { name: 'Raw' }).click();
    expect(await box.getByRole('region', { name: 'Raw message' }).innerText()).toContain('DKIM-Signature: v=1;');
  });

  it('that is unknown is said to be so', async () => {
    await at.open('#/emails/nowhere');
    await at.page.getByRole('alert').filter({ hasText: 'Email not found' }).waitFor();
    await at.page.getByRole('link', { name: 'Recent mails' }).click();
    await at.page.getByRole('link', { name: /Welcome/ }).waitFor();
  });
});

describe('a hostile mail', () => {
  const timeline = `/dashboard-api/emails/${hostileId}/timeline`;

  /** With the header both fences stand; without it the frame has to hold alone. */
  it.each([
    ['under the policy of the page', true],
    ['by the frame alone', false],
  ])('runs nothing and fetches nothing, %s', async (_, withPolicy) => {
    if (!withPolicy) at.posthorn.policy = null;
    await at.open(`#/emails/${hostileId}`);
    for (const title of ['Mail body', 'Captured message']) {
      const frame = at.page.locator(`iframe[title="${title}"]`);
      expect(await frame.getAttribute('sandbox')).toBe('');
      await frame.contentFrame().getByText('The end.').waitFor();
      await frame.contentFrame().getByText('Follow me').click();
      await frame.contentFrame().getByText('Run me').click();
    }
    await twoRefreshes(timeline);
    for (const title of ['Mail body', 'Captured message']) {
      expect(await at.page.frameLocator(`iframe[title="${title}"]`).locator('#note').innerText()).toBe(
        'A harmless note.',
      );
    }
    expect(at.context.pages()).toHaveLength(1);
    expect(at.foreignRequests).toEqual([]);
    expect(at.posthorn.requests.filter((request) => /ran|fetched/.test(request))).toEqual([]);
  });
});

describe('a narrow screen', () => {
  it.each(['', `#/emails/${bouncedId}`, `#/emails/${welcomeId}`])(
    'of 400 px shows /%s without scrolling sideways',
    async (route) => {
      await at.page.setViewportSize({ width: 400, height: 800 });
      await at.open(route);
      await at.page.getByText('delivered@resend.dev').first().waitFor();
      expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    },
  );
});
