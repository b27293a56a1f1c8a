import { judgeReply } from '../../../domain/email/judging/judge-reply.js';
import type { ReplyKind, SmtpStep } from '../../../domain/email/judging/judgement.js';
import type { RecipientReply, TransactionResult } from '../../ports/mail-transport.js';
import type { InWords } from './in-words.js';

/** What keeps email from receivers in general, independent of the receiver. */
export type MxTroubleKind = 'no-dns' | 'port-25' | 'address-blocked' | 'name-mismatch';

/** `answers`: the receiver served this server. */
export type MxSign = MxTroubleKind | 'answers';

interface Said {
  readonly step: SmtpStep;
  readonly code: number | null;
  /** What the reply was judged to be; null: not judged. */
  readonly kind: ReplyKind | null;
}

/** @returns undefined when the reply says nothing of how this server stands with receivers. */
export function mxSignOf({ step, code, kind }: Said): MxSign | undefined {
  // The addresses of a receiver's hosts: look-ups are watched by domain.
  if (step === 'dns') return undefined;
  if (code === null) return step === 'connect' ? 'port-25' : undefined;
  if (code < 400) return 'answers';
  // After the envelope it is about the message.
  if (step === 'data' || step === 'dot') return 'answers';
  if (kind === 'identity' || (step === 'ehlo' && code >= 500)) return 'name-mismatch';
  if (kind === 'reputation') return 'address-blocked';
  // Nothing but our address is known at the greeting, and a final refusal there is about it (RFC 5321 §3.1).
  if (step === 'greeting' && code >= 500) return 'address-blocked';
  return 'answers';
}

/** What a look-up shows: that a name does not exist is an answer. The codes are our own. */
export function lookupSignOf(unroutable: Pick<RecipientReply, 'enhancedCode'>): MxSign {
  return unroutable.enhancedCode === '4.4.3' ? 'no-dns' : 'answers';
}

/** What one transaction shows. */
export function mxSignIn({ replies, unknown }: Pick<TransactionResult, 'replies' | 'unknown'>): MxSign | undefined {
  // A dot was written: all before it went well.
  if (unknown.length > 0) return 'answers';
  const signs = replies.map((reply) => mxSignOf({ ...reply, kind: kindOf(reply) }));
  return signs.find((sign) => sign === 'answers') ?? signs.find((sign) => sign !== undefined);
}

function kindOf({ step, code, enhancedCode, text }: RecipientReply): ReplyKind | null {
  return code === null || code < 400 ? null : judgeReply({ step, code, enhancedCode, text }).kind;
}

/** What is wrong and what to do about it, by kind. */
export const mxTroubles: Readonly<Record<MxTroubleKind, InWords>> = {
  'no-dns': {
    problem: 'No name server answers for the domains of recipients',
    remedy:
      'Check the name servers of this machine (/etc/resolv.conf, or DNS_SERVERS) and that a firewall lets port 53 out.',
    ended: 'Name servers answer again',
  },
  'port-25': {
    problem: 'No mail server of any receiver can be reached on port 25',
    remedy:
      'Ask the provider of this machine to open outbound port 25, check its firewall, or send through a relay (DELIVERY_MODE=relay).',
    ended: 'Mail servers can be reached on port 25 again',
  },
  'address-blocked': {
    problem: 'Receivers refuse email from the address of this server',
    remedy:
      'Look at the SMTP conversation of a deferred email: it names the block list. Stop what sends unwanted email, ask the list to remove the address, or send from another one (OUTBOUND_IPS).',
    ended: 'Receivers accept email from the address of this server again',
  },
  'name-mismatch': {
    problem: 'The name and the address of this server do not lead to each other, and receivers refuse its email',
    remedy:
      'Set HELO_NAME to a name whose A or AAAA record is the sending address, and have the provider of the address set its PTR record to that name.',
    ended: 'The name and the address of this server lead to each other again',
  },
};
