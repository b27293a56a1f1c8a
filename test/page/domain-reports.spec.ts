import { describe, expect, it } from '@jest/globals';
import { domainRoomAnswers, shopId } from '../dashboard/samples/domains.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));

describe('what others report about a domain', () => {
  it('is a page of the domain: who sends, who reports, what was not encrypted, what to publish', async () => {
    page.open(`/domains/${shopId}`);
    await page.user.click(await page.screen.findByRole('link', { name: 'Reports' }));
    const table = async (name: string) => screenOf(await page.screen.findByRole('table', { name })).getAllByRole('row');
    const [, own, other] = (await table('Servers that send in your name')).map(textOf);
    expect(own).toMatch(/192\.0\.2\.25.*shop\.example\.com.*412.*100\.0% \(412 of 412\)/);
    expect(other).toMatch(/2001:db8::7.*–.*0\.0% \(0 of 412\).*412/);
    expect((await table('Reporters')).map(textOf)[2]).toMatch(/Two.*Unverified reporter/);
    expect((await table('TLS to your mail hosts')).map(textOf)[1]).toMatch(
      /certificate-expired at mx\.example\.com: 3/,
    );
    expect((await table('Records that ask for reports')).map(textOf)[1]).toMatch(/DMARC.*Missing.*_dmarc\.shop/);
  });
});
