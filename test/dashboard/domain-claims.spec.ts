import { describe, expect, it } from '@jest/globals';
import { usePage } from './open-page.js';
import { claimedId, claimFindings, shopFindings, shopId, someDomains } from './sample-domains.js';
import { someMails } from './sample-mails.js';

const at = usePage({ ...someMails, ...someDomains });
const section = (name: string) => at.page.getByRole('region', { name, exact: true });
const button = (name: string) => at.page.getByRole('button', { name, exact: true });
const claimedPath = `/domains/${claimedId}`;

describe('a claim on a name that another team has', () => {
  it('is made where the name is taken, and shows what proves it and until when', async () => {
    at.posthorn.others['POST /domains'] = {
      status: 403,
      body: {
        statusCode: 403,
        name: 'validation_error',
        message: 'The theirs.example.com domain has been registered already.',
      },
    };
    at.posthorn.others['POST /domains/claim'] = { status: 201, body: claimFindings.claim };
    await at.open('#/domains');
    expect(await button('It is mine: claim it').count()).toBe(0);
    await section('Add a domain').getByLabel('Name', { exact: true }).fill('theirs.example.com');
    await button('Add domain').click();
    await button('It is mine: claim it').click();
    const claim = section('Claim');
    await claim.getByText('Another team has theirs.example.com.').waitFor();
    expect(await claim.getByRole('row').nth(1).innerText()).toMatch(
      /TXT\s+theirs\.example\.com[\s\S]+posthorn-domain-verification=/,
    );
    expect(await claim.innerText()).toMatch(/looked for again by itself until .*11 Mar/);
    expect(JSON.parse(at.posthorn.sent.at(-1) ?? '')).toEqual({ name: 'theirs.example.com' });
    for (const name of ['Verify', 'Delete this domain …']) expect(await button(name).count()).toBe(0);
  });

  it('is looked for when asked to, and says what blocks it', async () => {
    at.posthorn.others[`POST ${claimedPath}/claim/verify`] = { status: 200, body: claimFindings.claim };
    await at.open(`#${claimedPath}`);
    await button('Look for the proof').click();
    await section('Claim').getByText('DNS is being asked …', { exact: true }).waitFor();
    expect(at.posthorn.requests).toContain(`POST ${claimedPath}/claim/verify`);
    const blocked = { status: 'blocked', blocked_reason: 'pending_scheduled_emails' };
    at.posthorn.answers[`${claimedPath}/findings`] = {
      ...claimFindings,
      claim: { ...claimFindings.claim, ...blocked },
    };
    await section('Claim').getByText('Scheduled mail of the other team has to leave').waitFor();
    at.posthorn.answers[`${claimedPath}/findings`] = { ...claimFindings, claim: null };
    await section('Delete').waitFor();
    expect(await section('Claim').count()).toBe(0);
  });

  it('is canceled, and leads back to the list', async () => {
    at.posthorn.others[`DELETE ${claimedPath}`] = {
      status: 200,
      body: { object: 'domain', id: claimedId, deleted: true },
    };
    await at.open(`#${claimedPath}`);
    await button('Cancel this claim').click();
    await at.page.getByRole('heading', { level: 1, name: 'Domains', exact: true }).waitFor();
    expect(at.posthorn.requests).toContain(`DELETE ${claimedPath}`);
  });
});

it('former tracking subdomains are listed apart, each with what became of its record', async () => {
  const of = (labels: string, finding: string | null, found: readonly string[] = []) => ({
    name: `${labels}.shop`,
    full_name: `${labels}.shop.example.com`,
    value: 'links.posthorn.test',
    finding,
    found,
  });
  const former = [
    of('go', 'verified', ['links.posthorn.test']),
    of('old', 'missing'),
    of('older', 'different', ['elsewhere.example.net']),
    of('oldest', null),
  ];
  at.posthorn.answers[`/domains/${shopId}/findings`] = { ...shopFindings, former_tracking: former };
  await at.open(`#/domains/${shopId}`);
  const table = section('Former tracking subdomains');
  await table.getByText('go.shop', { exact: true }).waitFor();
  const states = await table.locator('[data-label=State]').allInnerTexts();
  expect(states).toEqual([
    'Inactive: links of earlier mail still lead here.',
    'Gone: links of earlier mail lead nowhere.',
    'Leads elsewhere, to elsewhere.example.net: links of earlier mail do not work.',
    'Inactive: DNS did not say yet whether it is there.',
  ]);
  await at.page.setViewportSize({ width: 360, height: 800 });
  expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
});
