import { query } from '../access/use-case.js';
import { lowestIdAt } from '../../domain/shared/uuid-time.js';
import { apiKeysProjection } from '../../projections/api-keys/api-keys.projection.js';
import { filterToken, searchedWords } from '../../projections/emails/email-tokens.js';
import type { EmailDocument, EmailKind, LastEvent } from '../../projections/emails/emails.document.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import { listPage } from '../shared/list-page.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';

/** All of them hold together. */
export interface EmailFilter {
  /** Words: each is the beginning of an address, of its domain, of a word of the subject, of the id, or of a tag. */
  readonly search?: string;
  readonly lastEvent?: LastEvent;
  readonly kind?: EmailKind;
  /** Milliseconds since the epoch: accepted then or later. */
  readonly fromMs?: number;
  /** Milliseconds since the epoch: accepted before. */
  readonly toMs?: number;
  /** Domain of the sender. */
  readonly domain?: string;
  readonly apiKeyId?: string;
  /** A tag's name, and its value where it matters. */
  readonly tag?: { readonly name: string; readonly value?: string };
  readonly topicId?: string;
  /** Composed from this template, and from this version of it where it matters. */
  readonly template?: { readonly id: string; readonly version?: number };
  /** What the reply said that a recipient bounced with. */
  readonly bounceReason?: string;
}

/** The page's list of mails, newest first. Waits up to half a second for the team's own last write. */
export interface FindEmails {
  readonly teamId: string;
  readonly page: PageRequest;
  readonly filter: EmailFilter;
}

export interface FoundEmail {
  readonly email: EmailDocument;
  /** Null when not sent with a key, or over SMTP. Its name is null once the key is deleted. */
  readonly apiKey: { readonly id: string; readonly name: string | null } | null;
}

export type FindEmailsResult = Page<FoundEmail>;

export type FindEmailsPorts = Pick<Ports, 'readStore' | 'ownWrites'>;

export const FindEmails = query({ name: 'FindEmails', need: 'read-only', run: findEmails });

export async function findEmails(
  { readStore, ownWrites }: FindEmailsPorts,
  { teamId, page, filter }: FindEmails,
): Promise<FindEmailsResult> {
  await ownWrites.settled(teamId, emailsProjection.name);
  const found = await listPage<EmailDocument>(readStore, emailsMatching(teamId, filter), page);
  if ('refused' in found) return found;
  const named = await keysOf(readStore, found.documents);
  const withKey = (email: EmailDocument): FoundEmail => ({ email, apiKey: named.get(email.apiKeyId) ?? null });
  const words = searchedWords(filter.search ?? '');
  return { ...found, ...(words.length === 0 ? {} : { words }), documents: found.documents.map(withKey) };
}

/** The mails of a team that the filter lets through, in the order of their ids, which is that of their acceptance. */
export function emailsMatching(teamId: string, { lastEvent, kind, fromMs, toMs, ...filter }: EmailFilter) {
  const { search = '', domain, apiKeyId, tag, topicId, template, bounceReason } = filter;
  return {
    shape: emailsProjection,
    teamId,
    equals: {
      teamId,
      ...(lastEvent === undefined ? {} : { lastEvent }),
      ...(kind === undefined ? {} : { kind }),
    },
    orderBy: 'id',
    range: {
      ...(fromMs === undefined ? {} : { oldest: lowestIdAt(fromMs) }),
      ...(toMs === undefined ? {} : { newest: lowestIdAt(toMs) }),
    },
    prefixes: [
      ...searchedWords(search),
      ...(domain === undefined ? [] : [filterToken('domain', domain)]),
      ...(apiKeyId === undefined ? [] : [filterToken('key', apiKeyId)]),
      ...(tag === undefined ? [] : [filterToken('tag', tag.name, ...(tag.value === undefined ? [] : [tag.value]))]),
      ...(topicId === undefined ? [] : [filterToken('topic', topicId)]),
      ...(template === undefined ? [] : [templateToken(template)]),
      ...(bounceReason === undefined ? [] : [filterToken('bounce', bounceReason)]),
    ],
  };
}

function templateToken({ id, version }: NonNullable<EmailFilter['template']>): string {
  return filterToken('template', id, ...(version === undefined ? [] : [String(version)]));
}

/** The keys that mails were sent with, as the team calls them now. */
async function keysOf(
  readStore: FindEmailsPorts['readStore'],
  emails: readonly EmailDocument[],
): Promise<ReadonlyMap<string | null, NonNullable<FoundEmail['apiKey']>>> {
  const ids = [...new Set(emails.flatMap(({ apiKeyId }) => apiKeyId ?? []))];
  const keys = await Promise.all(
    ids.map(async (id) => {
      // The read store keeps what the projection of this shape wrote.
      const key = await readStore.get(apiKeysProjection, id);
      return [id, { id, name: key?.name ?? null }] as const;
    }),
  );
  return new Map(keys);
}
