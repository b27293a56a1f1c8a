const own = '/dashboard-api';
const createdAt = '2026-01-02 03:04:05.678000+00';
const id = (last: number) => `019a3f5e-7c1a-7d30-9c4b-8b1d0f2a4d4${last}`;
const segmentId = '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3c77';
const list = (data: readonly object[]) => ({ object: 'list', has_more: false, data });

const html = '<h1>Hello {{{FIRST_NAME|there}}}</h1><p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>';
const shown = '<!doctype html><html lang="en"><body><h1>Hello there</h1></body></html>';
const row = (last: number, name: string, status: string, changes: object = {}) => ({
  ...{ id: id(last), name, status, audience_id: segmentId, segment_id: segmentId, created_at: createdAt },
  ...{ scheduled_at: null, sent_at: null },
  ...{ paused: false, ...changes },
});
const whole = <Of extends object>(of: Of) => ({
  object: 'broadcast',
  ...of,
  from: 'News <news@example.com>',
  subject: 'News for {{{FIRST_NAME|you}}}',
  reply_to: [],
  preview_text: 'What is new in November',
  html,
  text: 'Hello {{{FIRST_NAME|there}}}',
  document: null,
  revision: 1,
  topic_id: null,
  paused_because: null,
  local_time: null,
  excluding: null,
  ...{ public: false, public_url: null, archive_url: null },
});

const draft = row(1, 'November news', 'draft');
const sent = row(2, 'Welcome to the new shop, with a name that is far too long for its column', 'sent', {
  sent_at: createdAt,
});
const paused = row(3, 'Autumn sale', 'queued', { paused: true });
const scheduled = row(4, 'December news', 'scheduled', { scheduled_at: '2026-12-01 09:00:00.000000+00' });
export const draftBroadcast = whole(draft);
export const sentBroadcast = whole(sent);
export const scheduledBroadcast = whole(scheduled);
const pausedBroadcast = { ...whole(paused), paused_because: 'domain-not-verified' };

const abTest = (of: number, status: string, winner: object | null = null) => ({
  ...{ object: 'broadcast_ab_test', broadcast_id: id(of), status, share: 20, winner_by: 'opens', hours: 4 },
  ...{ subject: 'All that is new', preview_text: null, html: null, text: null, document: null },
  ...{ judges_at: null, winner, revision: 1 },
});

const count = (people: number, all: number) => ({ people, all });
const figures = { delivered: 1_150, bounced: 20, complained: 1, opened: count(610, 940), clicked: count(122, 300) };

const counts = { sent: 1_180, delivered: 1_150, bounced: 20, opened: 610, clicked: 122, unsubscribed: 4 };

