import { ownPolicyAt, policyRecords } from '../../../src/application/sending-domain/own-policy.js';
import { SendingDomains } from '../../../src/application/sending-domain/sending-domains.js';
import { sampleDomain, sampleSettings } from '../../support/published-domain.js';
import { World } from '../../support/world.js';

const ownPolicy = { mode: 'enforce', idOf: (text: string) => `id${text.length}` } as const;
const settings = { ...sampleSettings, ownPolicy };

describe('the policy of this server', () => {
  async function asked(host: string, recordSettings: typeof sampleSettings = settings) {
    const world = await World.create();
    await world.addDomain('example.com', 'preverified', 'eu-west-1');
    return ownPolicyAt({ domains: new SendingDomains(world.process()), recordSettings }, host);
  }

  it('is the one of a return path, with the host that its MX record names', async () => {
    expect(await asked('mta-sts.send.example.com')).toBe(
      'version: STSv1\r\nmode: enforce\r\nmx: bounces.eu-west-1.posthorn.test\r\nmax_age: 604800\r\n',
    );
  });

  it.each([
    'mta-sts.example.com',
    'mta-sts.bounces.example.com',
    'mta-sts.send.example.org',
    'send.example.com',
    'mta-sts.',
    'mta-sts.send.',
    'mta-sts.com',
  ])('is none at %s', async (host) => {
    expect(await asked(host)).toBeUndefined();
  });

  it('is none where the operator publishes none', async () => {
    expect(await asked('mta-sts.send.example.com', sampleSettings)).toBeUndefined();
  });
});

describe('what to publish for it', () => {
  it('is a record that announces it and one that leads to it, for each name that email comes to', () => {
    expect(policyRecords(sampleDomain, settings)).toEqual([
      { type: 'TXT', name: '_mta-sts.send.example.com', value: 'v=STSv1; id=id85;' },
      { type: 'CNAME', name: 'mta-sts.send.example.com', value: 'links.eu-west-1.posthorn.test' },
      { type: 'TXT', name: '_mta-sts.example.com', value: 'v=STSv1; id=id80;' },
      { type: 'CNAME', name: 'mta-sts.example.com', value: 'links.eu-west-1.posthorn.test' },
    ]);
    expect(policyRecords(sampleDomain, sampleSettings)).toEqual([]);
  });
});
