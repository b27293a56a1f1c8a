import { fallNotifier } from '../../../src/application/sending-health/fall-notifier.js';
import { type FallWatcherPorts, noteFalls, watchFalls } from '../../../src/application/sending-health/fall-watcher.js';
import { fallsIn, healthWindows } from '../../../src/application/sending-health/health-windows.js';
import { SendingDomains } from '../../../src/application/sending-domain/sending-domains.js';
import { InFlight } from '../../../src/application/submission/accept-submission.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import type { RecipientHealth } from '../../../src/domain/insight/health/figures.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { reveal } from '../../../src/domain/shared/personal.js';
import { idOf } from '../../../src/domain/shared/stream-name.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { domainsProjection } from '../../../src/projections/domains/domains.projection.js';
import { sendingHealthProjection } from '../../../src/projections/sending-health/sending-health.projection.js';
import type { MemoryReadStore } from '../../support/memory-read-store.js';
import { notes } from '../../support/process-managers.js';
import { readModel } from '../../support/read-model.js';
import { waitFor } from '../../support/wait-for.js';
import { teamId, useWorld, world } from '../../support/world.js';

const dayMs = 86_400_000;
const gmail: RecipientHealth = {
  ...{
    group: 'gmail',
    deferred: false,
    result: 'delivered',
    deliveredMs: 1_000,
    tls: 'certificate',
    complained: false,
  },
};
const bounced: RecipientHealth = { ...gmail, result: 'bounced', deliveredMs: null };

useWorld('example.com');
let domainId: string;
let readStore: MemoryReadStore;
let emails: number;
let lags: boolean;
beforeEach(async () => {
  await world.addDomain('posthorn.test', 'sandbox');
  [domainId = ''] = (await world.streamsWith('DomainCreated')).map(idOf);
  readStore = await readModel(world, domainsProjection);
  emails = 0;
  lags = false;
});

/** So many emails to one recipient each, accepted so long ago. */
async function sent(count: number, daysAgo: number, recipient: RecipientHealth, ofDomain = domainId): Promise<void> {
  const at = new Date(world.clock.now() - daysAgo * dayMs).toISOString();
  const changes = Array.from({ length: count }, () => {
    emails += 1;
    const id = `email-${String(emails).padStart(6, '0')}`;
    const document = { id, teamId, domainId: ofDomain, at, oneClick: null, recipients: [recipient] };
    return { id, position: String(emails).padStart(20, '0') as Position, document };
  });
  await readStore.apply(shapeOf(sendingHealthProjection), changes, changes.at(-1)?.position ?? ('0' as Position));
}

const ports = (): FallWatcherPorts => ({ ...world.process(), readStore, whenProcessed: async () => !lags });
const windows = () => healthWindows({ readStore }, { teamId, domainId, nowMs: world.clock.now() });

async function falls() {
  const streams = await world.streamsWith('DomainDeliveryFell');
  const events = await Promise.all([...new Set(streams)].map((stream) => world.events(stream)));
  return events.flat().flatMap(({ event }) => (event.type === 'DomainDeliveryFell' ? [event.data] : []));
}

const fell = {
  ...{ group: 'gmail', measure: 'delivered' },
  ...{ now: { count: 40, of: 60 }, before: { count: 300, of: 300 } },
};

/** 300 of 300 in the weeks before, 40 of 60 in this one. */
async function worse(): Promise<void> {
  await sent(300, 10, gmail);
  await sent(40, 1, gmail);
  await sent(20, 1, bounced);
}

