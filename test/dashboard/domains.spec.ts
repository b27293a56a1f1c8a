import { describe, expect, it } from '@jest/globals';
import { usePage } from './open-page.js';
import { dkimValue, sandboxId, shopFindings, shopId, someDomains } from './sample-domains.js';
import { someMails } from './sample-mails.js';

const at = usePage({ ...someMails, ...someDomains });
const section = (name: string) => at.page.getByRole('region', { name, exact: true });
const button = (name: string) => at.page.getByRole('button', { name, exact: true });
const shopPath = `/domains/${shopId}`;
const changed = { status: 200, body: { object: 'domain', id: shopId } };
const refusal = (status: number, name: string, message: string) => ({
  status,
  body: { statusCode: status, name, message },
});

describe('the list of domains', () => {
  it('is reached from the menu, and leads to older domains and to one of them', async () => {
    await at.open('');
    await at.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Domains', exact: true }).click();
    const rows = at.page.getByRole('list', { name: 'Domains, newest first' }).getByRole('listitem');
    await rows.nth(1).waitFor();
    expect(await rows.nth(0).innerText()).toMatch(/Pending[\s\S]+shop\.example\.com[\s\S]+us-east-1/);
    await at.page.getByRole('link', { name: 'Older domains' }).click();
    await at.page.getByText('older.example.com', { exact: true }).waitFor();
    await at.page.getByRole('link', { name: 'Newest domains' }).click();
    await rows.nth(0).getByRole('link').click();
    await at.page.getByRole('heading', { level: 1, name: 'shop.example.com', exact: true }).waitFor();
    expect(at.complaints).toEqual([]);
  });

  it('that is empty says what to do', async () => {
    at.posthorn.answers['/domains?limit=20'] = { object: 'list', has_more: false, data: [] };
    await at.open('#/domains');
    await at.page.getByText('There is no domain yet.').waitFor();
  });
});

