import { existsSync } from 'node:fs';
import type { PendingFacts, ProjectionFacts, ReadModelFacts } from '../../../application/doctor/facts.js';
import { ageMs } from '../../../application/doctor/units.js';
import { delay } from '../../../application/shared/delay.js';
import type { SenderStanding } from '../../../application/sending-domain/sending-domains.js';
import { usageAt } from '../../../application/usage/usage-figures.js';
import type { ListQuery, ReadStoreReader, StoredDocument } from '../../../application/ports/read-store.js';
import { domainOfAddress } from '../../../domain/shared/mailbox.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { maySend } from '../../../domain/sending-domain/verification.js';
import { dayAt, monthOf } from '../../../domain/shared/utc-calendar.js';
import { domainsProjection } from '../../../projections/domains/domains.projection.js';
import { emailsProjection } from '../../../projections/emails/emails.projection.js';
import { pendingClaims, type PendingDocument } from '../../../projections/pending/pending.document.js';
import { pendingProjection } from '../../../projections/pending/pending.projection.js';
import { projections } from '../../../programs/resources/resources.js';
import { usageProjection } from '../../../projections/usage/usage.projection.js';
import type { Config } from '../../../infrastructure/config/config.js';
import type { EventLogFigures } from '../../../infrastructure/event-store/event-log-figures.js';
import { openEventLogFigures } from '../../../infrastructure/event-store/sqlite/event-log-figures.js';
import { type DocumentFigures, openDocumentFigures } from '../../../infrastructure/read-store/document-figures.js';
import { sqliteReadModelIdentity } from '../../../infrastructure/read-store/sqlite-read-model-identity.js';
import { openSqliteEventStore } from '../../../infrastructure/event-store/sqlite/sqlite-event-store.js';
import { SqliteReadStore } from '../../../infrastructure/read-store/sqlite-read-store.js';
import { webhookFacts } from './gather-webhooks.js';

const pageRows = 500;
/** One that works has what is older. */
const lateMs = 30_000;
/** One that works writes a checkpoint several times in such a time. */
const watchedMs = 4_000;
/**
 * A process that has just started watches a claim of an unknown worker for as long as one lives, eleven minutes by
 * default.
 */
const claimGraceMs = 900_000;

type NoticeConfig = Pick<Config, 'notices'>;

/** Figures of the read models at `path`, held against the log. */
export async function gatherReadModels(
  path: string,
  eventLog: string,
  config: NoticeConfig,
  nowMs: number,
): Promise<ReadModelFacts> {
  const store = SqliteReadStore.open(path, { readOnly: true });
  const documents = openDocumentFigures(path);
  try {
    const builtFrom = await sqliteReadModelIdentity(path).builtFrom();
    const openFigures = (): EventLogFigures | undefined =>
      existsSync(eventLog) ? openEventLogFigures(eventLog) : undefined;
    return {
      ...(await readModelFactsOf(store, documents, openFigures, config, nowMs)),
      webhooks: await webhooksIn(store, eventLog),
      builtFrom: builtFrom?.installationId ?? null,
    };
  } finally {
    documents.close();
    await store.close();
  }
}

async function webhooksIn(readStore: SqliteReadStore, eventLog: string): Promise<ReadModelFacts['webhooks']> {
  if (!existsSync(eventLog)) return { enabled: 0, troubled: [] };
  const writer = { call: () => Promise.reject(new Error('opened for reading only')) };
  const store = openSqliteEventStore({ path: eventLog, writer });
  try {
    return await webhookFacts({ readStore, store });
  } finally {
    await store.close();
  }
}

/** A count may be answered at once or later. */
interface Counting {
  count(...of: Parameters<DocumentFigures['count']>): number | Promise<number>;
}

/** The figures of the log are opened after the checkpoints were read, and closed. */
export async function readModelFactsOf(
  store: ReadStoreReader,
  documents: Counting,
  openFigures: () => EventLogFigures | undefined | Promise<EventLogFigures>,
  config: NoticeConfig,
  nowMs: number,
): Promise<Omit<ReadModelFacts, 'builtFrom' | 'webhooks'>> {
  return {
    projections: await projectionFacts(store, openFigures, nowMs),
    pending: await pendingFacts(store, documents, nowMs),
    scheduled: await documents.count(emailsProjection, { lastEvent: 'scheduled' }),
    noticeSender: await noticeSenderIn(store, domainOfAddress(config.notices.from)),
    usage: await usageFacts(store, nowMs),
  };
}

