import { type AuditEntry, auditStream } from '../audit/audit-resource.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, streamName } from '../../domain/shared/stream-name.js';
import type { EmailDocument } from '../../projections/emails/emails.document.js';
import type { TimelineEntry } from '../../projections/emails/email-timeline.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { EmailBody } from '../ports/mail-composer.js';
import type { CapturedMail } from '../ports/captured-mail.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { MessageReader } from '../ports/message-reader.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import type { BlobStore } from '../ports/vault.js';
import type { LogPorts } from '../shared/handle.js';
import { listPage } from '../shared/list-page.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { openBody } from '../shared/sealed-body.js';
import { isValidLink, signLink } from '../shared/signed-link.js';
import { readRawBody } from './raw-body.js';
import type {
  GetCapturedMailQuery,
  GetCapturedMailResult,
  GetCapturedMessageQuery,
  GetCapturedMessageResult,
  GetEmailHistoryQuery,
  GetEmailHistoryResult,
  GetEmailQuery,
  GetEmailResult,
  GetEmailTimelineQuery,
  GetEmailTimelineResult,
  GetSharedEmailQuery,
  GetSharedEmailResult,
  ListEmailsQuery,
  ListEmailsResult,
  ShareEmailQuery,
  ShareEmailResult,
} from './email.queries.js';

export interface EmailQueriesDependencies {
  readonly ports: LogPorts & { readonly hash: KeyedHash };
  readonly blobs: BlobStore;
  readonly sealer: BodySealer;
  readonly reader: MessageReader;
  readonly readStore: Pick<ReadStore, 'get' | 'list'>;
  readonly emails: DocumentShape;
  readonly ownWrites: OwnWrites;
  readonly captured: Pick<CapturedMail, 'forEmail' | 'whole'>;
  /** The `emails` projection's fold over one stream. */
  readonly foldEmail: (events: readonly Recorded[]) => EmailDocument | undefined;
  readonly timelineOf: (events: readonly Recorded[]) => readonly TimelineEntry[];
}

export interface EmailQueries {
  get(query: Pick<GetEmailQuery, 'teamId' | 'emailId'>): Promise<GetEmailResult>;
  list(query: ListEmailsQuery): Promise<ListEmailsResult>;
  timeline(query: GetEmailTimelineQuery): Promise<GetEmailTimelineResult>;
  history(query: GetEmailHistoryQuery): Promise<GetEmailHistoryResult>;
  share(query: ShareEmailQuery): Promise<ShareEmailResult>;
  shared(query: GetSharedEmailQuery): Promise<GetSharedEmailResult>;
  captured(query: GetCapturedMailQuery): Promise<GetCapturedMailResult>;
  capturedMessage(query: GetCapturedMessageQuery): Promise<GetCapturedMessageResult>;
}

export function createEmailQueries(dependencies: EmailQueriesDependencies): EmailQueries {
  const { ports, blobs, sealer, reader, readStore, emails, ownWrites, captured, foldEmail, timelineOf } = dependencies;

  /** The stream itself, so that every write already answered shows. */
  async function open(emailId: string) {
    const stored = await ports.store.readStream(streamName('email', emailId));
    const keyRing = await ports.keys.getMany(ports.codec.kids(stored));
    const events = ports.codec.decode(stored, keyRing);
    const document = foldEmail(events);
    return document === undefined ? undefined : { document, events, keyRing };
  }

  /** Another team's mail is nobody's. */
  async function read(teamId: string, emailId: string) {
    const found = await open(emailId);
    return found?.document.teamId === teamId ? found : undefined;
  }

  async function bodyOf({ body, raw }: EmailDocument, keyRing: KeyRing): Promise<EmailBody | undefined> {
    const key = keyRing.get(body.kid);
    if (key?.state !== 'present') return undefined;
    if (raw !== undefined) return readRawBody({ blobs, sealer, reader }, { body, raw }, key.key);
    const bytes = await blobs.get(body.blobId);
    return bytes === undefined ? undefined : openBody(sealer, body.kid, key.key, bytes);
  }

  return {
    async get({ teamId, emailId }) {
      const found = await read(teamId, emailId);
      if (found === undefined) return undefined;
      return { email: found.document, body: await bodyOf(found.document, found.keyRing) };
    },
    async list({ teamId, page, lastEvent }) {
      await ownWrites.settled(teamId, emails.name);
      const belongs = (document: EmailDocument): boolean => document.teamId === teamId;
      const valueOf = ({ id }: EmailDocument): string => id;
      const equals = lastEvent === undefined ? { teamId } : { teamId, lastEvent };
      return listPage(readStore, { shape: emails, equals, orderBy: 'id', valueOf, belongs }, page);
    },
    async timeline({ teamId, emailId }) {
      const found = await read(teamId, emailId);
      return found === undefined ? undefined : timelineOf(found.events);
    },
    async history({ teamId, emailId, at }) {
      if ((await read(teamId, emailId)) === undefined) return undefined;
      const audit = await auditStream({ ports, timelineOf, stateOf: foldEmail }, streamName('email', emailId), at);
      return audit && { ...audit, entries: audit.entries.map(forItsTeam) };
    },
    async share({ teamId, emailId, lifeMs }) {
      const found = await read(teamId, emailId);
      if (found === undefined || found.document.erased) return undefined;
      const path = sharedPath(emailId);
      return { path, link: signLink(ports.hash, path, Math.floor((ports.clock.now() + lifeMs) / 1000)) };
    },
    async shared({ emailId, link }) {
      if (!isValidLink(ports.hash, sharedPath(emailId), link, ports.clock.now())) return { refused: 'invalid-link' };
      const found = await open(emailId);
      if (found === undefined || found.document.erased) return undefined;
      return { email: found.document, body: await bodyOf(found.document, found.keyRing) };
    },
    async captured({ teamId, emailId }) {
      const found = await read(teamId, emailId);
      return found === undefined ? undefined : captured.forEmail(teamId, emailId);
    },
    async capturedMessage({ teamId, emailId, number, hold }) {
      const found = await read(teamId, emailId);
      return found === undefined ? undefined : captured.whole(emailId, number, hold);
    },
  };
}

/** An erasure may have been about mails of other teams too: of these it says nothing here. */
function forItsTeam(entry: AuditEntry): AuditEntry {
  if (categoryOf(entry.stream) !== 'erasure') return entry;
  return { ...entry, summary: entry.type === 'ErasureRequested' ? 'Erasure requested' : 'Erased for good' };
}

/** Where a shared mail is shown. */
function sharedPath(emailId: string): string {
  return `/share/${emailId}`;
}
