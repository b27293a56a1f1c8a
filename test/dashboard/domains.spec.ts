import { describe, expect, it } from '@jest/globals';
import { contentOf } from './downloaded.js';
import { useApp } from './open-app.js';
import { dkimValue, domainRoomAnswers, shopFindings, shopId } from './samples/domains.js';
import { sampleAnswers, type SampleRole } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));
const findingsOfShop = `GET /dashboard-api/domains/${shopId}/findings`;
const asked = (name: string) => app.mock.requests.filter((request) => request.name.startsWith(name));
const open = (path: string) => app.page.goto(`${app.mock.origin}/dashboard${path}`);
const button = (name: string) => app.page.getByRole('button', { name, exact: true });
const shows = (findings: object): void => {
  app.mock.answers[findingsOfShop] = { status: 200, body: { ...shopFindings, ...findings } };
};

describe('the list of domains', () => {
  it('has their states, and the word of a state that it does not know', async () => {
    app.mock.answers['GET /dashboard-api/metrics'] = { status: 200, body: { rows: [{ id: shopId, sent: 1_204 }] } };
    await open('/domains');
    await app.page.getByRole('link', { name: '1,204' }).waitFor();
    const rows = app.page.getByRole('row');
    await rows.nth(3).waitFor();
    expect(await rows.nth(1).innerText()).toMatch(
      /shop\.example\.com\s+Waiting for DNS\s+3 of 5\s+5 minutes ago\s+1,204/,
    );
    expect(await rows.nth(2).innerText()).toContain('from_a_newer_server');
    expect(await rows.nth(3).innerText()).toMatch(/posthorn\.test\s+Sandbox/);
  });

  it('says how the first one is made, beside the sandboxes that are there from the beginning', async () => {
    const { body } = app.mock.answers['GET /dashboard-api/domains?limit=50'] ?? {};
    const { data } = body as { data: { origin: string }[] };
    const sandboxes = data.filter(({ origin }) => origin === 'sandbox');
    const answer = { status: 200, body: { object: 'list', has_more: false, data: sandboxes } };
    app.mock.answers['GET /dashboard-api/domains?limit=50'] = answer;
    await open('/domains');
    await app.page.getByText('Send from your own domain').waitFor();
    await app.page.getByRole('heading', { name: 'Sandbox domains for testing' }).waitFor();
    await app.page.getByText('posthorn.test').waitFor();
  });
});

describe('adding a domain', () => {
  it('leads to its records', async () => {
    app.mock.answers['POST /domains'] = { status: 201, body: { id: shopId } };
    await open('/domains?create=true');
    await app.page.getByRole('textbox', { name: 'Name' }).fill(' shop.example.com ');
    await app.page.getByLabel('Region').selectOption('eu-west-1');
    await button('Add').click();
    await app.page.getByRole('heading', { name: 'DNS records' }).waitFor();
    expect(JSON.parse(asked('POST /domains')[0]?.body ?? '')).toEqual({
      name: 'shop.example.com',
      region: 'eu-west-1',
    });
  });

  it('takes the name out of a pasted URL, and says so', async () => {
    app.mock.answers['POST /domains'] = { status: 201, body: { id: shopId } };
    await open('/domains?create=true');
    const name = app.page.getByRole('textbox', { name: 'Name' });
    await name.fill('https://shop.example.com/cart?id=1');
    await app.page.keyboard.press('Tab');
    await app.page.getByText('Using shop.example.com, taken from what you pasted.').waitFor();
    expect(await name.inputValue()).toBe('shop.example.com');
    await name.fill('https://news.example.com/');
    await app.page.keyboard.press('Enter');
    await app.page.getByRole('heading', { name: 'DNS records' }).waitFor();
    expect(JSON.parse(asked('POST /domains')[0]?.body ?? '')).toMatchObject({ name: 'news.example.com' });
  });

  it('offers to claim a name that another team has', async () => {
    const message = 'The shop.example.com domain has been registered already.';
    app.mock.answers['POST /domains'] = { status: 403, body: { name: 'validation_error', message } };
    app.mock.answers['POST /domains/claim'] = { status: 201, body: { domain_id: shopId } };
    await open('/domains?create=true');
    await app.page.getByRole('textbox', { name: 'Name' }).fill('shop.example.com');
    await button('Add').click();
    await app.page.getByText(message).waitFor();
    await button('Claim this domain').click();
    await app.page.getByRole('heading', { name: 'DNS records' }).waitFor();
  });
});

