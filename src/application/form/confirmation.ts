import type { BrandSettings } from '../../domain/brand/brand.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import type { PageLanguage } from '../../domain/shared/page-language.js';
import type { ConfirmationWriter } from '../ports/confirmation-writer.js';
import { addressHash } from '../shared/address-hash.js';
import type { RequestContext, Unavailable } from '../shared/context.js';
import { unavailable } from '../shared/context.js';
import { acceptSubmission, type AcceptPorts, type CheckedSubmission } from '../submission/accept-submission.js';
import { checkSender, type SenderRules } from '../submission/check-email.js';
import type { SenderRefusal } from '../submission/email-request.js';
import type { CompleteEmail } from '../submission/prepare-email.js';
import { joinLinkLifeDays, joinToken } from './join-link.js';

export type ConfirmationPorts = AcceptPorts & {
  readonly senderRules: SenderRules;
  readonly confirmationWriter: ConfirmationWriter;
};

/** An email that asks whether its receiver wants to join. */
export interface Confirmation {
  readonly teamId: string;
  readonly formId: string;
  readonly from: Mailbox;
  readonly address: string;
  /** Names of the topics. */
  readonly topics: readonly string[];
  readonly language: PageLanguage;
  readonly brand: BrandSettings;
  readonly publicUrl: string;
  readonly correlationId: string;
}

/** An address gets one an hour from each form, however often it is typed into it. */
const intervalMs = 3_600_000;

/**
 * Accepted as any email of the team, from a sender of the form's. What stands against it is of the team, not of the
 * address: a domain that may not send any more, or a quota that is used up.
 */
export async function sendConfirmation(
  ports: ConfirmationPorts,
  confirmation: Confirmation,
): Promise<Unavailable | undefined> {
  const { teamId, formId, address, from, correlationId } = confirmation;
  const emailId = ports.ids.next();
  const context: RequestContext = { teamId, actor: { kind: 'system', id: 'form' }, correlationId };
  const email = mailOf(ports.confirmationWriter, confirmation, joinToken(ports.hash, { emailId, formId }));
  const hour = Math.floor(ports.clock.now() / intervalMs);
  const key = {
    key: ports.hash.hash('link', ['joining', formId, addressHash(ports.hash, address), hour]),
    method: 'NOTICE',
    path: 'message',
    payload: null,
  } as const;
  const answer = await acceptSubmission(ports, context, key, async (): Promise<CheckedSubmission | SenderRefusal> => {
    const sender = { teamId, domainId: null };
    const domain = await checkSender(ports.senderRules, sender, { ...email, from });
    return 'refused' in domain ? domain : { kind: 'single', emails: [{ email, domain, emailId }], errors: [] };
  });
  // One that is on its way is the one that was asked for.
  return 'refused' in answer && answer.refused !== 'idempotency-in-progress' ? unavailable : undefined;
}

function mailOf(
  writer: ConfirmationWriter,
  { from, address, publicUrl, ...asked }: Confirmation,
  token: string,
): CompleteEmail {
  return {
    ...writer.write({ ...asked, link: `${publicUrl}/confirm/${token}`, linkLifeDays: joinLinkLifeDays }),
    from,
    to: [{ name: null, address }],
    cc: [],
    bcc: [],
    replyTo: [],
    // RFC 3834 §5: no machine is to answer it.
    headers: [['Auto-Submitted', 'auto-generated']],
    tags: [],
    retryClass: 'strangers',
    attachments: [],
  };
}
