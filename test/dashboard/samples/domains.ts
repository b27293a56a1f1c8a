const own = '/dashboard-api';
const dayMs = 86_400_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
/** As the public contract writes moments. */
const rest = (ms: number): string => ago(ms).replace('T', ' ').replace('Z', '000+00');
const list = (data: readonly object[], hasMore = false) => ({ object: 'list', has_more: hasMore, data });

export const shopId = '0198c0de-0000-7000-8000-0000000000d1';
export const claimedId = '0198c0de-0000-7000-8000-0000000000d4';
const sandboxId = '0198c0de-0000-7000-8000-0000000000d2';

const row = (id: string, name: string, status: string, origin = 'team') => ({
  id,
  name,
  status,
  created_at: rest(3 * dayMs),
  region: 'us-east-1',
  open_tracking: false,
  click_tracking: false,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
  origin,
  last_checked_at: origin === 'team' ? ago(5 * 60_000) : null,
  records: { verified: 3, total: 5 },
});

export const dkimValue = `p=${'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA'.repeat(8)}`;
const record = (purpose: string, name: string, value: string, more: object = {}) => ({
  record: purpose,
  name,
  type: 'TXT',
  ttl: 'Auto',
  status: 'pending',
  value,
  ...more,
});
const {
  origin: _origin,
  last_checked_at: _at,
  records: _records,
  ...shopRow
} = row(shopId, 'shop.example.com', 'pending');

export const shopFindings = {
  object: 'domain_findings',
  domain: {
    object: 'domain',
    ...shopRow,
    records: [
      record('SPF', 'send.shop', 'mail.example.net', { type: 'MX', priority: 10 }),
      record('SPF', 'send.shop', 'v=spf1 mx ~all', { status: 'verified' }),
      record('DKIM', 'ph1._domainkey.shop', dkimValue),
    ],
  },
  origin: 'team',
  status: 'pending',
  may_send: false,
  check_awaited: false,
  last_checked_at: ago(5 * 60_000),
  tls: 'opportunistic',
  custom_return_path: 'send',
  former_tracking: [
    {
      name: 'clicks.shop',
      full_name: 'clicks.shop.example.com',
      value: 'links.example.net',
      finding: 'different',
      found: ['elsewhere.example.org'],
    },
  ],
  name_servers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  dns_provider: 'Cloudflare' as string | null,
  claim: null as object | null,
  data: [
    {
      full_name: 'send.shop.example.com',
      required: true,
      finding: 'different',
      found: ['20 mail.example.net'],
      advice: ['The priority is 20; set it to 10.'],
      advice_codes: ['wrong-priority'],
    },
    {
      full_name: 'send.shop.example.com',
      required: true,
      finding: 'verified',
      found: ['v=spf1 mx ~all'],
      advice: [],
      advice_codes: [],
    },
    {
      full_name: 'ph1._domainkey.shop.example.com',
      required: false,
      finding: 'different',
      found: ['<img src=x onerror="fetch(\'/ran?found\')">'],
      advice: [],
      advice_codes: [] as string[],
    },
  ],
};

const claimFindings = {
  ...shopFindings,
  domain: { ...shopFindings.domain, id: claimedId, name: 'theirs.example.com', status: 'not_started' },
  status: 'not_started',
  last_checked_at: null,
  former_tracking: [],
  claim: {
    object: 'domain_claim',
    id: '0198c0de-0000-7000-8000-0000000000d5',
    name: 'theirs.example.com',
    status: 'blocked',
    domain_id: claimedId,
    region: 'us-east-1',
    record: { type: 'TXT', name: 'theirs.example.com', value: 'posthorn-domain-verification=9Qm0xT2vK5s', ttl: 'Auto' },
    blocked_reason: 'recent_owner_activity',
    failure_reason: null,
    created_at: rest(dayMs),
    expires_at: rest(-6 * dayMs),
  },
};

