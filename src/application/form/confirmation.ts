import type { Mailbox } from '../../domain/shared/mailbox.js';
import type { PageLanguage } from '../../domain/unsubscribe-page/events.js';
import { addressHash } from '../shared/address-hash.js';
import type { RequestContext, Unavailable } from '../shared/context.js';
import { unavailable } from '../shared/context.js';
import { acceptSubmission, type AcceptPorts, type CheckedSubmission } from '../submission/accept-submission.js';
import { checkSender, type SenderRules } from '../submission/check-email.js';
import type { SenderRefusal } from '../submission/email-request.js';
import type { CompleteEmail } from '../submission/prepare-email.js';
import { joinLinkLifeDays, joinToken } from './join-link.js';

export type ConfirmationPorts = AcceptPorts & { readonly senderRules: SenderRules };

/** An email that asks whether its receiver wants to join. */
export interface Confirmation {
  readonly teamId: string;
  readonly formId: string;
  readonly from: Mailbox;
  readonly address: string;
  /** Names of the topics. */
  readonly topics: readonly string[];
  readonly language: PageLanguage;
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
  const email = mailOf(confirmation, joinToken(ports.hash, { emailId, formId }));
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

function mailOf({ from, address, topics, language, publicUrl }: Confirmation, token: string): CompleteEmail {
  const words = mailWords[language];
  const named = topics.map((each) => words.quoted(each)).join(', ');
  const link = `${publicUrl}/confirm/${token}`;
  return {
    from,
    to: [{ name: null, address }],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: words.subject,
    text: [words.ask(named), link, words.after(joinLinkLifeDays), ''].join('\n\n'),
    // RFC 3834 §5: no machine is to answer it.
    headers: [['Auto-Submitted', 'auto-generated']],
    tags: [],
    retryClass: 'strangers',
    attachments: [],
  };
}

interface MailWords {
  readonly subject: string;
  readonly quoted: (topic: string) => string;
  readonly ask: (topics: string) => string;
  readonly after: (days: number) => string;
}

const mailWords: Readonly<Record<PageLanguage, MailWords>> = {
  en: {
    subject: 'Confirm your subscription',
    quoted: (topic) => `“${topic}”`,
    ask: (topics) => `Someone, probably you, entered this address to get ${topics}. Confirm it here:`,
    after: (days) =>
      `The link works for ${days} days. If it was not you, ignore this email: you will not be subscribed.`,
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre Anmeldung',
    quoted: (topic) => `„${topic}“`,
    ask: (topics) => `Diese Adresse wurde für ${topics} eingetragen, vermutlich von Ihnen. Bestätigen Sie das hier:`,
    after: (days) =>
      `Der Link gilt ${days} Tage. Wenn Sie das nicht waren, tun Sie nichts: Sie werden nicht angemeldet.`,
  },
  fr: {
    subject: 'Confirmez votre inscription',
    quoted: (topic) => `« ${topic} »`,
    ask: (topics) => `Cette adresse a été saisie, sans doute par vous, pour recevoir ${topics}. Confirmez ici :`,
    after: (days) =>
      `Le lien est valable ${days} jours. Si ce n’était pas vous, ignorez ce message : vous ne serez pas inscrit.`,
  },
  es: {
    subject: 'Confirma tu suscripción',
    quoted: (topic) => `«${topic}»`,
    ask: (topics) => `Alguien, seguramente tú, escribió esta dirección para recibir ${topics}. Confírmalo aquí:`,
    after: (days) =>
      `El enlace funciona durante ${days} días. Si no fuiste tú, ignora este correo: no quedarás suscrito.`,
  },
};
