import type { Variant } from '../../domain/broadcast/ab-test.js';
import type { Mailbox } from '../../domain/shared/mailbox.js';
import type { MergeValues } from '../../domain/template/merge.js';
import { command } from '../access/use-case.js';
import type { RequestContext, Sender } from '../shared/context.js';
import { acceptRestBatch, type AcceptBatchResult } from '../submission/accept-rest-batch.js';
import type { AcceptRestPorts } from '../submission/accept-rest-email.js';
import type { EmailRequest, SendRefusal } from '../submission/email-request.js';
import { openBroadcastContent } from './broadcast-content.js';
import { broadcastOfTeam } from './broadcast-streams.js';
import { type PreviewPorts, readerNamed, textsFor } from './preview-broadcast.js';
import { contentOf } from './variant-content.js';

/** POST /dashboard-api/broadcasts/{id}/test: as it is now to each of these, in an email of its own. */
export interface SendBroadcastTest {
  readonly context: RequestContext;
  readonly principal: Sender;
  readonly broadcastId: string;
  readonly to: readonly Mailbox[];
  /** Whose values it has; null: as for somebody of whom nothing is known. */
  readonly contactId: string | null;
  /** In place of those. */
  readonly values: MergeValues;
  readonly variant?: Variant | undefined;
  readonly leaveUrl: string;
  /** The sentence for what is refused of one email. */
  readonly describe: (refusal: SendRefusal) => string;
}
type SendBroadcastTestResult =
  | AcceptBatchResult
  | { readonly refused: 'not-found' }
  | { readonly refused: 'unknown-contact' }
  | { readonly refused: 'no-variant' }
  | { readonly refused: 'incomplete'; readonly field: 'from' | 'subject' | 'html' };

export const SendBroadcastTest = command({ name: 'SendBroadcastTest', need: 'member', run: sendTest });

/** In front of the subject, so that it is not taken for the broadcast. */
const mark = '[Test] ';

/**
 * All or nothing. They are emails like any other, and count nowhere as the broadcast's. Answers go to the sender, not
 * to those who answer the broadcast's readers.
 */
async function sendTest(
  ports: AcceptRestPorts & PreviewPorts,
  { context, principal, broadcastId, to, contactId, values, variant = 'a', leaveUrl, describe }: SendBroadcastTest,
): Promise<SendBroadcastTestResult> {
  const { teamId } = context;
  const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
  if (loaded === undefined) return { refused: 'not-found' };
  const reference = contentOf(loaded.state.sentAs ?? loaded.state, variant);
  if (reference === undefined) return { refused: 'no-variant' };
  const content = await openBroadcastContent(ports, reference);
  const { from } = content;
  if (from === null) return { refused: 'incomplete', field: 'from' };
  if (content.subject === null) return { refused: 'incomplete', field: 'subject' };
  if (content.html === '' && content.text === '') return { refused: 'incomplete', field: 'html' };
  const reader = await readerNamed(ports, teamId, contactId);
  if (reader === undefined) return { refused: 'unknown-contact' };
  const { subject, html, text } = await textsFor(ports, teamId, { content, reader, given: values, leaveUrl });
  const texts = { ...(html === '' ? {} : { html }), ...(text === undefined ? {} : { text }) };
  const items = to.map((mailbox): { readonly request: EmailRequest } => ({
    request: {
      ...{ from, to: [mailbox], cc: [], bcc: [], replyTo: [], headers: [], tags: [], attachments: [] },
      ...{ retryClass: 'standard' as const, subject: mark + subject, ...texts },
    },
  }));
  return acceptRestBatch(ports, { context, principal, items, mode: 'strict', idempotency: null, describe });
}
