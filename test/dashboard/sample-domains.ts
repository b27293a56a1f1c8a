import type { Answers } from './mock-posthorn.js';

export const shopId = '0198c0de-0000-7000-8000-0000000000d1';
export const claimedId = '0198c0de-0000-7000-8000-0000000000d4';
export const sandboxId = '0198c0de-0000-7000-8000-0000000000d2';

const row = (id: string, name: string, status: string) => ({
  id,
  name,
  status,
  created_at: '2026-03-04 10:15:00.240000+00',
  region: 'us-east-1',
  open_tracking: false,
  click_tracking: false,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
});
const shopRow = row(shopId, 'shop.example.com', 'pending');
const sandboxRow = row(sandboxId, 'posthorn.test', 'verified');

const list = (data: object[], hasMore = false): object => ({ object: 'list', has_more: hasMore, data });

export const dkimValue = `p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'.repeat(8)}`;
const txt = (record: string, name: string, value: string, status = 'pending') => ({
  record,
  name,
  type: 'TXT',
  ttl: 'Auto',
  status,
  value,
});

export const shopFindings = {
  object: 'domain_findings',
  domain: {
    object: 'domain',
    ...shopRow,
    records: [
      { ...txt('SPF', 'send.shop', 'mail.posthorn.test'), type: 'MX', priority: 10 },
      txt('SPF', 'send.shop', 'v=spf1 mx ~all', 'verified'),
      txt('DKIM', 'ph1._domainkey.shop', dkimValue),
      txt('DKIM', 'ph2._domainkey.shop', 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='),
    ],
  },
  origin: 'team',
  status: 'pending',
  may_send: false,
  check_awaited: false,
  last_checked_at: '2026-03-04T10:20:00.000Z',
  tls: 'opportunistic',
  custom_return_path: 'send',
  former_tracking: [],
  claim: null,
  data: [
    {
      full_name: 'send.shop.example.com',
      required: true,
      finding: 'different',
      found: ['20 mail.posthorn.test'],
      advice: ['The priority is 20; set it to 10.'],
    },
    { full_name: 'send.shop.example.com', required: true, finding: 'verified', found: ['v=spf1 mx ~all'], advice: [] },
    {
      full_name: 'ph1._domainkey.shop.example.com',
      required: true,
      finding: 'different',
      found: ['<img src=x onerror="fetch(\'/ran?found\')">'],
      advice: [
        'Something else is published at ph1._domainkey.shop.example.com. Replace it with the value that is shown.',
      ],
    },
    { full_name: 'ph2._domainkey.shop.example.com', required: false, finding: null, found: [], advice: [] },
  ],
};

const claimToken = 'posthorn-domain-verification=9Qm0xT2vK5sR8wYbE1hJ4nC7pF6uL3aDzGiOkVtXyBQ';

export const claimFindings = {
  ...shopFindings,
  domain: { ...shopFindings.domain, id: claimedId, name: 'theirs.example.com', status: 'not_started' },
  status: 'not_started',
  last_checked_at: null,
  claim: {
    object: 'domain_claim',
    id: '0198c0de-0000-7000-8000-0000000000d5',
    name: 'theirs.example.com',
    status: 'pending',
    domain_id: claimedId,
    region: 'us-east-1',
    record: { type: 'TXT', name: 'theirs.example.com', value: claimToken, ttl: 'Auto' },
    blocked_reason: null as string | null,
    failure_reason: null,
    created_at: '2026-03-04 10:15:00.240000+00',
    expires_at: '2026-03-11 10:15:00.240000+00',
  },
};

const noDmarc = {
  object: 'domain_dmarc',
  finding: 'missing',
  found_at: null,
  found: [],
  policy: null,
  advice: ['There is no DMARC record, and large receivers expect one of whoever sends much.'],
  suggested: { name: '_dmarc.shop.example.com', value: 'v=DMARC1; p=none;' },
};

export const someDomains: Answers = {
  '/domains?limit=20': list([shopRow, sandboxRow], true),
  [`/domains?limit=20&after=${sandboxId}`]: list([
    row('0198c0de-0000-7000-8000-0000000000d3', 'older.example.com', 'failed'),
  ]),
  '/regions': list([{ name: 'us-east-1' }, { name: 'eu-west-1' }]),
  [`/domains/${shopId}/findings`]: shopFindings,
  [`/domains/${claimedId}/findings`]: claimFindings,
  [`/domains/${shopId}/dmarc`]: noDmarc,
  [`/domains/${sandboxId}/findings`]: {
    ...shopFindings,
    domain: { object: 'domain', ...sandboxRow, records: [txt('DKIM', 'posthorn1._domainkey', 'p=abc')] },
    origin: 'sandbox',
    status: 'verified',
    may_send: true,
    last_checked_at: null,
    data: [{ full_name: 'posthorn1._domainkey.posthorn.test', required: true, finding: null, found: [], advice: [] }],
  },
};