describe('adding a domain', () => {
  it('asks for a name and one of the regions, and goes on to the records', async () => {
    at.posthorn.others['POST /domains'] = { status: 201, body: shopFindings.domain };
    await at.open('#/domains');
    const form = section('Add a domain');
    await form.getByLabel('Name', { exact: true }).fill(' shop.example.com ');
    await form.getByLabel('Region', { exact: true }).selectOption('eu-west-1');
    await button('Add domain').click();
    await section('Records').waitFor();
    expect(at.posthorn.sent.map((body) => JSON.parse(body) as unknown)).toEqual([
      { name: 'shop.example.com', region: 'eu-west-1' },
    ]);
  });

  it('shows at its field what the server has against it', async () => {
    await at.open('#/domains');
    const form = section('Add a domain');
    const name = form.getByLabel('Name', { exact: true });
    const taken = 'The shop.example.com domain has been registered already.';
    at.posthorn.others['POST /domains'] = refusal(403, 'validation_error', taken);
    await name.fill('shop.example.com');
    await button('Add domain').click();
    await form.getByRole('alert').getByText(taken, { exact: true }).waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    expect(await name.inputValue()).toBe('shop.example.com');
    const region = 'Invalid `region` field. It must be one of `us-east-1`.';
    at.posthorn.others['POST /domains'] = refusal(422, 'invalid_region', region);
    await button('Add domain').click();
    await form.getByRole('alert').getByText(region, { exact: true }).waitFor();
    expect(await name.getAttribute('aria-invalid')).toBe('false');
    expect(await form.getByLabel('Region', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('one domain', () => {
  it('shows what its status means, its records, and for each what was found and what to do', async () => {
    await at.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await at.open(`#${shopPath}`);
    await at.page.getByText('Mail from this domain is refused until each needed record is there.').waitFor();
    const records = section('Records').locator('tbody');
    expect(await records.count()).toBe(4);
    expect(await records.nth(0).innerText()).toMatch(
      /SPF\s+needed\s+MX\s+send\.shop[\s\S]+mail\.posthorn\.test[\s\S]+10\s+Pending\s+At send\.shop\.example\.com: found 20 mail\.posthorn\.test\s+The priority is 20; set it to 10\./,
    );
    expect(await records.nth(1).innerText()).toMatch(/Verified\s*$/);
    expect(await records.nth(3).innerText()).toMatch(/recommended/);
    await records.nth(2).getByRole('button', { name: 'Copy value', exact: true }).click();
    await records.nth(2).getByText('Copied', { exact: true }).waitFor();
    expect(await at.page.evaluate('navigator.clipboard.readText()')).toBe(dkimValue);
    expect(await records.nth(2).innerText()).toContain('<img src=x onerror=');
    expect(at.posthorn.requests.filter((request) => request.includes('/ran'))).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  it('has DMARC beside its records, asked for once', async () => {
    await at.open(`#${shopPath}`);
    await section('DMARC').getByText('There is no DMARC record').waitFor();
    await section('DMARC').getByRole('button', { name: 'Copy DMARC value', exact: true }).waitFor();
    expect(await section('Records').getByText('DMARC').count()).toBe(0);
    for (let round = 0; round < 2; round++) {
      await at.page.waitForResponse((response) => response.url().endsWith('/findings'));
    }
    expect(at.posthorn.requests.filter((request) => request.endsWith('/dmarc'))).toHaveLength(1);
  });

  it('is checked when asked to, and says so until the check was made', async () => {
    at.posthorn.others[`POST ${shopPath}/verify`] = changed;
    await at.open(`#${shopPath}`);
    await section('Records').waitFor();
    at.posthorn.answers[`${shopPath}/findings`] = { ...shopFindings, check_awaited: true };
    await button('Verify').click();
    await at.page.getByText('DNS is being asked …', { exact: true }).waitFor();
    await at.page.locator('button:disabled', { hasText: 'Verify' }).waitFor();
    at.posthorn.answers[`${shopPath}/findings`] = { ...shopFindings, status: 'verified', may_send: true };
    await at.page.getByText('Every needed record is there.').waitFor();
    await at.page.locator('button:enabled', { hasText: 'Verify' }).waitFor();
  });

  it('changes the settings that were touched, and no other', async () => {
    at.posthorn.others[`PATCH ${shopPath}`] = refusal(422, 'validation_error', 'Invalid `tracking_subdomain` field.');
    await at.open(`#${shopPath}`);
    const settings = section('Settings');
    await settings.getByText('Change settings', { exact: true }).click();
    expect(await button('Save settings').isDisabled()).toBe(true);
    await settings.getByLabel('TLS', { exact: true }).selectOption('enforced');
    await settings.getByLabel('Receiving', { exact: true }).check();
    await settings.getByLabel('Tracking subdomain', { exact: true }).fill('send');
    await button('Save settings').click();
    await settings.getByRole('alert').getByText('Invalid `tracking_subdomain` field.').waitFor();
    at.posthorn.others[`PATCH ${shopPath}`] = changed;
    await settings.getByLabel('Tracking subdomain', { exact: true }).fill('links');
    at.posthorn.answers[`${shopPath}/findings`] = { ...shopFindings, tls: 'enforced' };
    await button('Save settings').click();
    await settings.getByText('Saved.', { exact: true }).waitFor();
    await settings.getByText('enforced: mail is not sent to a server without it', { exact: true }).waitFor();
    expect(JSON.parse(at.posthorn.sent.at(-1) ?? '')).toEqual({
      tls: 'enforced',
      capabilities: { sending: 'enabled', receiving: 'enabled' },
      tracking_subdomain: 'links',
    });
  });

  it('is deleted only when that is said twice', async () => {
    at.posthorn.others[`DELETE ${shopPath}`] = { status: 200, body: { object: 'domain', id: shopId, deleted: true } };
    await at.open(`#${shopPath}`);
    await button('Delete this domain …').click();
    await button('Keep it').click();
    await button('Delete this domain …').click();
    expect(at.posthorn.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
    await button('Delete this domain for good').click();
    await at.page.getByRole('heading', { level: 1, name: 'Domains', exact: true }).waitFor();
    expect(at.posthorn.requests).toContain(`DELETE ${shopPath}`);
  });

  it('of the configuration is shown, and neither checked nor deleted here', async () => {
    await at.open(`#/domains/${sandboxId}`);
    await at.page.getByText('A sandbox of this server').waitFor();
    await section('Settings').waitFor();
    for (const name of ['Verify', 'Delete this domain …', 'Save settings']) expect(await button(name).count()).toBe(0);
    expect(at.posthorn.requests.filter((request) => request.endsWith('/dmarc'))).toEqual([]);
  });

  it('that is not there says so', async () => {
    at.posthorn.others['GET /domains/gone/findings'] = refusal(404, 'not_found', 'Domain not found');
    await at.open('#/domains/gone');
    await at.page.getByRole('alert').filter({ hasText: 'Domain not found' }).waitFor();
  });

  it.each([
    ['#/domains', 'Add domain'],
    [`#${shopPath}`, 'Delete this domain …'],
  ])('fits 360 px: %s', async (route, last) => {
    await at.page.setViewportSize({ width: 360, height: 800 });
    await at.open(route);
    await button(last).waitFor();
    expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
