const own = '/dashboard-api';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** One moment for all: periods are whole days. */
const now = Date.now();
const ago = (ms: number): string => new Date(now - ms).toISOString();
const mailId = '019a3f5e-7c1a-7d30-9c4b-000000000501';

const none = {
  sent: 0,
  delivered: 0,
  delivery_delayed: 0,
  bounced: 0,
  bounced_permanent: 0,
  bounced_transient: 0,
  bounced_undetermined: 0,
  suppressed: 0,
  failed: 0,
  complained: 0,
  unsubscribed: 0,
  opened: 0,
  clicked: 0,
  unique_opened: 0,
  unique_clicked: 0,
  opened_all: 0,
  clicked_all: 0,
  unique_opened_all: 0,
  unique_clicked_all: 0,
  opens_tracked: 0,
  clicks_tracked: 0,
  unsubscribe_rate: 0,
  tracked_open_rate: 0,
  tracked_click_rate: 0,
  delivery_rate: 0,
  bounce_rate: 0,
  complaint_rate: 0,
};

/** What became of so many recipients. */
export function figuresOf(sent: number, bounced: number, complained: number) {
  const delivered = sent - bounced;
  const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);
  return {
    ...none,
    sent,
    delivered,
    bounced,
    bounced_permanent: bounced,
    complained,
    delivery_rate: percent(delivered, sent),
    bounce_rate: percent(bounced, sent),
    complaint_rate: percent(complained, delivered),
  };
}

/** Half of them tracked: a third of these opened it, a tenth followed a link, and programs as many once more. */
function withHits(sent: number, bounced: number, complained: number) {
  const figures = figuresOf(sent, bounced, complained);
  const tracked = Math.floor(figures.delivered / 2);
  const [opened, clicked] = [Math.floor(tracked / 3), Math.floor(tracked / 10)];
  return {
    ...figures,
    opens_tracked: tracked,
    clicks_tracked: tracked,
    unique_opened: opened,
    unique_clicked: clicked,
    opened: opened * 2,
    clicked,
    opened_all: opened * 3,
    clicked_all: clicked * 2,
    tracked_open_rate: Math.round((opened / tracked) * 10_000) / 100,
    tracked_click_rate: Math.round((clicked / tracked) * 10_000) / 100,
  };
}

const row = (kind: string, id: string | null, name: string | null, sent: number, bounced: number) => ({
  kind,
  id,
  name,
  ...figuresOf(sent, bounced, 0),
});

export const sampleMetrics = {
  object: 'team_metrics',
  start_date: ago(7 * dayMs),
  end_date: ago(0),
  totals: withHits(12_400, 620, 12),
  before: withHits(10_000, 150, 0),
  periods: Array.from({ length: 7 }, (_, day) => ({
    period: ago((7 - day) * dayMs),
    ...withHits(1_500 + day * 90, 60 + day * 9, day),
  })),
  rows: [
    {
      ...row('domain', '019a3f5e-7c1a-7d30-9c4b-000000000d01', 'shop.example.com', 9_000, 600),
      ...withHits(9_000, 600, 0),
    },
    row('domain', '019a3f5e-7c1a-7d30-9c4b-000000000d02', 'news.a-rather-long-name.example.com', 3_400, 20),
    row('domain', '019a3f5e-7c1a-7d30-9c4b-000000000d03', null, 10, 0),
  ],
  bounce_reasons: [
    { type: 'permanent', reason: 'no-mailbox', count: 590 },
    { type: 'transient', reason: 'a-kind-of-later', count: 20 },
    { type: 'undetermined', reason: null, count: 10 },
  ],
  sandbox: [{ id: '019a3f5e-7c1a-7d30-9c4b-000000000d09', name: 'posthorn.test', sent: 42 }],
  complete: true,
};

export const emptyMetrics = { ...sampleMetrics, totals: none, before: none, periods: [], rows: [], bounce_reasons: [] };

export const metricsByKey = {
  ...sampleMetrics,
  complete: false,
  rows: [
    row('api-key', '019a3f5e-7c1a-7d30-9c4b-0000000000b1', 'Shop, production', 9_000, 600),
    row('smtp-session', null, null, 3_400, 20),
  ],
};

const receiptId = '019a3f5e-7c1a-7d30-9c4b-0000000000e1';
export const metricsByVersion = {
  ...sampleMetrics,
  rows: [row('template', `${receiptId}:2`, 'Receipt', 9_000, 600), row('template', null, null, 3_400, 20)],
};