describe('the weeks of a domain', () => {
  it('are seven days each, the latest first, and nothing of before or of others', async () => {
    await sent(3, 0.5, gmail);
    await sent(2, 6.9, bounced);
    await sent(5, 7.1, gmail);
    await sent(7, 34.9, { ...gmail, group: null });
    await sent(9, 35.1, gmail);
    await sent(11, 1, gmail, 'another-domain');
    const { windows: found, isComplete } = await windows();
    const counts = found.map(({ groups }) =>
      [...groups].map(([group, sum]) => [group, sum.figures().delivered, sum.figures().bounced]),
    );
    expect(counts).toEqual([[['gmail', 3, 2]], [['gmail', 5, 0]], [], [], [['other', 7, 0]]]);
    expect(found[0]).toMatchObject({ from: '2026-02-23T10:00:00.000Z', until: '2026-03-02T10:00:00.000Z' });
    expect(isComplete).toBe(true);
  });

  it('are read page by page, also where many were accepted at one moment', async () => {
    await sent(2_500, 1, gmail);
    expect((await windows()).windows[0]?.groups.get('gmail')?.figures().delivered).toBe(2_500);
  });

  it('name what left without proof of the receiver in the latest', async () => {
    const waits = { ...gmail, result: null, tls: 'none' } as const;
    for (const tls of ['none', 'dane', 'encrypted', 'mta-sts'] as const) await sent(1, 1, { ...gmail, tls });
    await sent(1, 2, waits);
    await sent(1, 8, { ...gmail, tls: 'none' });
    const { unverified } = await windows();
    expect(unverified.map(({ emailId, isClear }) => [emailId, isClear])).toEqual([
      ['email-000003', false],
      ['email-000001', true],
    ]);
  });

  it('show what fell in which group', async () => {
    await worse();
    await sent(500, 1, { ...gmail, group: 'yahoo' });
    expect(fallsIn(await windows())).toEqual([fell]);
  });
});

describe('a fall', () => {
  const onFall = () => undefined;

  it('is written down once in seven days', async () => {
    await worse();
    const heard: unknown[] = [];
    const round = () => noteFalls(ports(), (id, { measure }) => heard.push([id, measure]));
    await round();
    await round();
    expect(await falls()).toEqual([fell]);
    world.clock.advance(6 * dayMs);
    await sent(20, 1, bounced);
    await round();
    expect(await falls()).toHaveLength(1);
    world.clock.advance(dayMs);
    await sent(60, 1, bounced);
    await round();
    expect(await falls()).toHaveLength(2);
    expect(heard).toEqual([
      [domainId, 'delivered'],
      [domainId, 'delivered'],
    ]);
  });

  it('of another measure is one of its own', async () => {
    await worse();
    await noteFalls(ports(), onFall);
    await sent(60, 1, { ...gmail, deferred: true });
    await noteFalls(ports(), onFall);
    expect((await falls()).map(({ measure }) => measure)).toEqual(['delivered', 'deferred']);
  });

  it('is none with too few emails, and nothing is compared while the figures lag', async () => {
    await sent(300, 10, gmail);
    await sent(49, 1, bounced);
    expect(await noteFalls(ports(), onFall)).toBe(true);
    await sent(1, 1, bounced);
    lags = true;
    expect(await noteFalls(ports(), onFall)).toBe(false);
    expect(await falls()).toEqual([]);
    lags = false;
    await noteFalls(ports(), onFall);
    expect(await falls()).toHaveLength(1);
  });

  it('is looked for after the start, until the stop', async () => {
    await worse();
    const stopping = new AbortController();
    const failures: unknown[] = [];
    const running = watchFalls(ports(), stopping.signal, onFall, (error) => failures.push(error));
    await waitFor(falls, (found) => found.length > 0);
    stopping.abort();
    await running;
    expect(failures).toEqual([]);
  });

  it('is written to the team about, once', async () => {
    await worse();
    await noteFalls(ports(), onFall);
    for (let restarts = 0; restarts < 2; restarts += 1) {
      const own = world.process();
      const notifier = fallNotifier.make({
        services: {
          ...own,
          domains: new SendingDomains(own),
          inFlight: new InFlight(1_000),
          quotas: null,
          onAccepted: () => undefined,
          notices: { from: { name: 'Posthorn', address: 'posthorn@example.com' }, onUnsent: () => undefined },
          noticeRecipients: async () => ['ops@one.test'],
        },
      });
      await notes(world, notifier);
      await notifier.act();
      expect(notifier.backlog.isEmpty).toBe(true);
    }
    const streams = await world.streamsWith('EmailAccepted');
    const notices = await Promise.all(streams.map(async (stream) => (await world.events(stream))[0]));
    expect(notices).toHaveLength(1);
    const { content } = notices[0]?.event.data as EmailAccepted['data'];
    expect(reveal(content)?.subject).toBe('Fewer emails delivered: example.com to Gmail');
    expect(notices[0]?.metadata.teamId).toBe(teamId);
  });
});
