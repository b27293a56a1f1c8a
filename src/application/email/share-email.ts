import { command, query } from '../access/use-case.js';
import type { CountOpening } from '../ports/limit-key.js';
import { foundKey } from '../ports/found-key.js';
import type { EmailEvent } from '../../domain/email/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { isValidLink, type LinkSignature, signLink } from '../shared/signed-link.js';
import { changeTeamEmail } from './change-email.js';
import type { GetEmailPorts } from './get-email.js';
import { type GetShownEmailResult, readShown } from './get-shown-email.js';
import { shareOpens } from './share-opens.js';
import { openEmail, openTeamEmail, type ReadEmailPorts, type TakeBytes } from './read-email.js';

/** POST /emails/{id}/share: a link that opens the mail without an API key, for so long. */
export interface ShareEmail {
  readonly context: RequestContext;
  readonly emailId: string;
  readonly lifeMs: number;
}
/** `not-found`: not this team's, or erased. */
export type ShareEmailResult =
  | { readonly shareId: string; readonly path: string; readonly link: LinkSignature }
  | { readonly refused: 'not-found' }
  | Unavailable;

/** DELETE /emails/{id}/share/{share_id}: the link opens nothing any more. A repeat changes nothing. */
export interface RevokeShare {
  readonly context: RequestContext;
  readonly emailId: string;
  readonly shareId: string;
}
export type RevokeShareResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'share-not-found' }
  | Unavailable;

/** GET /emails/{id}/shares: the links that open the mail now, oldest first. Undefined when it is not this team's. */
export interface ListShares {
  readonly teamId: string;
  readonly emailId: string;
}
export type ListSharesResult = readonly ListedShare[] | undefined;

/** A link that is neither revoked nor expired. Times are ISO 8601. */
interface OpenShare {
  readonly id: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface ListedShare extends OpenShare {
  /** So often it opened the mail, as far as the request log has it, and no more than is counted. */
  readonly opens: number;
  /** ISO 8601; null: never. */
  readonly lastOpenedAt: string | null;
}

/** What a shared link opens, without an API key. Undefined when it was erased since. */
export interface GetSharedEmail {
  readonly emailId: string;
  /** Null for a link from before links could be revoked. */
  readonly shareId: string | null;
  readonly link: LinkSignature;
  /** For the body. */
  readonly takeBytes: TakeBytes;
  readonly count: CountOpening;
}
export type GetSharedEmailResult = GetShownEmailResult | { readonly refused: 'invalid-link' };

export type ShareEmailPorts = LogPorts & ReadEmailPorts & Pick<Ports, 'hash'>;
export type GetSharedEmailPorts = GetEmailPorts & Pick<Ports, 'hash' | 'clock'>;
export type ListSharesPorts = ReadEmailPorts & Pick<Ports, 'clock' | 'readStore'>;

export const ShareEmail = command({ name: 'ShareEmail', need: 'member', run: shareEmail });

export const RevokeShare = command({ name: 'RevokeShare', need: 'member', run: revokeShare });

export const ListShares = query({ name: 'ListShares', need: 'read-only', run: listShares });

export const GetSharedEmail = query({ name: 'GetSharedEmail', need: 'anyone', run: getSharedEmail });

export async function shareEmail(
  ports: ShareEmailPorts,
  { context, emailId, lifeMs }: ShareEmail,
): Promise<ShareEmailResult> {
  const found = await openTeamEmail(ports, context.teamId, emailId);
  if (found === undefined || found.document.erased) return { refused: 'not-found' };
  const shareId = ports.ids.next();
  const expires = Math.floor((ports.clock.now() + lifeMs) / 1000);
  const expiresAt = new Date(expires * 1000).toISOString();
  const handled = await changeTeamEmail(ports, context, emailId, { type: 'ShareEmail', shareId, expiresAt });
  if ('refused' in handled) return handled.refused === 'unavailable' ? unavailable : { refused: 'not-found' };
  return { shareId, path: sharedPath(emailId), link: signLink(ports.hash, signedPath(emailId, shareId), expires) };
}

/** Answered only once the event is in the log: from then on the link opens nothing, in any process. */
export async function revokeShare(
  ports: LogPorts,
  { context, emailId, shareId }: RevokeShare,
): Promise<RevokeShareResult> {
  const handled = await changeTeamEmail(ports, context, emailId, { type: 'RevokeShare', shareId });
  if (!('refused' in handled)) return { id: emailId };
  switch (handled.refused) {
    case 'unavailable':
      return unavailable;
    case 'share-not-found':
      return { refused: 'share-not-found' };
    default:
      return { refused: 'not-found' };
  }
}

export async function listShares(ports: ListSharesPorts, { teamId, emailId }: ListShares): Promise<ListSharesResult> {
  const found = await openTeamEmail(ports, teamId, emailId);
  if (found === undefined) return undefined;
  const shares = found.document.erased ? [] : openShares(found.events, ports.clock.now());
  const [oldest] = shares;
  if (oldest === undefined) return [];
  const opens = await shareOpens(ports, { teamId, emailId }, Date.parse(oldest.createdAt));
  return shares.map((share) => {
    const { count, lastAt } = opens.get(share.id) ?? { count: 0, lastAt: null };
    return { ...share, opens: count, lastOpenedAt: lastAt };
  });
}

export async function getSharedEmail(
  ports: GetSharedEmailPorts,
  { emailId, shareId, link, takeBytes, count }: GetSharedEmail,
): Promise<GetSharedEmailResult> {
  const nowMs = ports.clock.now();
  if (!isValidLink(ports.hash, signedPath(emailId, shareId), link, nowMs)) return { refused: 'invalid-link' };
  await count(foundKey('share', emailId));
  const found = await openEmail(ports, emailId);
  if (found === undefined || found.document.erased) return undefined;
  // A share that the log does not know is refused too: it was made after the backup that was restored.
  const isOpen = shareId === null || openShares(found.events, nowMs).some(({ id }) => id === shareId);
  if (!isOpen) return { refused: 'invalid-link' };
  return readShown(ports, found, takeBytes);
}

function openShares(events: readonly Recorded[], nowMs: number): readonly OpenShare[] {
  const open = new Map<string, OpenShare>();
  for (const { event: decoded, metadata } of events) {
    // The codec types the union of all events; an email stream holds an email's.
    const event = decoded as EmailEvent;
    if (event.type === 'EmailShared') {
      const { shareId: id, expiresAt } = event.data;
      if (Date.parse(expiresAt) > nowMs) open.set(id, { id, createdAt: metadata.time, expiresAt });
    }
    if (event.type === 'EmailShareRevoked') open.delete(event.data.shareId);
  }
  return [...open.values()];
}

/** Where a shared mail is shown. */
function sharedPath(emailId: string): string {
  return `/share/${emailId}`;
}

/** What a link is signed for. Without its share id, or with another, a link is invalid. */
function signedPath(emailId: string, shareId: string | null): string {
  return shareId === null ? sharedPath(emailId) : `${sharedPath(emailId)}?share=${shareId}`;
}
