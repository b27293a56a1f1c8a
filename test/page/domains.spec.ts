import { describe, expect, it } from '@jest/globals';
import { dkimValue, domainRoomAnswers, shopFindings, shopId } from '../dashboard/samples/domains.js';
import { sampleAnswers, type SampleRole } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));
const findingsOfShop = `GET /dashboard-api/domains/${shopId}/findings`;
const openShop = () => page.open(`/domains/${shopId}`);
const nameField = () => page.screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
const records = () => page.screen.findByRole('heading', { name: 'DNS records' });
const bodyOf = (name: string) => JSON.parse(page.asked(name)[0]?.body ?? 'null') as object;
const shows = (findings: object): void => {
  page.mock.answers[findingsOfShop] = { status: 200, body: { ...shopFindings, ...findings } };
};

describe('the list of domains', () => {
  it('has their states, and the word of a state that it does not know', async () => {
    page.mock.answers['GET /dashboard-api/metrics'] = { status: 200, body: { rows: [{ id: shopId, sent: 1_204 }] } };
    page.open('/domains');
    await page.screen.findByRole('link', { name: '1,204' });
    const rows = page.screen.getAllByRole('row').map(textOf);
    expect(rows[1]).toMatch(/shop\.example\.com\s+Waiting for DNS\s+3 of 5\s+5 minutes ago\s+1,204/);
    expect(rows[2]).toContain('from_a_newer_server');
    expect(rows[3]).toMatch(/posthorn\.test\s+Sandbox/);
  });

  it('says how the first one is made, beside the sandboxes that are there from the beginning', async () => {
    const { body } = page.mock.answers['GET /dashboard-api/domains?limit=50'] ?? {};
    const { data } = body as { data: { origin: string }[] };
    const sandboxes = data.filter(({ origin }) => origin === 'sandbox');
    const answer = { status: 200, body: { object: 'list', has_more: false, data: sandboxes } };
    page.mock.answers['GET /dashboard-api/domains?limit=50'] = answer;
    page.open('/domains');
    await page.screen.findByText('Send from your own domain');
    await page.screen.findByRole('heading', { name: 'Sandbox domains for testing' });
    await page.screen.findByText('posthorn.test');
  });
});

describe('adding a domain', () => {
  it('leads to its records', async () => {
    page.mock.answers['POST /domains'] = { status: 201, body: { id: shopId } };
    page.open('/domains?create=true');
    await page.fill(await nameField(), ' shop.example.com ');
    await page.user.selectOptions(await page.screen.findByLabelText(/^Region/), 'eu-west-1');
    await page.press('Add');
    await records();
    expect(bodyOf('POST /domains')).toEqual({ name: 'shop.example.com', region: 'eu-west-1' });
  });

  it('takes the name out of a pasted URL, and says so', async () => {
    page.mock.answers['POST /domains'] = { status: 201, body: { id: shopId } };
    page.open('/domains?create=true');
    const name = await nameField();
    await page.fill(name, 'https://shop.example.com/cart?id=1');
    await page.user.tab();
    await page.screen.findByText('Using shop.example.com, taken from what you pasted.');
    expect(name.value).toBe('shop.example.com');
    await page.fill(name, 'https://news.example.com/');
    await page.user.keyboard('{Enter}');
    await records();
    expect(bodyOf('POST /domains')).toMatchObject({ name: 'news.example.com' });
  });

  it('offers to claim a name that another team has', async () => {
    const message = 'The shop.example.com domain has been registered already.';
    page.mock.answers['POST /domains'] = { status: 403, body: { name: 'validation_error', message } };
    page.mock.answers['POST /domains/claim'] = { status: 201, body: { domain_id: shopId } };
    page.open('/domains?create=true');
    await page.fill(await nameField(), 'shop.example.com');
    await page.press('Add');
    await page.screen.findByText(new RegExp(message));
    await page.press('Claim this domain');
    await records();
  });
});

