import type { LinkTrouble } from '../../domain/shared/link-trouble.js';
import type { RetryPolicy } from '../../domain/shared/retries/email-retries.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { MailComposer } from '../ports/mail-composer.js';
import type { MessageConverter } from '../ports/message-converter.js';
import type { MessageSigner } from '../ports/message-signer.js';
import type { MailTransport, Routed, Routing } from '../ports/mail-transport.js';
import type { Tracer } from '../ports/tracer.js';
import type { TemplateFiller } from '../ports/template-filler.js';
import type { BlobStore } from '../ports/vault.js';
import type { Workers } from '../lease/workers.js';
import type { LogPorts } from '../shared/handle.js';
import type { Semaphore } from '../shared/semaphore.js';
import type { DeliveryOutcome, DeliveryResult } from './delivery-result.js';
import type { FreshMail } from './fresh-mail.js';
import type { HeldMail } from './held-mail.js';
import type { MxReceivers } from './receivers.js';
import type { Parking } from './parking.js';
import type { MailTracker } from '../tracking/track-body.js';
import type { SuppressedAddresses } from '../suppression/suppressed-addresses.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';

interface DeliverySettings {
  readonly policy: RetryPolicy;
  /** How long the reply to the dot is awaited. */
  readonly afterDotTimeoutMs: number;
  /** Added to the deadline for what lies between the claim and the dot. */
  readonly claimMarginMs: number;
  /** An attempt that takes longer stands aside. */
  readonly slowAfterMs: number;
}

export interface DeliveryPorts extends LogPorts {
  readonly blobs: BlobStore;
  readonly fresh: FreshMail;
  readonly sealer: BodySealer;
  readonly composer: MailComposer;
  readonly templates: TemplateFiller;
  readonly tracking: MailTracker;
  /** For mails that are not composed here. */
  readonly signer: MessageSigner;
  readonly converter: MessageConverter;
  readonly transport: MailTransport;
  readonly domains: Pick<SendingDomains, 'isDeleted' | 'signingKeys' | 'returnPath' | 'tls' | 'forget'>;
  readonly suppressions: Pick<SuppressedAddresses, 'reason'>;
  /** Header fields by which a recipient of a mail leaves what it is about (RFC 2369, RFC 8058). */
  readonly waysToLeave: (emailId: string, recipient: number) => readonly (readonly [name: string, value: string])[];
  /** Where a recipient's copy of a mail opens in a browser. */
  readonly copyUrl: (emailId: string, recipient: number) => string;
  /** Where a recipient of a broadcast chooses what to get. */
  readonly preferencesUrl: (emailId: string, recipient: number) => string;
  /** The `List-Id` of a topic's email; undefined where it can have none. */
  readonly listId: (topicId: string) => string | undefined;
  /** Why links in emails do not lead to their readers; null where they do. */
  readonly linkTrouble: LinkTrouble | null;
  /** A simulator that complains about what it takes. */
  readonly complains: (address: string) => boolean;
  /** Where mail for this address goes, as far as anybody can say now. Never rejects. */
  readonly route: (recipient: Routed) => Promise<Routing>;
  /** A person keeps mail for there from being sent, now; an MX set of null is not known yet. */
  readonly isPaused: (to: { readonly destination: string; readonly mxSet: string | null }) => boolean;
  readonly held: Pick<HeldMail, 'holds'>;
  /** Receivers that are left alone for a time. */
  readonly parking: Pick<Parking, 'down' | 'note'>;
  /** Which receiver a destination's mail goes to, and which of them answer. */
  readonly receivers: Pick<MxReceivers, 'learn' | 'answers'>;
  readonly workers: Workers;
  /** How many large mails are in memory at once. */
  readonly largeMails: Pick<Semaphore, 'run'>;
  readonly settings: DeliverySettings;
  /** From -1 to 1. */
  readonly jitter: () => number;
  readonly onAttempt: (outcome: DeliveryOutcome) => void;
  readonly onResult: (result: DeliveryResult) => void;
  /** Null where no traces are made. */
  readonly tracer: Tracer | null;
}