async function projectionFacts(
  store: ReadStoreReader,
  openFigures: Parameters<typeof readModelFactsOf>[2],
  nowMs: number,
): Promise<readonly ProjectionFacts[]> {
  // The checkpoints first: what comes in between then looks like a lag of milliseconds, never like being ahead.
  const checkpoints: (Position | undefined)[] = [];
  for (const projection of projections) checkpoints.push(await store.checkpoint(projection));
  const figures = await openFigures();
  if (figures === undefined) return [];
  try {
    const facts = projections.map(({ name, version, categories }, index) => {
      const checkpoint = checkpoints[index];
      return {
        name: `${name}@${version}`,
        checkpoint: checkpoint ?? null,
        behindEvents: figures.countAfter(checkpoint, categories),
        behindSince: figures.firstAfter(checkpoint, categories)?.at ?? null,
        standsStill: false,
      };
    });
    return await watched(store, facts, nowMs);
  } finally {
    figures.close();
  }
}

/** Those that ought to have come further long ago are looked at again, a moment later. */
async function watched(
  store: ReadStoreReader,
  facts: readonly ProjectionFacts[],
  nowMs: number,
): Promise<readonly ProjectionFacts[]> {
  const isLate = ({ behindSince }: ProjectionFacts) => behindSince !== null && ageMs(nowMs, behindSince) > lateMs;
  if (!facts.some(isLate)) return facts;
  await delay(watchedMs);
  const looked: ProjectionFacts[] = [];
  for (const [index, projection] of projections.entries()) {
    const fact = facts[index];
    if (fact === undefined) continue;
    const now = isLate(fact) ? await store.checkpoint(projection) : undefined;
    looked.push({ ...fact, standsStill: isLate(fact) && (now ?? null) === fact.checkpoint });
  }
  return looked;
}

async function pendingFacts(store: ReadStoreReader, documents: Counting, nowMs: number): Promise<PendingFacts> {
  const now = new Date(nowMs).toISOString();
  const unsettled = await documents.count(pendingProjection, {});
  const waiting = await documents.count(pendingProjection, { state: 'due' });
  const due = await documents.count(pendingProjection, { state: 'due' }, { field: 'dueAt', value: now });
  const [oldest] = await page(store, { state: 'due' }, 'dueAt', undefined, 1);
  return {
    unsettled,
    due,
    dueSince: due === 0 ? null : pendingIn(oldest).dueAt,
    later: waiting - due,
    ...(await claims(store, nowMs)),
  };
}

async function claims(
  store: ReadStoreReader,
  nowMs: number,
): Promise<Pick<PendingFacts, 'openClaims' | 'claimsPastDeadline'>> {
  const past = new Set<string>();
  const open = new Set<string>();
  let after: { value: string; id: string } | undefined;
  for (;;) {
    const rows = await page(store, { claimed: 1 }, 'id', after, pageRows);
    for (const row of rows) {
      for (const { attemptId, deadline } of pendingClaims(pendingIn(row).email)) {
        open.add(attemptId);
        if (Date.parse(deadline) + claimGraceMs < nowMs) past.add(attemptId);
      }
    }
    const last = rows.at(-1);
    if (last === undefined) return { openClaims: open.size, claimsPastDeadline: past.size };
    after = { value: last.id, id: last.id };
  }
}

async function page(
  store: ReadStoreReader,
  equals: Readonly<Record<string, string | number>>,
  orderBy: string,
  after: { value: string; id: string } | undefined,
  limit: number,
): Promise<readonly StoredDocument[]> {
  const query = { equals, orderBy, direction: 'asc', limit, ...(after === undefined ? {} : { after }) } as const;
  return (await store.list(pendingProjection, query)).documents;
}

function pendingIn(row: StoredDocument | undefined): PendingDocument {
  // The read store keeps what the projection of this shape wrote.
  return row?.document as PendingDocument;
}

/** Usage of the teams that used anything this month. */
async function usageFacts(store: ReadStoreReader, nowMs: number): Promise<ReadModelFacts['usage']> {
  const teams = new Set<string>();
  for (const closed of [0, 1]) {
    const { documents } = await store.list(usageProjection, {
      equals: { closed },
      orderBy: 'day',
      direction: 'desc',
      until: `${monthOf(dayAt(nowMs))}-01`,
      limit: 10_000,
    });
    for (const { document } of documents) teams.add(document.teamId);
  }
  const facts = [];
  for (const teamId of teams) {
    facts.push({ teamId, ...(await usageAt({ readStore: store }, teamId, nowMs)) });
  }
  return facts;
}

/** Whether any team may send from this domain. Names are not indexed: reads the list of domains. */
async function noticeSenderIn(store: ReadStoreReader, name: string): Promise<SenderStanding> {
  const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: pageRows } as const;
  let found: SenderStanding = 'not-added';
  for (let after: ListQuery['after'], hasMore = true; hasMore; ) {
    const page = await store.list(domainsProjection, after === undefined ? query : { ...query, after });
    // The shape is that of the `domains` projection.
    const domains = page.documents.map(({ document }) => document);
    for (const domain of domains.filter((other) => other.name === name)) {
      if (maySend(domain.verification, domain.capabilities)) return 'sends';
      found = 'not-verified';
    }
    const last = domains.at(-1);
    hasMore = page.hasMore && last !== undefined;
    if (last !== undefined) after = { value: last.id, id: last.id };
  }
  return found;
}
