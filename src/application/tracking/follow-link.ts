import { command, query } from '../access/use-case.js';
import type { HitSeen } from '../../domain/tracking/events.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { TrackingSealer } from '../ports/tracking-sealer.js';
import { type OwnPolicyPorts, ownPolicyAt } from '../sending-domain/own-policy.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import type { ErasedMails } from './erased-mails.js';
import { readToken } from './track-token.js';
import type { TrackingKeys } from './tracking-keys.js';
import type { TrackingLog } from './tracking-log.js';

export interface FollowLinkPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Pick<Ids, 'next'>;
  readonly domains: Pick<SendingDomains, 'trackedBy'>;
  readonly trackingKeys: Pick<TrackingKeys, 'find'>;
  readonly trackingSealer: TrackingSealer;
  readonly trackingLog: Pick<TrackingLog, 'note'>;
  readonly erasedMails: Pick<ErasedMails, 'has'>;
}

/** A request for a tracked link, as it came. `host`: without a port. */
export interface FollowLink {
  readonly host: string;
  readonly token: string;
  readonly seen: Omit<HitSeen, 'url'>;
  /** The browser asks not to be tracked (Global Privacy Control): that a mail was shown is not noted then. */
  readonly isPrivate: boolean;
}

/** A picture to show, or where to go; undefined: it is no link of ours at this host, or its recipient is erased. */
export type FollowLinkResult = 'picture' | { readonly url: string } | undefined;

/**
 * Where a tracked link leads. Everything is in its token, so nothing is read for it once the host and the team's key
 * are known, but where somebody of its email was erased; the hit is noted behind the answer.
 */
export async function followLink(
  ports: FollowLinkPorts,
  { host, token, seen, isPrivate }: FollowLink,
): Promise<FollowLinkResult> {
  const teamId = await ports.domains.trackedBy(host);
  const teamKey = teamId === undefined ? undefined : await ports.trackingKeys.find(teamId);
  const read = teamKey === undefined ? undefined : readToken(ports.trackingSealer, teamKey, host, token);
  if (teamId === undefined || read === undefined) return undefined;
  const { emailId, recipient, hitKey, click } = read;
  if (await ports.erasedMails.has(emailId, recipient)) return undefined;
  if (click !== undefined || !isPrivate) {
    ports.trackingLog.note(`${emailId}:${recipient}`, () => {
      const at = new Date(ports.clock.now()).toISOString();
      const hit = { id: ports.ids.next(), at, emailId, recipient, link: click?.link ?? null };
      const whole: HitSeen = click === undefined ? seen : { ...seen, url: click.target };
      return { teamId, hit, seen: ports.trackingSealer.sealHit(hitKey, JSON.stringify(whole)) };
    });
  }
  return click === undefined ? 'picture' : { url: click.target };
}

/** For the proxy in front, which gets certificates for these hosts alone. */
export interface IsTrackingHost {
  readonly host: string;
}

export const FollowLink = command({ name: 'FollowLink', need: 'anyone', run: followLink });
export const IsTrackingHost = query({ name: 'IsTrackingHost', need: 'anyone', run: isTrackingHost });

async function isTrackingHost(
  ports: { readonly domains: FollowLinkPorts['domains'] & OwnPolicyPorts['domains'] } & Pick<
    OwnPolicyPorts,
    'recordSettings'
  >,
  { host }: IsTrackingHost,
): Promise<boolean> {
  return (await ports.domains.trackedBy(host)) !== undefined || (await ownPolicyAt(ports, host)) !== undefined;
}