describe('one domain', () => {
  it('has its records to copy, and what DNS has instead', async () => {
    await open(`/domains/${shopId}`);
    const records = app.page.getByRole('table', { name: 'DNS records' }).getByRole('row');
    await records.nth(3).waitFor();
    expect(await records.nth(1).innerText()).toMatch(
      /MX[\s\S]+Return path[\s\S]+Priority 10[\s\S]+wrong value: 20 mail\.example\.net[\s\S]+set it to 10[\s\S]+Wrong value/,
    );
    expect(await records.nth(2).innerText()).toMatch(/SPF[\s\S]+Verified/);
    const key = records.nth(3).getByLabel(/^Value, TXT/);
    const isCut = (cell: { readonly scrollWidth: number; readonly clientWidth: number }): boolean =>
      cell.scrollWidth > cell.clientWidth;
    expect(await key.evaluate(isCut)).toBe(true);
    await records
      .nth(3)
      .getByRole('button', { name: /^Show all/ })
      .click();
    expect(await key.innerText()).toBe(dkimValue);
    expect(await key.evaluate(isCut)).toBe(false);
    expect(await records.nth(3).innerText()).toContain('<img src=x onerror=');
    await records
      .nth(3)
      .getByRole('button', { name: /^Copy: Value, TXT/ })
      .click();
    await records.nth(3).getByText('Copied').waitFor();
    await app.page.getByText('Wrong value (elsewhere.example.org)').waitFor();
    await app.page.getByLabel('DMARC record value', { exact: true }).waitFor();
    expect(app.mock.requests.filter(({ name }) => name.includes('/ran'))).toEqual([]);
    expect(await app.page.getByText('Don’t add these records yet').count()).toBe(0);
  });

  it('says one cause once, where its zone is kept, and that its mail is refused', async () => {
    const lost = 'shop.example.com has no name servers in the DNS.';
    const missing = {
      ...shopFindings.data[0],
      finding: 'missing',
      found: [],
      advice: ['There is no such record yet.', lost],
      advice_codes: ['not-published', 'no-name-servers'],
    };
    shows({ data: shopFindings.data.map(() => missing) });
    await open(`/domains/${shopId}`);
    await app.page.getByText('3 records are missing. Add them at Cloudflare.').waitFor();
    await app.page.getByText('Name servers: ada.ns.cloudflare.com, bob.ns.cloudflare.com').waitFor();
    expect(await app.page.getByText(lost).count()).toBe(1);
    expect(await app.page.getByText('There is no such record yet.').count()).toBe(0);
    await app.page.getByText('Blocked until the required records are verified').waitFor();
  });

  it('warns before a record is copied that names a host which nobody outside can reach', async () => {
    const [mx, ...others] = shopFindings.domain.records;
    shows({ domain: { ...shopFindings.domain, records: [{ ...mx, value: 'mailserver.local' }, ...others] } });
    await open(`/domains/${shopId}`);
    await app.page.getByText('mailserver.local is reserved for local or test use.').waitFor();
  });

  it('hands its records over as a zone file', async () => {
    await open(`/domains/${shopId}`);
    const downloading = app.page.waitForEvent('download');
    await button('Download zone file').click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe('shop.example.com.zone');
    const text = await contentOf(file);
    expect(text).toContain('send.shop.example.com.\t3600\tIN\tMX\t10 mail.example.net.\n');
    expect(text.match(/\tIN\t/g)).toHaveLength(3);
  });

  it('is checked when asked to, and says so until the check was made', async () => {
    app.mock.answers[`POST /domains/${shopId}/verify`] = { status: 200, body: { object: 'domain', id: shopId } };
    await open(`/domains/${shopId}`);
    await app.page.getByText('1 of 3 records verified').waitFor();
    shows({ check_awaited: true });
    await button('Verify').click();
    await app.page.getByText('Checking DNS…').waitFor();
    shows({ status: 'verified', may_send: true });
    await app.page.getByText('All required records found.').waitFor();
    const before = asked(findingsOfShop).length;
    // A verified domain is not asked for again.
    await app.page.clock.install();
    await app.page.clock.runFor(120_000);
    expect(asked(findingsOfShop)).toHaveLength(before);
  });

  it('is deleted only once its name is typed, because no undo brings its keys back', async () => {
    app.mock.answers[`DELETE /domains/${shopId}`] = { status: 200, body: {} };
    await open(`/domains/${shopId}`);
    await button('Delete').click();
    const dialog = app.page.getByRole('dialog', { name: 'Delete shop.example.com?' });
    const confirm = dialog.getByRole('button', { name: 'Delete domain' });
    await dialog.getByRole('textbox').fill('shop.example.org');
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill(' Shop.example.com ');
    await confirm.click();
    await app.page.getByText('shop.example.com deleted').waitFor();
    await app.page.getByText('posthorn.test').waitFor();
    expect(asked(`DELETE /domains/${shopId}`)).toHaveLength(1);
  });

  it('tracks opens and clicks once its host is verified, and says why nothing is tracked before', async () => {
    const link = { record: 'Tracking', type: 'CNAME', name: 'links.shop', value: 'mail.example.net', ttl: 'Auto' };
    const found = { full_name: 'links.shop.example.com', required: false, found: [], advice: [], advice_codes: [] };
    const asking = (status: string, changes: object = {}): void =>
      shows({
        domain: {
          ...shopFindings.domain,
          ...{ open_tracking: true, click_tracking: true, tracking_subdomain: 'links', ...changes },
          records: [...shopFindings.domain.records, { ...link, status }],
        },
        data: [...shopFindings.data, { ...found, finding: status === 'verified' ? 'verified' : 'missing' }],
      });
    app.mock.answers[`PATCH /domains/${shopId}`] = { status: 200, body: { object: 'domain', id: shopId } };
    await open(`/domains/${shopId}`);
    const panel = app.page.getByRole('region', { name: 'Open and click tracking' });
    await panel.getByRole('switch', { name: 'Track clicks' }).click();
    await panel.getByRole('switch', { name: 'Track opens' }).click();
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Tracking needs a subdomain for its links').waitFor();
    expect(asked(`PATCH /domains/${shopId}`)).toEqual([]);
    await panel.getByLabel('Tracking subdomain').fill(' Links ');
    asking('pending');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('Nothing is tracked yet: links.shop.example.com is not verified').waitFor();
    expect(JSON.parse(asked(`PATCH /domains/${shopId}`)[0]?.body ?? '')).toEqual({
      open_tracking: true,
      click_tracking: true,
      tracking_subdomain: 'links',
    });
    await app.page.getByRole('row', { name: /CNAME Tracking, recommended links\.shop .* Waiting for DNS/s }).waitFor();
    asking('verified', { open_tracking: false });
    await app.page.reload();
    await panel.getByText('Tracking clicks', { exact: true }).waitFor();
    await panel.getByLabel('Tracking subdomain').fill('');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText('To stop tracking, turn both switches off.').waitFor();
  });

  it.each<SampleRole>(['read-only'])('is only shown to the role %s', async (role) => {
    const { 'GET /dashboard-api/session': body } = sampleAnswers(role);
    app.mock.answers['GET /dashboard-api/session'] = { status: 200, body: body ?? {} };
    await open(`/domains/${shopId}`);
    await app.page.getByRole('heading', { name: 'Settings' }).waitFor();
    for (const name of ['Verify', 'Delete']) expect(await button(name).count()).toBe(0);
    expect(await app.page.getByLabel('TLS').count()).toBe(0);
  });
});
