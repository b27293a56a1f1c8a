import { findingsOf } from '../../domain/insight/rules.js';
import { query } from '../access/use-case.js';
import type { HtmlReader } from '../ports/html-reader.js';
import type { EmailBody, MailComposer } from '../ports/mail-composer.js';
import type { TemplateFiller } from '../ports/template-filler.js';
import type { Clock } from '../ports/clock.js';
import type { Sender, Unavailable } from '../shared/context.js';
import { checkEmail, type CheckPorts } from '../submission/check-email.js';
import type { RequestedEmail, SendRefusal } from '../submission/email-request.js';
import { AttachmentFetches } from '../submission/fetch-attachments.js';
import { type CheckedEmail, type CompleteEmail, ownMessageId } from '../submission/prepare-email.js';
import { attachmentFacts } from './attachment-facts.js';
import { gatherFacts, type GatherPorts, type JudgedMail } from './gather-facts.js';
import { composedBytes, type Insights, withReplyTo } from './get-insights.js';

/** POST /emails/insights: what the checks would say of an email, which is refused as POST /emails refuses it. */
export interface PreviewInsights {
  readonly principal: Sender;
  readonly request: RequestedEmail;
  readonly readHtml: HtmlReader;
}

type PreviewInsightsResult = Insights | SendRefusal | Unavailable;

type PreviewPorts = CheckPorts &
  GatherPorts & { readonly composer: MailComposer; readonly templates: TemplateFiller; readonly clock: Clock };

export const PreviewInsights = query({ name: 'PreviewInsights', need: 'sender', run: previewInsights });

/** Nothing is stored, and nothing is counted. */
async function previewInsights(
  ports: PreviewPorts,
  { principal, request, readHtml }: PreviewInsights,
): Promise<PreviewInsightsResult> {
  const fetches = new AttachmentFetches(ports.fetching, principal.teamId, [request]);
  try {
    const checked = await checkEmail(ports, fetches, principal, request);
    if ('refused' in checked) return checked;
    const mail = await judgedMail(ports, principal, checked);
    return { erased: false, findings: findingsOf(await gatherFacts(ports, mail, readHtml)) };
  } finally {
    fetches.end();
  }
}

async function judgedMail(
  ports: PreviewPorts,
  { teamId, domainId }: Sender,
  { email, domain, subscription }: CheckedEmail,
): Promise<JudgedMail> {
  if ('emailId' in email) throw new Error('a request over REST is no message that came as it is');
  const body = await bodyOf(ports, email);
  const { from, replyTo, subject, headers, tags, to, cc, retryClass } = email;
  const content = { from, replyTo, subject, headers: headers.map(([name, value]): [string, string] => [name, value]) };
  const messageId = ownMessageId(dryId, domain.name);
  const date = new Date(ports.clock.now()).toISOString();
  const message = { messageId, date, content: { ...content, tags: [...tags] }, to, cc, body };
  const sizes = email.attachments.map((attachment) => ({ size: attachment.content.length }));
  return {
    teamId,
    domainId: domain.domainId,
    from,
    headers: withReplyTo(headers, [...replyTo]),
    body,
    bytes: await composedBytes(ports, message, sizes),
    attachments: await attachmentFacts(
      email.attachments.map((attachment) => ({
        ...attachment,
        bytes: attachment.content.length,
        read: async () => attachment.content,
      })),
    ),
    isBulk: retryClass === 'bulk' || subscription !== undefined,
    hasOwnUnsubscribeLinks: subscription?.isLinked === true,
    // A key for one domain learns nothing about emails of the others.
    topicId: domainId === null ? (subscription?.topicId ?? null) : null,
    attempts: [],
    triedAt: undefined,
  };
}

/** As long as the id that the email would get. */
const dryId = '00000000-0000-0000-0000-000000000000';

async function bodyOf(
  { templates }: Pick<PreviewPorts, 'templates'>,
  { html, text, merge }: CompleteEmail,
): Promise<EmailBody> {
  if (merge === undefined) return { ...(html === undefined ? {} : { html }), ...(text === undefined ? {} : { text }) };
  return templates.fill(merge.used.content, { text: JSON.stringify(merge.values) });
}