const line = {
  domain: 'late.example.net',
  due: 0,
  waiting: 1_204,
  in_attempt: 0,
  next_at: ago(-3 * hourMs - 30 * minuteMs),
  last_reply: '451 4.2.2 at rcpt',
  last_reply_text: '4.2.2 The mailbox of the recipient is over quota' as string | null,
  reply_kind: 'mailbox-full',
  since: ago(5 * hourMs),
  paused: null,
  first_email_id: mailId,
};

export const sampleQueue = {
  object: 'queue',
  complete: true,
  data: [
    line,
    {
      ...line,
      domain: 'a-rather-long-name-of-a-department.university.example.org',
      waiting: 0,
      due: 12,
      last_reply: null,
      last_reply_text: null,
      reply_kind: null,
      paused: { since: ago(dayMs), until: ago(-2 * dayMs), reason: 'They asked for a break over the weekend' },
    },
    {
      ...line,
      domain: 'busy.example.com',
      due: 3,
      waiting: 2,
      in_attempt: 1,
      last_reply: null,
      last_reply_text: null,
      reply_kind: null,
    },
    {
      ...line,
      domain: null,
      waiting: 2,
      last_reply: '421 at greeting',
      last_reply_text: null,
      reply_kind: 'a-kind-of-later',
    },
  ],
  pauses: [
    {
      id: 'destination:0f0f',
      domain: 'a-rather-long-name-of-a-department.university.example.org',
      since: ago(dayMs),
      until: ago(-2 * dayMs),
      reason: 'They asked for a break over the weekend',
    },
    { id: 'mx-set:mx', domain: null, since: ago(hourMs), until: null, reason: 'A test' },
  ],
};

const period = (used: number, limit: number | null) => ({
  used,
  limit,
  sent: used,
  received: 0,
  resets_at: '2026-03-05 00:00:00.000000+00',
});

export const sampleUsage = {
  object: 'usage',
  emails: { daily: period(100, 100), monthly: period(2_700, 3_000) },
  domains: { used: 2, limit: null },
  contacts: { used: 1_204, limit: 2_147_483_647 },
  segments: { used: 3, limit: 1_000 },
  broadcasts: { used: 14, limit: null },
  rate_limit: { limit: 5, duration: '1s' },
};

export const sampleHealth = {
  object: 'health',
  looked_at: ago(5_000),
  version: '0.1.0',
  node_version: '20.20.1',
  findings: [
    {
      severity: 'warning',
      code: 'disk-space-low',
      problem: '900 MiB are free on the disk.',
      advice: 'Free space, or set RETENTION_DAYS.',
    },
    { severity: 'a-later-one', code: 'x', problem: 'Something that this page does not know.', advice: 'Read it.' },
  ],
  engines: [
    { name: 'Event log', answers: true, round_trip_ms: null, problem: null },
    { name: 'MONGODB_URL', answers: false, round_trip_ms: null, problem: 'MongoDB does not answer at its address' },
  ],
  projections: [
    { name: 'emails@2', behind_events: 0, behind_since: null },
    { name: 'metrics@3', behind_events: 1_200, behind_since: ago(10 * minuteMs) },
  ],
  process_managers: [{ name: 'suppressor', saved_at: ago(minuteMs) }],
  seal: { number: 1_204, at: ago(30_000) },
  unsealed_events: 12,
  last_verified: { at: ago(24 * 60 * minuteMs), events: 98_765, seals: 1_190, broken: null },
  pending: { unsettled: 1_224, due: 15, due_since: ago(minuteMs) },
  disk: { free_bytes: 900 * 1024 * 1024, total_bytes: 40 * 1024 ** 3 },
};

export const running = { object: 'status', delivery: { state: 'running', held_since: null, troubles: [] } };
export const failing = {
  object: 'status',
  delivery: {
    state: 'running',
    held_since: null,
    troubles: [{ kind: 'relay-login', problem: 'The relay refuses the login', since: '2026-03-04T09:00:00.000Z' }],
  },
};
export const held = {
  object: 'status',
  delivery: { state: 'held', held_since: '2026-03-04T09:00:00.000Z', troubles: [] },
};

/**
 * What the rooms of figures ask for, whatever range they ask about: `GET path` without the query answers every query.
 */
export const figuresAnswers: Record<string, object> = {
  [`GET ${own}/status`]: running,
  [`GET ${own}/metrics`]: sampleMetrics,
  [`GET ${own}/queue`]: sampleQueue,
  [`GET ${own}/usage`]: sampleUsage,
  [`GET ${own}/health`]: sampleHealth,
};

export const answers = () => figuresAnswers;

export const samples = [
  ['metrics', '/metrics', 'text=Bounce reasons'],
  ['queue', '/queue', 'text=late.example.net'],
  ['usage', '/usage', 'text=By API key'],
  ['health', '/health', 'text=Up to date'],
] as const;
