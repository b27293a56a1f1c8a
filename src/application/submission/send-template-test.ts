import type { Mailbox } from '../../domain/shared/mailbox.js';
import { merged, mergedLine, type MergeRefusal, mergeValues } from '../../domain/template/merge.js';
import { command } from '../access/use-case.js';
import type { RequestContext, Sender } from '../shared/context.js';
import { reservedIn } from '../template/preview-template.js';
import type { TemplateKey } from '../template/template-streams.js';
import { getTemplate } from '../template/templates.js';
import { acceptRestBatch, type AcceptBatchResult } from './accept-rest-batch.js';
import type { AcceptRestPorts } from './accept-rest-email.js';
import type { EmailRequest, SendRefusal } from './email-request.js';

/** POST /dashboard-api/templates/{template}/test: the draft to each of these, in an email of its own. */
export interface SendTemplateTest {
  readonly context: RequestContext;
  readonly principal: Sender;
  readonly key: TemplateKey;
  readonly to: readonly Mailbox[];
  /** In place of the template's. */
  readonly from: Mailbox | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  /** The sentence for what is refused of one email. */
  readonly describe: (refusal: SendRefusal) => string;
}

type SendTemplateTestResult = AcceptBatchResult | MergeRefusal | { readonly refused: 'not-found' };

type TestPorts = AcceptRestPorts & Parameters<typeof getTemplate>[0];

export const SendTemplateTest = command({ name: 'SendTemplateTest', need: 'member', run: sendTest });

/** All or nothing. The emails have their texts themselves: a draft is no version that an email could keep. */
async function sendTest(ports: TestPorts, asked: SendTemplateTest): Promise<SendTemplateTestResult> {
  const { context, principal, key, to, values, describe } = asked;
  const { teamId } = context;
  const found = await getTemplate(ports, { teamId, key });
  if (found === undefined) return { refused: 'not-found' };
  const { content } = found;
  const from = asked.from ?? content.from;
  const { subject } = content;
  if (from === null) return { refused: 'template-without', field: 'from' };
  if (subject === null) return { refused: 'template-without', field: 'subject' };
  const items: { readonly request: EmailRequest }[] = [];
  for (const mailbox of to) {
    const about = { EMAIL: mailbox.address, ...(await ports.personOf(teamId, mailbox.address)) };
    const checked = mergeValues(content, values, { ...about, ...reservedIn(values) });
    if ('refused' in checked) return checked;
    const request = {
      ...{ from, to: [mailbox], cc: [], bcc: [], replyTo: content.replyTo ?? [] },
      ...{ headers: [], tags: [], attachments: [], retryClass: 'standard' as const },
      subject: mergedLine(content, subject, checked.values),
      ...merged(content, checked.values),
    };
    items.push({ request });
  }
  return acceptRestBatch(ports, { context, principal, items, mode: 'strict', idempotency: null, describe });
}
