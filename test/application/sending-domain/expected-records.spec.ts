import { expectedRecords } from '../../../src/application/sending-domain/records/expected-records.js';
import type {
  PublishedDomain,
  PublishedKey,
  RecordSettings,
} from '../../../src/application/sending-domain/records/published-domain.js';
import { registeredZoneOf } from '../../../src/infrastructure/dns/registered-zone.js';

const key: PublishedKey = { selector: 'ph1', algorithm: 'rsa-sha256', publicKey: 'UlNB', role: 'active' };

const domain: PublishedDomain = {
  name: 'example.com',
  returnPathLabel: 'send',
  region: 'eu-west-1',
  capabilities: { sending: true, receiving: false },
  trackingSubdomain: null,
  formerTrackingSubdomains: [],
  certificatesRuledAt: null,
  dkimKeys: [key],
};

const settings: RecordSettings = {
  returnPathHost: 'bounces.{region}.posthorn.test',
  spfValue: 'v=spf1 mx ~all',
  trackingHost: 'links.posthorn.test',
  inboundHost: 'in.posthorn.test',
  trackingAuthority: 'authority.example.net',
  regions: ['us-east-1', 'eu-west-1'],
  ownPolicy: null,
  takesReports: false,
  registeredZoneOf,
};

const names = (of: Partial<PublishedDomain>) =>
  expectedRecords({ ...domain, ...of }, settings).map(({ name, shownName }) => [name, shownName]);

describe('The records of a domain', () => {
  it('let it send: the return path and one RSA key', () => {
    expect(expectedRecords(domain, settings)).toEqual([
      {
        key: 'return-path-mx',
        purpose: 'SPF',
        serves: 'sending',
        type: 'MX',
        name: 'send.example.com',
        shownName: 'send',
        value: 'bounces.eu-west-1.posthorn.test',
        priority: 10,
        required: true,
      },
      {
        key: 'return-path-spf',
        purpose: 'SPF',
        serves: 'sending',
        type: 'TXT',
        name: 'send.example.com',
        shownName: 'send',
        value: 'v=spf1 mx ~all',
        required: true,
      },
      {
        key: 'dkim:ph1',
        purpose: 'DKIM',
        serves: 'sending',
        type: 'TXT',
        name: 'ph1._domainkey.example.com',
        shownName: 'ph1._domainkey',
        value: 'p=UlNB',
        required: true,
      },
    ]);
  });

  it('recommend a spare and Ed25519, which hold nothing back, and no retired key', () => {
    const ed25519 = { algorithm: 'ed25519-sha256', publicKey: 'RWQ=' } as const;
    const dkimKeys: readonly PublishedKey[] = [
      { ...ed25519, selector: 'ph3', role: 'active' },
      { ...key, selector: 'ph2', role: 'spare' },
      { ...key, selector: 'ph0', role: 'retired' },
      { ...key, selector: 'ph4', role: 'retiring' },
      key,
    ];
    const shown = expectedRecords({ ...domain, dkimKeys }, settings).slice(2);
    expect(shown.map(({ key: id, required }) => [id, required])).toEqual([
      ['dkim:ph1', true],
      ['dkim:ph3', false],
      ['dkim:ph2', false],
      ['dkim:ph4', false],
    ]);
    expect(shown[1]?.value).toBe('v=DKIM1; k=ed25519; p=RWQ=');
  });

  it('follow what the domain is used for', () => {
    const capabilities = { sending: false, receiving: true };
    expect(expectedRecords({ ...domain, capabilities, trackingSubdomain: 'links' }, settings)).toMatchObject([
      { key: 'receiving-mx', type: 'MX', name: 'example.com', shownName: '@', value: 'in.posthorn.test', priority: 10 },
      { key: 'tracking-cname', type: 'CNAME', name: 'links.example.com', value: 'links.posthorn.test' },
    ]);
  });

  it('are named as the provider of the registered zone wants them typed', () => {
    const dkimKeys: readonly PublishedKey[] = [];
    const both = { capabilities: { sending: false, receiving: true }, trackingSubdomain: 'links', dkimKeys };
    expect(names({ ...both, name: 'updates.example.co.uk' })).toEqual([
      ['updates.example.co.uk', 'updates'],
      ['links.updates.example.co.uk', 'links.updates'],
    ]);
    expect(names({ ...both, name: 'posthorn.test' })).toEqual([
      ['posthorn.test', '@'],
      ['links.posthorn.test', 'links'],
    ]);
    // A public suffix is a zone of its own.
    expect(names({ ...both, name: 'co.uk' })[0]).toEqual(['co.uk', '@']);
  });
});