describe('one domain', () => {
  it('has its records to copy, and what DNS has instead', async () => {
    openShop();
    const table = screenOf(await page.screen.findByRole('table', { name: 'DNS records' }));
    await page.until(() => expect(table.getAllByRole('row').length).toBeGreaterThan(3));
    const [, mx, spf, dkim] = table.getAllByRole('row') as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
    expect(textOf(mx)).toMatch(
      /MX.+Return path.+Wrong value.+Priority 10.+wrong value: 20 mail\.example\.net.+set it to 10/,
    );
    expect(textOf(spf)).toMatch(/SPF.+Verified/);
    const key = screenOf(dkim);
    expect(textOf(key.getByLabelText(/^Value, TXT/))).toBe(dkimValue);
    expect(textOf(dkim)).toContain('<img src=x onerror=');
    expect(page.window.document.querySelector('img[onerror]')).toBeNull();
    await page.user.click(key.getByRole('button', { name: /^Copy: Value, TXT/ }));
    await key.findByText('Copied');
    expect(await page.window.navigator.clipboard.readText()).toBe(dkimValue);
    await page.screen.findByText(/Wrong value \(elsewhere\.example\.org\)/);
    await page.screen.findByLabelText('DMARC record value');
    expect(page.screen.queryByText('Don’t add these records yet')).toBeNull();
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
    openShop();
    await page.screen.findByText(/^3 records are missing\. Add them at Cloudflare\./);
    await page.screen.findByText(/Name servers: ada\.ns\.cloudflare\.com, bob\.ns\.cloudflare\.com/);
    expect(page.screen.getAllByText(new RegExp(lost))).toHaveLength(1);
    expect(page.screen.queryByText(/There is no such record yet\./)).toBeNull();
    await page.screen.findByText(/Blocked until the required records are verified/);
  });

  it('warns before a record is copied that names a host which nobody outside can reach', async () => {
    const [mx, ...others] = shopFindings.domain.records;
    shows({ domain: { ...shopFindings.domain, records: [{ ...mx, value: 'mailserver.local' }, ...others] } });
    openShop();
    await page.screen.findByText(/mailserver\.local is reserved for local or test use\./);
  });

  it('hands its records over as a zone file', async () => {
    openShop();
    await page.press('Download zone file');
    await page.until(() => expect(page.downloads).toHaveLength(1));
    const [{ name, text } = { name: '', text: '' }] = page.downloads;
    expect(name).toBe('shop.example.com.zone');
    expect(text).toContain('send.shop.example.com.\t3600\tIN\tMX\t10 mail.example.net.\n');
    expect(text.match(/\tIN\t/g)).toHaveLength(3);
  });

  it('is checked when asked to, and says so until the check was made', async () => {
    page.mock.answers[`POST /domains/${shopId}/verify`] = { status: 200, body: { object: 'domain', id: shopId } };
    page.open(`/domains/${shopId}`, { now: new Date() });
    await page.screen.findByText(/1 of 3 records verified/);
    shows({ check_awaited: true });
    await page.press('Verify');
    await page.screen.findByText('Checking DNS…');
    shows({ status: 'verified', may_send: true });
    await page.clock.pass(10_000);
    await page.screen.findByText(/^All required records found\./);
    const before = page.asked(findingsOfShop).length;
    // A verified domain is not asked for again.
    await page.clock.pass(120_000);
    expect(page.asked(findingsOfShop)).toHaveLength(before);
  });

  it('is deleted only once its name is typed, because no undo brings its keys back', async () => {
    page.mock.answers[`DELETE /domains/${shopId}`] = { status: 200, body: {} };
    openShop();
    await page.press('Delete');
    const dialog = screenOf(await page.screen.findByRole('dialog', { name: 'Delete shop.example.com?' }));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete domain' });
    await page.fill(dialog.getByRole('textbox'), 'shop.example.org');
    expect(confirm.disabled).toBe(true);
    await page.fill(dialog.getByRole('textbox'), ' Shop.example.com ');
    await page.user.click(confirm);
    await page.screen.findByText('shop.example.com deleted');
    await page.screen.findByText('posthorn.test');
    expect(page.asked(`DELETE /domains/${shopId}`)).toHaveLength(1);
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
    const panel = async () => screenOf(await page.screen.findByRole('region', { name: 'Open and click tracking' }));
    const save = async () => page.user.click((await panel()).getByRole('button', { name: 'Save' }));
    page.mock.answers[`PATCH /domains/${shopId}`] = { status: 200, body: { object: 'domain', id: shopId } };
    openShop();
    await page.user.click(await (await panel()).findByRole('switch', { name: /^Track clicks/ }));
    await page.user.click((await panel()).getByRole('switch', { name: /^Track opens/ }));
    await save();
    await (await panel()).findByText(/Tracking needs a subdomain for its links/);
    expect(page.asked(`PATCH /domains/${shopId}`)).toEqual([]);
    await page.fill((await panel()).getByLabelText('Tracking subdomain'), ' Links ');
    asking('pending');
    await save();
    await (await panel()).findByText(/Nothing is tracked yet: links\.shop\.example\.com is not verified/);
    expect(bodyOf(`PATCH /domains/${shopId}`)).toEqual({
      open_tracking: true,
      click_tracking: true,
      tracking_subdomain: 'links',
    });
    await page.screen.findByRole('row', { name: /CNAME Tracking, recommended Waiting for DNS links\.shop / });
    asking('verified', { open_tracking: false });
    openShop();
    await (await panel()).findByText('Tracking clicks');
    await page.fill((await panel()).getByLabelText('Tracking subdomain'), '');
    await save();
    await (await panel()).findByText(/To stop tracking, turn both switches off\./);
  });

  it.each<SampleRole>(['read-only'])('is only shown to the role %s', async (role) => {
    const { 'GET /dashboard-api/session': body } = sampleAnswers(role);
    page.mock.answers['GET /dashboard-api/session'] = { status: 200, body: body ?? {} };
    openShop();
    await page.screen.findByRole('heading', { name: 'Settings' });
    for (const name of ['Verify', 'Delete']) expect(page.screen.queryByRole('button', { name })).toBeNull();
    expect(page.screen.queryByLabelText('TLS')).toBeNull();
  });
});
