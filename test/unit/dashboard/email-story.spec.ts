import { join } from 'node:path';

/* The types of the page's modules are the page's: what is needed of them here is said here. */

interface TimelineEntry extends Readonly<Record<string, unknown>> {
  readonly type: string;
}
interface Grouped {
  readonly title: string | null;
}
type Tokens = readonly (readonly [kind: string | null, text: string])[];

const rooms = join(import.meta.dirname, '../../../dashboard/src/rooms/emails');
const load = async <Module>(name: string): Promise<Module> => (await import(join(rooms, name))) as Module;
const { grouped } = await load<{ grouped(timeline: readonly TimelineEntry[]): readonly Grouped[] }>('sentences.ts');
const { verdictOf } = await load<{ verdictOf(overview: object): object | null }>('verdict.ts');
const { conversationTokens } = await load<{
  conversationTokens(text: string, reply: { readonly code: number | null }): Tokens;
}>('conversation.ts');

let last = 0;
const at = '2026-01-02T03:04:05.678Z';
function entry(type: string, changes: object = {}): TimelineEntry {
  last += 1;
  const none = { reply: null, until: null, reason: null, meaning: null, kind: null, note: null, tls: null, hit: null };
  return { id: `${last}`, type, created_at: at, actor: 'system', recipients: [0], summary: type, ...none, ...changes };
}
const reply = (code: number | null, text: string) => ({
  ...{ step: 'dot', code, enhanced_code: null, text, host: 'mx.example.org', conversation: null },
});
const overview = (timeline: readonly TimelineEntry[], ...statuses: readonly string[]) => ({
  erased: false,
  recipients: statuses.map((status, place) => ({ status, address: `reader${place}@example.org` })),
  timeline,
});

describe('what a timeline sums up', () => {
  const deferred = (place: number) => entry('DeliveryDeferred', { recipients: [place], reply: reply(451, 'Later') });

  it('is the tries of one recipient, and not so many recipients', () => {
    const tries = [0, 0, 0, 0].flatMap((place) => [entry('DeliveryAttemptStarted'), deferred(place)]);
    expect(grouped(tries).map(({ title }) => title)).toEqual(['Tried 4 times']);
  });

  it('is what happened to each of several', () => {
    expect(grouped([0, 1, 2, 3].map(deferred)).map(({ title }) => title)).toEqual(['Deferred for 4 recipients']);
    const twice = [0, 1, 0, 1].map(deferred);
    expect(grouped(twice).map(({ title }) => title)).toEqual(['Tried 4 times for 2 recipients']);
    expect(grouped(twice.slice(1)).map(({ title }) => title)).toEqual([null, null, null]);
  });

  it('is all that programs did, where the first of it came, and nothing of what people did', () => {
    const hit = (judged: string) => entry('EmailClicked', { hit: { judged, link: 0, url: null } });
    const timeline = [entry('EmailDelivered'), hit('scanner'), hit('person'), hit('privacy_proxy'), hit('person')];
    const groups = grouped(timeline);
    expect(groups.map(({ title }) => title)).toContain('2 automated hits, not counted as opens or clicks');
    expect(groups).toHaveLength(4);
  });

  it('is not an attempt whose outcome is known', () => {
    const started = entry('DeliveryAttemptStarted', { recipients: [0, 1] });
    const delivered = (place: number) => entry('EmailDelivered', { recipients: [place] });
    expect(grouped([started, delivered(0), delivered(1)])).toHaveLength(2);
    expect(grouped([started, delivered(0)])).toHaveLength(2);
  });
});

describe('the answer of an email', () => {
  const bounced = (place: number, kind: string, meaning: string | null) =>
    entry('EmailBounced', { recipients: [place], kind, meaning, reply: reply(550, 'No') });

  it('is the most frequent cause of the worst that happened, and what became of the others', () => {
    const timeline = [
      bounced(0, 'mailbox-full', 'the mailbox is full'),
      bounced(1, 'no-mailbox', 'this mailbox does not exist'),
      bounced(2, 'no-mailbox', 'this mailbox does not exist'),
    ];
    expect(verdictOf(overview(timeline, 'bounced', 'bounced', 'bounced', 'delivered'))).toMatchObject({
      tone: 'bad',
      title: '3 of 4 recipients bounced',
      cause: 'This mailbox does not exist.',
      others: 'Others: 1 delivered.',
      places: [0, 1, 2],
    });
  });

  it.each([
    ['delivery_delayed', 'DeliveryDeferred', 'warn', 'Nothing to do: retries are automatic.'],
    ['delivered', 'EmailDelivered', 'good', null],
    [
      'outcome_unknown',
      'DeliveryOutcomeUnknown',
      'warn',
      'Ask the recipient before you send it again: it may arrive twice.',
    ],
  ])('of one that is %s', (status, type, tone, advice) => {
    expect(verdictOf(overview([entry(type)], status))).toMatchObject({ tone, advice, others: null });
  });

  it.each(['queued', 'sent'])('is not known while it is %s', (status) => {
    expect(verdictOf(overview([], status))).toBeNull();
  });
});

describe('a conversation', () => {
  const marked = (text: string, code: number | null) =>
    conversationTokens(text, { code }).flatMap(([kind, said]) => (kind === 'mark' ? [said] : []));

  it('has a mark at each line of the answer that decided', () => {
    const text = '  12 < 550 no\n 3 > RCPT TO:<a@example.org>\n 4 < 550-5.1.1 no\n 0 < 550 such user\n 0 * closed';
    expect(marked(text, 550)).toEqual(['550-5.1.1 no', '550 such user']);
    expect(marked(text, null)).toEqual(['closed']);
    expect(marked(text, 421)).toEqual([]);
  });

  it('is shown whole, with units, and a line that is none stays as it is', () => {
    const text = '  12 < 220 hello\nno line\n   1 > ';
    const shown = conversationTokens(text, { code: 250 }).map(([, part]) => part);
    expect(shown.join('')).toBe('  +12 ms < 220 hello\nno line\n   +1 ms > ');
  });
});
