import { contactImport } from '../../domain/import/import.js';
import { email } from '../../domain/email/email.js';
import type { HeldKind } from '../../domain/installation/events.js';
import { type HeldWork, isHeldSinceRestore } from '../../domain/installation/held-work.js';
import type { PausedBecause } from '../../domain/broadcast/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf, streamName } from '../../domain/shared/stream-name.js';
import type { PendingDocument } from '../../projections/pending/pending.document.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import { contactsProjection } from '../../projections/contacts/contacts.projection.js';
import { contactToken } from '../../projections/contacts/contact-tokens.js';
import { heldAs } from '../delivery/held-mail.js';
import { heldWorkOf } from '../installation/held-work.js';
import type { ReadStoreReader } from '../ports/read-store.js';
import { load, type LogPorts } from '../shared/handle.js';
import { teamList } from '../shared/team-list.js';
import { broadcastsUnderWay, streamsWith } from './pause-broadcasts.js';

export interface HeldBroadcast {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly status: 'scheduled' | 'queued';
  readonly because: PausedBecause;
  /** ISO 8601; null where it was sent at once. */
  readonly scheduledAt: string | null;
  /** Its frozen audience, or before that who is in the segment now; null: a filter finds them, or no list is there. */
  readonly recipients: number | null;
}

export interface HeldImport {
  readonly id: string;
  readonly teamId: string;
  /** Rows that were applied before the backup. */
  readonly rowsDone: number;
  readonly isUndo: boolean;
}

/** An email that waits for a decision. */
export interface HeldEmail {
  readonly id: string;
  readonly teamId: string | null;
  readonly region: string | null;
  /** ISO 8601; null where it is due at once or was tried. */
  readonly scheduledAt: string | null;
}

/** Everything that waits for a decision since a restore, or since the clock jumped. */
export interface HeldList {
  readonly broadcasts: readonly HeldBroadcast[];
  readonly imports: readonly HeldImport[];
  readonly confirmations: readonly HeldEmail[];
  readonly emails: readonly HeldEmail[];
}

/**
 * `readStore`: undefined where there are no read models. Emails are then found in the whole log, or where that is
 * `not-read`, not at all.
 */
export async function heldList(
  ports: LogPorts,
  readStore: ReadStoreReader | undefined,
  log: 'read' | 'not-read',
): Promise<HeldList> {
  const held = await heldWorkOf(ports);
  const emails: Record<string, HeldEmail[]> = { broadcast: [], confirmations: [], emails: [] };
  if (held.before !== null || held.leaps.length > 0) {
    const built = await builtTo(readStore, held.before);
    const ids = built === undefined ? (log === 'read' ? await foldedFromLog(ports) : []) : await listed(built);
    for (const id of ids) {
      const loaded = await load(ports, email, streamName('email', id));
      const as = await heldAs(ports, held, loaded);
      const [opening] = loaded.events;
      if (as === undefined || opening === undefined || loaded.state.status !== 'accepted') continue;
      const { teamId, region } = opening.metadata;
      const { schedule, startsAt } = loaded.state;
      emails[as]?.push({ id, teamId, region, scheduledAt: schedule === 'waiting' ? startsAt : null });
    }
  }
  return {
    broadcasts: await heldBroadcasts(ports, readStore),
    imports: await heldImports(ports, held),
    confirmations: emails['confirmations'] ?? [],
    emails: emails['emails'] ?? [],
  };
}

const asksForDecision: ReadonlySet<PausedBecause | null> = new Set(['restored', 'time-missed']);

async function heldBroadcasts(
  ports: LogPorts,
  readStore: ReadStoreReader | undefined,
): Promise<readonly HeldBroadcast[]> {
  const held: HeldBroadcast[] = [];
  for (const { id, state } of await broadcastsUnderWay(ports)) {
    const { teamId, name, status, scheduledAt, pausedBecause: because, audience, segmentId } = state;
    if (because === null || !asksForDecision.has(because)) continue;
    if (status !== 'scheduled' && status !== 'queued') continue;
    const recipients = audience?.members ?? (await addedTo(readStore, teamId, segmentId));
    held.push({ id, teamId, name, status, because, scheduledAt, recipients });
  }
  return held;
}

const contactsPerPage = 1_000;
const noOwnWrites = { note: () => undefined, settled: async () => undefined };

/** Contacts of a segment that they are added to. A filter is not judged here: that may cost as much as sending. */
async function addedTo(
  readStore: ReadStoreReader | undefined,
  teamId: string,
  segmentId: string | null,
): Promise<number | null> {
  if (readStore === undefined || segmentId === null) return null;
  const ports = { readStore, ownWrites: noOwnWrites };
  const tokens = [contactToken('segment', segmentId)];
  let counted = 0;
  for (let after: string | undefined; ; ) {
    const page = { limit: contactsPerPage, ...(after === undefined ? {} : { after }) };
    const listed = await teamList(ports, contactsProjection, { teamId, page, tokens });
    if ('refused' in listed) return null;
    counted += listed.documents.length;
    after = listed.documents.at(-1)?.id;
    if (!listed.hasMore || after === undefined) return counted === 0 ? null : counted;
  }
}

async function heldImports(ports: LogPorts, held: HeldWork): Promise<readonly HeldImport[]> {
  if (held.before === null) return [];
  const streams = await streamsWith(ports, { categories: ['import'], types: ['ImportCreated'] });
  const imports: HeldImport[] = [];
  for (const stream of streams) {
    const { state, events } = await load(ports, contactImport, stream);
    const [created] = events;
    const isUndo = state?.undo?.status === 'running';
    if (state === null || created === undefined || (state.status !== 'running' && !isUndo)) continue;
    const id = idOf(stream);
    if (!isHeldSinceRestore(held, 'imports', id, created.position)) continue;
    imports.push({ id, teamId: state.created.teamId, rowsDone: state.applied.rows, isUndo });
  }
  return imports;
}

/** @returns undefined where the read model has not come to the restore: it is being built. */
async function builtTo(
  readStore: ReadStoreReader | undefined,
  before: Position | null,
): Promise<ReadStoreReader | undefined> {
  const checkpoint = await readStore?.checkpoint(pendingProjection);
  return checkpoint !== undefined && checkpoint >= (before ?? '') ? readStore : undefined;
}

const pageSize = 500;

/** Emails with recipients that are not settled. */
async function listed(readStore: ReadStoreReader): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const last = ids.at(-1);
    const after = last === undefined ? {} : { after: { value: last, id: last } };
    const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: pageSize, ...after } as const;
    const page = await readStore.list(pendingProjection, query);
    ids.push(...page.documents.map(({ id }) => id));
    if (!page.hasMore || page.documents.length === 0) return ids;
  }
}

/** As the read model would have it. */
async function foldedFromLog({ store, codec }: LogPorts): Promise<readonly string[]> {
  const documents = new Map<string, PendingDocument>();
  const filter = { categories: [...pendingProjection.categories], types: [...pendingProjection.handles] };
  let after: Position | undefined;
  for (;;) {
    const page = await store.readAll({ limit: pageSize, filter, ...(after === undefined ? {} : { after }) });
    for (const recorded of codec.decode(page.events)) {
      const id = idOf(recorded.stream);
      // The filter names what the projection handles.
      const document = pendingProjection.evolve(documents.get(id), recorded as never, id);
      if (document === undefined) documents.delete(id);
      else documents.set(id, document);
    }
    if (page.atEnd) return [...documents.keys()];
    after = page.position;
  }
}

/** What is decided about each kind of it. */
export type Decided = 'broadcasts' | HeldKind;
