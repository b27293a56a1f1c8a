import type { AcceptedEmail } from '../../domain/shared/accepted-email.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { Stretch } from '../../domain/template/sections.js';
import type { KeyRing } from '../ports/event-codec.js';
import type { HtmlTracker, LinkReader } from '../ports/html-tracker.js';
import type { HtmlRewrite } from '../ports/message-converter.js';
import type { EmailBody } from '../ports/mail-composer.js';
import type { Frame } from '../ports/template-filler.js';
import type { TrackingSealer } from '../ports/tracking-sealer.js';
import { contentLinks } from './content-links.js';
import { sealToken, type TrackToken } from './track-token.js';
import type { TrackingKeys } from './tracking-keys.js';

/** What puts links of ours in the place of a mail's. */
export interface MailTracker {
  readonly keys: Pick<TrackingKeys, 'get'>;
  readonly sealer: TrackingSealer;
  readonly html: HtmlTracker;
  readonly links: LinkReader;
  /** Where links at this host begin: `https://links.example.com`. */
  readonly originOf: (host: string) => string;
  /** A link of this server, by which people leave. */
  readonly isOwn: (target: string) => boolean;
}

export interface TrackedMail {
  readonly emailId: string;
  readonly teamId: string | null;
  readonly accepted: Pick<AcceptedEmail, 'tracking' | 'recipients' | 'body'>;
  /** The one that it goes to, where it goes to no other. */
  readonly recipient: number | null;
  /** What it was filled in from, where it was: its links are numbered by it. */
  readonly frame?: Frame | undefined;
}

/** Longer addresses are cut off on their way: by email clients, by proxies, by what looks at links for companies. */
export const mostLinkCharacters = 2_000;

/** Each takes a seal of its own, again for each recipient; so many links are in no email that a person reads. */
const mostLinks = 5_000;
/** Html is read without a pause, again for each recipient; html of a message over SMTP has the same limit. */
const mostHtmlCharacters = 1024 * 1024;

/** Whose key seals what comes in by a link: the recipient's; the mail's, where several got the same message. */
export function hitKid(
  { recipients, body }: Pick<AcceptedEmail, 'recipients' | 'body'>,
  recipient: number | null,
): Kid {
  return (recipient === null ? undefined : recipients[recipient]?.mailbox.kid) ?? body.kid;
}

/**
 * What puts links and the picture into the html of a mail, part by part in their order: the same bytes at each attempt.
 * Undefined where the mail is not tracked.
 */
export async function trackerOf(
  ports: { readonly tracking: MailTracker },
  keyRing: KeyRing,
  { emailId, teamId, accepted, recipient, frame }: TrackedMail,
): Promise<HtmlRewrite | undefined> {
  const { tracking } = accepted;
  if (tracking === undefined || !(tracking.opens || tracking.clicks)) return undefined;
  const { keys, sealer, html: rewrite, originOf, isOwn } = ports.tracking;
  const dataKey = keyRing.get(hitKid(accepted, recipient));
  const teamKey = await keys.get(teamId ?? '');
  if (dataKey?.state !== 'present' || teamKey === undefined) return undefined;
  const whose = { emailId, recipient, hitKey: sealer.hitKey(dataKey.key) };
  const urlOf = (token: TrackToken): string =>
    `${originOf(tracking.host)}/t/${sealToken(sealer, teamKey, tracking.host, token)}`;
  const numbers = frame && tracking.clicks ? numbersIn(frame, ports.tracking.links) : undefined;
  let links = 0;
  let pictures = 0;
  const linkFor = (target: string, place: number): string | undefined => {
    if (isOwn(target)) return undefined;
    const link = numbers === undefined ? links++ : numbers.get(place);
    if (link === undefined || link >= mostLinks) return undefined;
    const url = urlOf({ ...whose, click: { link, target } });
    return url.length > mostLinkCharacters ? undefined : url;
  };
  return (html, options) =>
    rewrite(html, {
      ...options,
      ...(tracking.clicks ? { linkFor } : {}),
      ...(tracking.opens && pictures++ === 0 ? { pixel: urlOf(whose) } : {}),
    });
}

/** The body with its links and its picture, where the mail is tracked and has html. */
export async function trackedBody(
  ports: { readonly tracking: MailTracker },
  keyRing: KeyRing,
  mail: TrackedMail,
  body: EmailBody,
): Promise<EmailBody> {
  const { html = '' } = body;
  const isTrackable = html !== '' && html.length <= mostHtmlCharacters;
  const track = isTrackable ? await trackerOf(ports, keyRing, mail) : undefined;
  return track === undefined ? body : { ...body, html: track(html) };
}

/** One content is that of many emails; one way in which its sections are left out, too. */
const known = new WeakMap<readonly Stretch[], ReadonlyMap<number, number>>();

/** By its place among the links of the email. A link has one number, whatever is left out before it. */
function numbersIn({ html, cuts }: Frame, linksIn: LinkReader): ReadonlyMap<number, number> {
  const before = known.get(cuts);
  if (before !== undefined) return before;
  const links = linksIn(html);
  const wholeNumbers = new Map([...contentLinks(links).keys()].map((place, number) => [place, number]));
  const numbers = new Map<number, number>();
  let at = 0;
  let left = 0;
  // Both are in the order of the html, which is read once, however many parts are left out.
  for (const [place, { start }] of links.entries()) {
    while ((cuts[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    if ((cuts[at]?.start ?? Number.POSITIVE_INFINITY) <= start) {
      left += 1;
      continue;
    }
    const number = wholeNumbers.get(place);
    if (number !== undefined) numbers.set(place - left, number);
  }
  known.set(cuts, numbers);
  return numbers;
}