export const answers = (): Record<string, object> => ({
  [`GET ${own}/broadcasts`]: list([draft, scheduled, paused, sent]),
  [`GET ${own}/broadcasts/counts`]: list([2, 3].map((of) => ({ id: id(of), ...counts, planned: of * 600 }))),
  [`GET ${own}/broadcasts/${id(1)}`]: draftBroadcast,
  [`GET ${own}/broadcasts/${id(2)}`]: sentBroadcast,
  [`GET ${own}/broadcasts/${id(3)}`]: pausedBroadcast,
  [`GET ${own}/broadcasts/${id(4)}`]: scheduledBroadcast,
  [`GET ${own}/broadcasts/${id(4)}/ab-test`]: abTest(4, 'off'),
  [`GET ${own}/broadcasts/${id(1)}/ab-test`]: abTest(1, 'draft'),
  [`GET ${own}/broadcasts/${id(2)}/ab-test`]: abTest(2, 'decided', { variant: 'b', because: 'opens', tie: false }),
  [`GET ${own}/broadcasts/${id(3)}/ab-test`]: abTest(3, 'off'),
  ...Object.fromEntries(
    [1, 2, 3, 4].map((of) => [
      `POST ${own}/broadcasts/${id(of)}/preview`,
      { object: 'broadcast_preview', subject: 'News for you', html: shown, text: 'Hello there', cut: false },
    ]),
  ),
  [`GET ${own}/broadcasts/${id(1)}/policy`]: {
    ...{ object: 'broadcast_policy', broadcast_id: id(1), pace_per_hour: 10_000, bounce_rate: 0.05 },
    ...{ complaint_rate: 0.001, warm_up: null, paused_because: null },
  },
  [`POST ${own}/broadcasts/${id(1)}/review`]: {
    object: 'broadcast_review',
    blocks: true,
    findings: [
      {
        ...{ name: 'no-unsubscribe-link', blocks: true, seen: 'Readers see no link to unsubscribe.' },
        ...{
          why: 'Gmail and Yahoo require one.',
          do: 'Link {{{RESEND_UNSUBSCRIBE_URL}}}.',
          fixed_by: 'writer',
          place: null,
          variant: 'b',
        },
      },
      {
        ...{ name: 'alt-texts', blocks: false, seen: 'An image has no `alt`.', why: 'Some see no images.' },
        ...{ do: 'Add `alt`.', fixed_by: 'writer', place: { part: 'html', line: 3, column: 1 }, variant: null },
      },
      ...['DMARC is missing.', 'SPF is not aligned.'].map((seen) => ({
        ...{ name: 'dmarc', blocks: false, seen, why: 'Gmail requires it.', do: 'Add a record.' },
        ...{ fixed_by: 'admin', place: null, variant: null },
      })),
    ],
    audience: { counted: 1_204, skipped: { unsubscribed: 21 }, conditions: [], exact: true },
  },
  [`GET ${own}/broadcasts/${id(2)}/results`]: {
    ...{ object: 'broadcast_results', id: id(2), planned: 1_204, sent: 1_170, ...figures },
    bounced_by: { permanent: 15, transient: 4, undetermined: 1 },
    ...{ unsubscribed: 6, suppressed: 9, skipped: { unsubscribed: 21, suppressed: 9 } },
    ...{ failed: 3, unknown: 1, waiting: 0, retired: 0 },
    by_receiver: [{ receiver: 'gmail', ...figures }],
    by_variant: ['a', 'b'].map((variant) => ({ variant, recipients: 117, ...figures, unsubscribed: 1 })),
    by_link: [{ url: 'https://example.com/news', clicks: 150, unique_clicks: 122 }],
    by_hour: [{ hour: '2026-01-02T03:00:00.000Z', delivered: 1_150, opened: 610, clicked: 122 }],
  },
  [`GET ${own}/broadcasts/${id(2)}/recipients`]: list([
    { id: 'YQ', contact_id: id(9), email: 'ann@example.com', email_id: id(6), variant: 'b' },
  ]),
  [`GET ${own}/broadcasts/${id(2)}/proof`]: {
    ...{ object: 'broadcast_proof', id: id(2), name: sent.name, status: 'sent', planned: 1_204, sent: 1_170 },
    ...{ skipped: { unsubscribed: 21, suppressed: 9 }, failed: 3, unknown: 1, waiting: 0, retired: 0, missing: 0 },
    ...{ maybe_twice: 1, missing_members: [] },
    seal: { seal: 7, root: '5f0c'.repeat(16), signature: 'b64url-of-64-bytes', public_key: 'b64url-of-32-bytes' },
  },
  [`GET ${own}/broadcasts/${id(2)}/why`]: {
    ...{ object: 'broadcast_why', outcome: 'skipped', reason: 'unsubscribed', contact_id: id(9), email_id: null },
    steps: [
      { event_id: id(8), at: createdAt, said: `In segment ${segmentId} when it was sent: member 0 of chunk 0` },
      { event_id: id(7), at: createdAt, said: 'Left all marketing by the link of an earlier email' },
    ],
  },
});

export const samples = [
  ['broadcasts', '/broadcasts', 'text=November news'],
  ['create-broadcast', '/broadcasts?create=true', 'role=dialog >> button:has-text("Create broadcast")'],
  ['broadcast', `/broadcasts/${id(1)}`, 'text=Review and send'],
  ['broadcast-settings', `/broadcasts/${id(1)}?tab=settings`, 'role=textbox[name="Preview text"]'],
  ['broadcast-ab-test', `/broadcasts/${id(1)}?tab=ab-test`, 'role=textbox[name="Subject of B"]'],
  ['broadcast-sending', `/broadcasts/${id(1)}?tab=sending`, 'role=textbox[name="Emails an hour"]'],
  ['broadcast-paused', `/broadcasts/${id(3)}?tab=settings`, 'text=Paused: the domain'],
  ['broadcast-results', `/broadcasts/${id(2)}`, 'text=ann@example.com'],
  ['broadcast-proof', `/broadcasts/${id(2)}?tab=proof`, 'text=accounted for'],
] as const;