export const domainAnswers: Record<string, object> = {
  [`GET ${own}/domains?limit=50`]: list([
    row(shopId, 'shop.example.com', 'pending'),
    row('0198c0de-0000-7000-8000-0000000000d3', 'news.example.com', 'from_a_newer_server'),
    row(sandboxId, 'posthorn.test', 'verified', 'sandbox'),
  ]),
  [`GET ${own}/regions`]: list([{ name: 'us-east-1' }, { name: 'eu-west-1' }]),
  [`GET ${own}/domains/${shopId}/findings`]: shopFindings,
  [`GET ${own}/domains/${claimedId}/findings`]: claimFindings,
  [`GET ${own}/domains/${shopId}/dmarc`]: {
    object: 'domain_dmarc',
    finding: 'missing',
    found_at: null,
    found: [],
    policy: null,
    advice: ['There is no DMARC record, and Gmail and Yahoo require one from bulk senders.'],
    suggested: { name: '_dmarc.shop.example.com', value: 'v=DMARC1; p=none;' },
  },
};

const entry = (number: number, email: string, more: object = {}) => ({
  id: `4f0c2a9e-51b7-8c3d-9a44-0000000000a${number}`,
  email,
  origin: 'manual',
  source_id: null,
  created_at: rest(number * dayMs),
  scope: 'all',
  expires_at: null,
  ...more,
});

export const bouncedMail = '019a3f5e-7c1a-7d30-9c4b-8f6f0a5c8e77';
export const annEntry = entry(1, 'ann@example.com', { origin: 'bounce', source_id: bouncedMail });

export const suppressionAnswers: Record<string, object> = {
  [`GET ${own}/suppressions?limit=50`]: list([
    annEntry,
    entry(2, 'a.person.with.a.rather.long.address@department.of.something.example.org', { scope: 'bulk' }),
    entry(3, '[erased]', { origin: 'complaint', expires_at: rest(dayMs) }),
  ]),
  [`GET ${own}/suppressions?scope=bulk&limit=50`]: list([]),
  [`GET ${own}/suppressions/ann%40example.com`]: { object: 'suppression', ...annEntry },
};

export const erasureId = '019a3f5e-7c1a-7d30-9c4b-9c7a0a5c8ebb';
const erasureRow = {
  id: erasureId,
  state: 'completed',
  requested_at: ago(2 * dayMs),
  requested_by: { kind: 'user', id: '019a3f5e-7c1a-7d30-9c4b-000000000001' },
  completed_at: ago(2 * dayMs - 4_000),
};
const logEntry = (number: number, type: string) => ({
  event_id: `019a3f5e-7c1a-7d30-9c4b-00000000000${number}`,
  stream: `erasure-${erasureId}`,
  type,
  position: `0000000000000000004${number}`,
  digest: '6b23c0d5f35d1b11f9b683f0b0a617355deb11277d91ae091d399c655b87940d',
  created_at: ago(2 * dayMs),
});

export const erasure = {
  object: 'erasure',
  ...erasureRow,
  person: '5f0c6c6a0f0e4b6a8d7c1e2f3a4b5c6d',
  destroyed: { mails: 12, other_records: 1, keys: 25, blobs: 11 },
  log: [logEntry(1, 'ErasureRequested'), logEntry(2, 'ErasureCompleted')],
};

export const erasureAnswers: Record<string, object> = {
  [`GET ${own}/erasures?limit=50`]: list([
    { ...erasureRow, id: '019a3f5e-7c1a-7d30-9c4b-9c7a0a5c8ecc', state: 'requested', completed_at: null },
    erasureRow,
  ]),
  [`GET ${own}/erasures/${erasureId}`]: erasure,
};

const group = (name: string, delivered: number, bounced: number, changes: object = {}) => ({
  ...{
    group: name,
    delivered,
    deferred: 3,
    bounced,
    complained: 0,
    encrypted: delivered,
    verified: delivered,
    p50_ms: 1_200,
    p95_ms: 9_400,
  },
  ...changes,
});
const requirement = (name: string, state: string, title: string, seen: string, changes: object = {}) => ({
  ...{ requirement: name, receivers: ['Gmail', 'Yahoo'], group: state, title, seen, remedy: null, fix: null },
  ...{ why: 'Both require it.', source: { name: 'Google: Email sender guidelines', url: 'https://example.com/rules' } },
  ...changes,
});

