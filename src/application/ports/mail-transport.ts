import type { MessageDsn, RecipientDsn } from '../../domain/shared/accepted-email.js';
import type { DomainTls } from '../../domain/sending-domain/events.js';
import type { TlsUsed } from '../../domain/email/events.js';
import type { SmtpStep } from '../../domain/email/judging/judgement.js';

/**
 * Where a transaction goes: to the catcher on this machine, to the operator's relay, or to the receiver's own hosts.
 */
export type Route = { readonly kind: 'catcher' } | { readonly kind: 'relay' } | MxRoute;

export interface MxRoute {
  readonly kind: 'mx';
  /** What the log calls the receiver's set of hosts. */
  readonly mxSet: string;
  /** The most preferred first; those of one inner list are equally good. */
  readonly hosts: readonly (readonly string[])[];
  /** The recipient's domain demands TLS with proof by this policy. */
  readonly policy?: 'mta-sts';
}

/**
 * How an email must travel: but for `opportunistic`, over TLS with a certificate that proves the host's name. `any`:
 * with whatever TLS there is, even where the host's TLSA records demand more.
 */
export type TlsDemand = DomainTls | 'mta-sts' | 'any';

/** What became of TLS on a new connection to a receiver's host. Kept connections are used again without another. */
export interface TlsSession {
  /** The domain of the recipients that it was opened for; in A-labels. */
  readonly domain: string;
  /** Null where the domain's policy allows none of its hosts. */
  readonly host: string | null;
  /** Null where it was not connected to. */
  readonly address: string | null;
  readonly localAddress: string | null;
  /** `withheld`: no host is asked, because its TLSA records cannot be had, or the policy allows none. */
  readonly tls: 'encrypted' | 'not-offered' | 'failed' | 'withheld';
  /** What it failed of, in a few words; null where it did not. */
  readonly reason: string | null;
  /** Why the certificate does not prove the host's name to the public authorities; null where it does. */
  readonly certificateProblem: string | null;
  /** The records that can be used, as zone files have them; null where DANE does not apply. */
  readonly dane: { readonly records: readonly string[]; readonly isProven: boolean } | null;
}

/** The sender's domain and the receiver's policy each may demand it. */
export function demandOf(route: Route, ofDomain: DomainTls): TlsDemand {
  return ofDomain === 'opportunistic' && route.kind === 'mx' ? (route.policy ?? ofDomain) : ofDomain;
}

/** What goes one way goes in one transaction. */
export function isSameWay(one: Route, other: Route): boolean {
  return mxSetOf(one) === mxSetOf(other) && demandOf(one, 'opportunistic') === demandOf(other, 'opportunistic');
}

/** What the log calls it. Connections, limits and pauses are kept by this name. */
export function mxSetOf(route: Route): string {
  return route.kind === 'mx' ? route.mxSet : route.kind;
}

/** Nothing leads to the recipient: what we say of it ourselves, as a receiver would. */
export type Unroutable = Pick<RecipientReply, 'code' | 'enhancedCode' | 'text' | 'host'>;

export type Routing = { readonly route: Route } | { readonly unroutable: Unroutable };

/** What of an email decides where it goes. */
export interface Routed {
  readonly address: string;
  readonly sandbox: boolean;
  /** A policy of its receiver keeps nothing back. */
  readonly isAnyTlsEnough?: boolean;
}

export interface EnvelopeRecipient {
  /** The recipient numbers that share this address. */
  readonly recipients: readonly number[];
  readonly address: string;
  /** RFC 3461, for receivers that offer it. */
  readonly dsn?: RecipientDsn;
}

/** A message too large to be held: read again by each that asks for its chunks. */
export interface MessageStream {
  readonly sizeBytes: number;
  /** There are octets above 127. */
  readonly eightBit: boolean;
  /** There are some in its header (RFC 6532). */
  readonly utf8: boolean;
  chunks(): AsyncIterable<Buffer>;
}

export interface RecipientReply {
  readonly recipients: readonly number[];
  readonly step: SmtpStep;
  /** Null when no reply was had (connection refused, reset, timed out). */
  readonly code: number | null;
  readonly enhancedCode: string | null;
  readonly text: string;
  readonly host: string;
  /** How many recipients this one reply was for, those of other entries included. Absent when it is not known. */
  readonly sharedBy?: number;
  /** The conversation, without what concerns other recipients. */
  readonly conversation?: string;
}

export interface OutgoingTransaction {
  readonly route: Route;
  /** RFC 5321 reverse-path, without angle brackets. */
  readonly reversePath: string;
  readonly recipients: readonly EnvelopeRecipient[];
  /** RFC 3461, for receivers that offer it. */
  readonly dsn?: MessageDsn;
  /** Whole RFC 5322 message, CRLF line ends, not yet dot-stuffed. */
  readonly message: Buffer | MessageStream;
  /**
   * The same for a receiver without 8BITMIME (RFC 6152 §3): asked for only where one is met. Undefined when what is
   * 8-bit in it must not be encoded.
   */
  readonly inSevenBits?: () => Promise<Buffer | MessageStream | undefined>;
  readonly tls: TlsDemand;
  /**
   * Asked once, when the data is with the receiver and only the final dot is missing, with the recipients that RCPT
   * accepted. Only `true` lets the dot go; otherwise the connection is closed without it. The transport must not send
   * the dot when the answer arrives after the connection was lost.
   */
  beforeDot(claim: { readonly recipients: readonly number[]; readonly tls: TlsUsed | null }): Promise<boolean>;
}

/** `replies`: one entry per envelope recipient that got an answer (or a failure before the dot). */
export interface TransactionResult {
  readonly replies: readonly RecipientReply[];
  /** Whose dot was written and whose reply was never seen; instead of a reply: why, and the conversation before. */
  readonly unknown: readonly RecipientReply[];
  /** `beforeDot` answered false: nothing was sent for these. */
  readonly withheld: readonly number[];
  /**
   * Neither taken nor refused, for what lies in this transaction or its connection: another transaction may follow at
   * once. Each settles or learns something, so that they come to an end. Absent where there are none.
   */
  readonly rest?: readonly number[];
  /**
   * Refused together, at DATA or the dot, by a reply about one mailbox that does not say which: each is to be sent to
   * in a transaction of its own, and settled by its own reply. Absent where there are none.
   */
  readonly apart?: readonly number[];
}

/**
 * Speaks SMTP over kept connections. What went wrong is in the result; rejects only where the message itself could not
 * be read, without the dot.
 */
export interface MailTransport {
  /**
   * Opens a connection that {@link send} finds, before there is a message. Undefined when it is there; else what it
   * ended with.
   */
  reach(transaction: Pick<OutgoingTransaction, 'route' | 'recipients' | 'tls'>): Promise<TransactionResult | undefined>;
  send(transaction: OutgoingTransaction): Promise<TransactionResult>;
  /** How many transactions may run towards this MX set at once. */
  concurrency(mxSet: string): number;
  /** Waits at most `graceMs` for replies to dots already sent, then closes every connection. */
  close(graceMs: number): Promise<void>;
}
