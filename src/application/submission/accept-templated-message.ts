import type { HeaderField } from '../ports/message-reader.js';
import type { Principal, RequestContext } from '../shared/context.js';
import type { Ports } from '../shared/ports.js';
import { accept } from './accept.js';
import type { AcceptPorts } from './accept-submission.js';
import { attachmentsOf, type CollectingPorts } from './attached-to-message.js';
import { checkSender, type SenderRules, unreachableLinks } from './check-email.js';
import type { FillRefusal, SenderRefusal, TemplatedRequest } from './email-request.js';
import { type FillPorts, fillTemplate } from './fill-template.js';
import { type AboutPorts, subscriptionOf } from './mail-about.js';
import type { MessageSource } from './message-source.js';
import type { CheckedEmail } from './prepare-email.js';
import { isComposedHere, type NamedTemplate, type RawHeader } from './raw-header.js';
import { idempotencyOf } from './smtp-idempotency.js';
import type { Recipients } from './smtp-recipients.js';
import { type AcceptSmtpResult, describeRefusal, type SmtpEnvelope } from './smtp-submission.js';

export interface TemplatedPorts extends AcceptPorts, AboutPorts, FillPorts, CollectingPorts, Pick<Ports, 'reader'> {
  readonly senderRules: SenderRules;
}

/** A message whose header names a template. */
export interface TemplatedMessage {
  readonly header: RawHeader;
  readonly template: NamedTemplate;
  readonly fields: readonly HeaderField[];
  readonly recipients: Recipients;
  readonly envelope: SmtpEnvelope;
}

type Filled = Omit<CheckedEmail, 'email'> & {
  readonly email: Exclude<Awaited<ReturnType<typeof fillTemplate>>, FillRefusal>;
};

/**
 * Accepts an email that is composed from a template, as over REST: of the message are its sender, subject, addresses
 * for replies, attachments and the fields that the service does not write itself. Its texts are read and left out.
 */
export async function acceptTemplated(
  ports: TemplatedPorts,
  sender: Principal,
  context: RequestContext,
  message: TemplatedMessage,
  source: MessageSource,
): Promise<AcceptSmtpResult> {
  const { header, fields, recipients, envelope } = message;
  const { idempotencyKey } = header;
  const fill = () => filled(ports, sender, message);
  // A repeat gets its first answer whatever has become of the template since, so with a key this is checked later.
  const early = idempotencyKey === null ? await fill() : undefined;
  if (early !== undefined && 'refused' in early) return describeRefusal(early);
  const collected = await attachmentsOf(ports, context.teamId, { fields, digest: idempotencyKey !== null }, source);
  if ('refusal' in collected) return { kind: 'refused', ...collected };
  try {
    const idempotency = idempotencyOf(header, envelope, collected);
    const answer = await accept<SenderRefusal | FillRefusal>(ports, context, idempotency, async () => {
      const checked = early ?? (await fill());
      if ('refused' in checked) return checked;
      const { attachments } = collected;
      const { recipientDsn } = recipients;
      return { ...checked, email: { ...checked.email, attachments, recipientDsn } };
    });
    return 'refused' in answer ? describeRefusal(answer) : { kind: 'accepted', emailId: answer.emailId };
  } finally {
    collected.release();
  }
}

/** Filled in, and allowed to be sent. */
async function filled(
  ports: TemplatedPorts,
  sender: Principal,
  { header, template, recipients, fields }: TemplatedMessage,
): Promise<Filled | SenderRefusal | FillRefusal> {
  const { from, replyTo, subject, tags, retryClass, about, track, kept } = header;
  const { to, cc, bcc } = recipients;
  const request: TemplatedRequest = {
    ...{ from, replyTo, to, cc, bcc, tags, retryClass, template },
    ...(subject === '' ? {} : { subject }),
    ...(about === undefined ? {} : { about }),
    ...(track === undefined ? {} : { track }),
    headers: kept
      .filter((field) => !isComposedHere(field))
      .map((field): readonly [string, string] => [field.name, ports.reader.text(field)]),
    attachments: [],
  };
  const email = await fillTemplate(ports, sender.teamId, request);
  if ('refused' in email) return email;
  const domain = await checkSender(ports.senderRules, sender, email);
  if ('refused' in domain) return domain;
  const names = fields.map(({ name }) => name);
  const subscription = await subscriptionOf(ports, sender.teamId, about, names);
  if (subscription !== undefined && 'refused' in subscription) return subscription;
  const unreachable = unreachableLinks(ports.senderRules, domain, { subscription });
  if (unreachable !== undefined) return unreachable;
  return { email, domain, ...(subscription === undefined ? {} : { subscription }) };
}