/** Gmail took less than before; the others did as always. */
export const sampleHealth = {
  object: 'sending_health',
  domain_id: shopId,
  windows: [0, 1, 2, 3, 4].map((week) => ({
    from: ago((week + 1) * 7 * dayMs),
    until: ago(week * 7 * dayMs),
    groups: [
      week === 0 ? group('gmail', 180, 20) : group('gmail', 245, 5),
      group('other', 1_240, 0, { deferred: 0, p95_ms: 5_400_000 }),
    ],
  })),
  falls: [{ group: 'gmail', measure: 'delivered', now: { count: 180, of: 200 }, before: { count: 980, of: 1_000 } }],
  requirements: [
    requirement('dmarc', 'attention', 'The domain has a valid DMARC record', 'There is no DMARC record.', {
      remedy: 'Publish one.',
      fix: { label: 'Open the records', path: `/dashboard/domains/${shopId}`, setting: null },
    }),
    requirement('spf', 'passed', 'SPF passes for the From domain', 'The record allows this server.'),
  ],
  unverified: [{ email_id: '0198c0de-0000-7000-8000-0000000000e7', at: ago(dayMs), protection: 'none' }],
  complete: true,
};

const reportRecord = (kind: string, name: string, value: string, finding: string) => ({
  ...{ kind, name, value, finding, found: [] },
});
const reportSource = (source: string | null, passed: number, domains: readonly string[]) => ({
  ...{ source, messages: 412, passed, dkim: passed, spf: 0, quarantined: 412 - passed, rejected: 0, domains },
});

/** One server passes, another one does not; one reporter is proven. */
const sampleReports = {
  object: 'domain_reports',
  domain_id: shopId,
  ...{ from: ago(30 * dayMs), until: ago(0), messages: 824, passed: 412 },
  sources: [reportSource('192.0.2.25', 412, ['shop.example.com']), reportSource('2001:db8::7', 0, [])],
  reporters: [
    { organization: 'One', sent_by: 'one.test', reports: 7, messages: 812, failed_sessions: 0 },
    { organization: 'Two', sent_by: null, reports: 1, messages: 12, failed_sessions: 3 },
  ],
  tls: [
    {
      ...{ policy: 'sts', domain: 'send.shop.example.com', succeeded: 5_326, failed: 3 },
      failures: [{ result: 'certificate-expired', host: 'mx.example.com', sessions: 3 }],
    },
  ],
  records: [
    reportRecord(
      'dmarc',
      '_dmarc.shop.example.com',
      'v=DMARC1; p=none; rua=mailto:dmarc@send.shop.example.com',
      'missing',
    ),
    reportRecord(
      'tls',
      '_smtp._tls.send.shop.example.com',
      'v=TLSRPTv1; rua=mailto:tls@send.shop.example.com',
      'verified',
    ),
  ],
};

const healthAnswers = {
  [`GET ${own}/domains/${shopId}/health`]: sampleHealth,
  [`GET ${own}/domains/${shopId}/reports`]: sampleReports,
};

/** Answers of all rooms about domains, suppressions and erasures. */
export const domainRoomAnswers = { ...domainAnswers, ...healthAnswers, ...suppressionAnswers, ...erasureAnswers };

export const answers = () => domainRoomAnswers;

export const samples = [
  ['domains', '/domains', 'text=shop.example.com'],
  ['add-domain', '/domains?create=true', 'role=dialog >> button:has-text("Add")'],
  ['domain', '/domains/0198c0de-0000-7000-8000-0000000000d1', 'text=Delete domain'],
  ['domain-health', '/domains/0198c0de-0000-7000-8000-0000000000d1/health', 'text=Gmail accepts less'],
  ['domain-reports', '/domains/0198c0de-0000-7000-8000-0000000000d1/reports', 'text=Unverified reporter'],
  ['claimed-domain', '/domains/0198c0de-0000-7000-8000-0000000000d4', 'text=Check now'],
  ['suppressions', '/suppressions', 'text=ann@example.com'],
  ['add-suppression', '/suppressions?create=true', 'role=dialog >> button:has-text("Add")'],
  ['import-suppressions', '/suppressions?open=import', 'role=dialog >> text=Choose file'],
  ['erasures', '/settings/erasures', 'text=In progress'],
  ['erasure', '/settings/erasures/019a3f5e-7c1a-7d30-9c4b-9c7a0a5c8ebb', 'text=Digest'],
] as const;
