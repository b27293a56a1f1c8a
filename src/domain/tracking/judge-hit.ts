import type { HitSeen } from './events.js';

/**
 * Who caused a hit: a person, or what loads a mail's pictures for all its readers without being asked (Apple's Mail
 * Privacy Protection, Gmail's prefetching), or what looks at links for its company.
 */
export type HitCause = 'person' | 'privacy_proxy' | 'scanner';

/** `sign`: what gave it away, for people who ask why. */
export interface HitJudgement {
  readonly judged: HitCause;
  readonly sign: string;
}

/** The version that judges hits as they come. Another one whenever a hit may be judged otherwise than before. */
export const hitRules: RulesVersion = 2;

/** A hit, with what was seen of it. */
export interface SeenHit {
  readonly atMs: number;
  readonly link: number | null;
  readonly seen: Pick<HitSeen, 'method' | 'userAgent' | 'purpose'>;
}

export interface HitContext {
  /** Second of the receiver's final 250; null where it is not known. */
  readonly deliveredAtMs: number | null;
  /** Every hit of this mail and recipient around it, itself too. */
  readonly around: readonly SeenHit[];
  /** Whether an agent calls itself a program, by a list of those that do. */
  readonly isBot: (userAgent: string) => boolean;
}

/** People need longer than that to read a mail that has just come. */
const soonAfterDeliveryMs = 3_000;
/** Hits of one mail within this time are looked at together. */
export const burstMs = 5_000;
/** People follow one link after the other. */
const burstLinks = 3;

type Rule = (hit: SeenHit, context: HitContext) => HitJudgement | undefined;

const scanner = (sign: string): HitJudgement => ({ judged: 'scanner', sign });
const proxy = (sign: string): HitJudgement => ({ judged: 'privacy_proxy', sign });
const person = (sign: string): HitJudgement => ({ judged: 'person', sign });

const isOpen = ({ link }: SeenHit): boolean => link === null;

const byMethod: Rule = ({ seen }) => (seen.method === 'HEAD' ? scanner('head_request') : undefined);
const byPurpose: Rule = ({ seen }) =>
  /prefetch|prerender|preview/i.test(seen.purpose ?? '') ? proxy('prefetch') : undefined;
/** Apple's Mail Privacy Protection says no more than this. */
const apple: Rule = (hit) =>
  isOpen(hit) && hit.seen.userAgent === 'Mozilla/5.0' ? proxy('apple_mail_privacy') : undefined;
const gmailPrefetch: Rule = (hit) =>
  isOpen(hit) && /Chrome\/42\..* Edge\/12\.246/.test(hit.seen.userAgent) ? proxy('gmail_prefetch') : undefined;
/** These load a picture when a person opens the mail, and keep it from then on. */
const gmailProxy: Rule = (hit) =>
  isOpen(hit) && /GoogleImageProxy/.test(hit.seen.userAgent) ? person('gmail_image_proxy') : undefined;
const yahooProxy: Rule = (hit) =>
  isOpen(hit) && /YahooMailProxy/.test(hit.seen.userAgent) ? person('yahoo_image_proxy') : undefined;
const beforeDelivery: Rule = ({ atMs }, { deliveredAtMs }) =>
  deliveredAtMs !== null && atMs < deliveredAtMs ? scanner('before_delivery') : undefined;
const atDelivery: Rule = ({ atMs }, { deliveredAtMs }) =>
  deliveredAtMs !== null && atMs < deliveredAtMs + soonAfterDeliveryMs ? scanner('at_delivery') : undefined;
const manyLinks: Rule = (hit, { around }) =>
  !isOpen(hit) && linksNear(hit, around) >= burstLinks ? scanner('many_links_at_once') : undefined;
const headNearby: Rule = (hit, { around }) =>
  !isOpen(hit) && near(hit, around).some(({ seen, link }) => seen.method === 'HEAD' && link === hit.link)
    ? scanner('head_request')
    : undefined;
const noAgent: Rule = ({ seen }) => (seen.userAgent.trim() === '' ? scanner('no_user_agent') : undefined);
const knownBot: Rule = ({ seen }, { isBot }) => (isBot(seen.userAgent) ? scanner('user_agent') : undefined);

const ofRequest = [byMethod, byPurpose, apple, gmailPrefetch] as const;
const ofProxies = [gmailProxy, yahooProxy] as const;
const ofTime = [beforeDelivery, atDelivery] as const;
const ofOthers = [manyLinks, headNearby, noAgent, knownBot] as const;

/**
 * In this order; known mail proxies come before any list of agents, which takes them for robots. A version that judged
 * hits never changes again.
 */
const rulesByVersion = {
  1: [...ofRequest, ...ofProxies, ...ofTime, ...ofOthers],
  // What Gmail's and Yahoo's proxies load before a person could have opened the mail was loaded by a scanner of theirs.
  2: [...ofRequest, ...ofTime, ...ofProxies, ...ofOthers],
} as const satisfies Readonly<Record<number, readonly Rule[]>>;

export type RulesVersion = keyof typeof rulesByVersion;

export const rulesVersions = Object.keys(rulesByVersion).map(Number) as readonly RulesVersion[];

/** Who caused it, by the first rule of the version that says. */
export function judgeHit(hit: SeenHit, context: HitContext, version: RulesVersion = hitRules): HitJudgement {
  for (const rule of rulesByVersion[version]) {
    const judgement = rule(hit, context);
    if (judgement !== undefined) return judgement;
  }
  return person('no_sign_of_a_program');
}

const near = ({ atMs }: SeenHit, around: readonly SeenHit[]): readonly SeenHit[] =>
  around.filter((other) => Math.abs(other.atMs - atMs) <= burstMs);

const linksNear = (hit: SeenHit, around: readonly SeenHit[]): number =>
  new Set(near(hit, around).flatMap(({ link }) => (link === null ? [] : [link]))).size;
