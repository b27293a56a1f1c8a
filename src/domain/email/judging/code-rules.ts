import type { ReplyKind } from './judgement.js';

/**
 * What a code alone says. Enhanced codes (RFC 3463 and the IANA registry that grew from it) come without their class:
 * the first digit of the reply decides whether it is final. A rule with a class is for replies of it alone; `*` is any
 * detail; the first that fits counts.
 */
export const enhancedCodeRules: readonly (readonly [code: string, kind: ReplyKind])[] = [
  // Exchange Online: what a recipient, or a whole organization, may get in an hour or wait for.
  ['2.121', 'rate'],
  ['2.122', 'rate'],
  ['4.7.3', 'rate'],
  ['1.90', 'rate'],
  // Dovecot: an internal error.
  ['4.2.0', 'passing'],
  // Addressing.
  ['1.0', 'no-mailbox'],
  ['1.1', 'no-mailbox'],
  ['1.2', 'no-domain'],
  ['1.3', 'no-mailbox'],
  ['1.4', 'no-mailbox'],
  ['1.6', 'no-mailbox'],
  ['1.7', 'config'],
  ['1.8', 'config'],
  ['1.9', 'route'],
  // RFC 7505: the domain says that it takes no mail.
  ['1.10', 'no-domain'],
  // Mailbox.
  ['2.1', 'inactive'],
  ['2.2', 'mailbox-full'],
  ['2.3', 'too-large'],
  // A list that leads nowhere, or to itself.
  ['2.4', 'route'],
  ['2.*', 'restricted'],
  // Mail system.
  ['3.3', 'content'],
  ['3.4', 'too-large'],
  ['3.5', 'route'],
  ['3.6', 'content'],
  // Network and routing: congestion first.
  ['4.5', 'passing'],
  ['4.*', 'route'],
  // Mail delivery protocol. RFC 5321 §4.5.3.1.10: too many recipients is answered with 4xx, and meant so where it is
  // not.
  ['5.3', 'too-many-recipients'],
  ['5.*', 'config'],
  // Message content.
  ['6.*', 'content'],
  // Security and policy.
  ['7.2', 'restricted'],
  ['7.7', 'content'],
  // RFC 5248 §2.4: encryption needed.
  ['7.10', 'tls-required'],
  ['7.13', 'inactive'],
  ['7.16', 'too-large'],
  // RFC 7293: the address belongs to another person now.
  ['7.17', 'no-mailbox'],
  ['7.18', 'no-domain'],
  ['7.25', 'identity'],
  ['7.28', 'rate'],
  ['7.0', 'policy'],
  ['7.1', 'policy'],
  ['7.*', 'config'],
];

/** Where no enhanced code says more. RFC 5321 §4.2.2, RFC 7504, RFC 4954 §6, RFC 3207 §4. */
export const basicCodeRules: Readonly<Record<number, ReplyKind>> = {
  421: 'passing',
  450: 'passing',
  451: 'passing',
  452: 'passing',
  454: 'passing',
  455: 'config',
  500: 'config',
  501: 'config',
  502: 'config',
  503: 'config',
  504: 'config',
  // The host, or the domain, takes no mail at all.
  521: 'no-domain',
  // RFC 7504 means the domain, and is answered by RCPT of one mailbox (Courier, of an address that bounced before).
  556: 'no-mailbox',
  534: 'config',
  535: 'config',
  538: 'config',
  551: 'no-mailbox',
  552: 'too-large',
  555: 'config',
};

/**
 * Codes that mean one thing, whatever enhanced code is beside them. RFC 3207 §4: where authentication is wanted instead
 * (RFC 4954 §6), the text says so.
 */
export const decidingCodes: Readonly<Record<number, ReplyKind>> = { 530: 'tls-required' };
