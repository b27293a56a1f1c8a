import { command } from '../access/use-case.js';
import { reveal } from '../../domain/shared/personal.js';
import type { WebhookTest } from '../../domain/webhook/log-events.js';
import type { WebhookSender } from '../ports/webhook-sender.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { LogPorts } from '../shared/handle.js';
import { failureOfAnswer, signingSecrets } from './attempts.js';
import { loadWebhook } from './manage-webhooks.js';
import { bodyOf, type MessageType, samplePayload } from './messages.js';
import type { WebhookLog } from './webhook-log.js';

/** POST /webhooks/{id}/test: sends a sample at once. A disabled endpoint too can be tested. */
export interface TestWebhook {
  readonly context: RequestContext;
  readonly webhookId: string;
  readonly messageType: MessageType;
}
/** `answer`: its body, cut; empty where none came. */
export type TestWebhookResult =
  | { readonly test: WebhookTest; readonly answer: string }
  | { readonly refused: 'not-found' }
  | Unavailable;

type TestWebhookPorts = LogPorts & {
  readonly webhookSender: WebhookSender;
  readonly webhookTests: Pick<WebhookLog, 'tested'>;
};

/** What receivers know a sample by. */
const testHeader = ['webhook-test', 'true'] as const;

export const TestWebhook = command({
  name: 'TestWebhook',
  need: 'member',
  start(ports: TestWebhookPorts) {
    const stopping = new AbortController();
    return {
      run: (input: TestWebhook) => testWebhook(ports, input, stopping.signal),
      stop: () => stopping.abort(),
    };
  },
});

/** One attempt, in the log of attempts as a test: nothing is tried again, and nothing is judged by it. */
async function testWebhook(
  ports: TestWebhookPorts,
  { context, webhookId, messageType }: TestWebhook,
  signal: AbortSignal,
): Promise<TestWebhookResult> {
  const { ids, clock, webhookSender, webhookTests } = ports;
  const state = await loadWebhook(ports, context.teamId, webhookId);
  const target = state === undefined ? undefined : reveal(state.webhook.target);
  if (state === undefined || target === undefined) return { refused: 'not-found' };
  const atMs = clock.now();
  const at = new Date(atMs).toISOString();
  const messageId = `msg_${hexOf(ids.next())}`;
  const request = {
    url: target.url,
    headers: [...target.headers, testHeader],
    messageId,
    body: bodyOf(samplePayload(messageType, at), at),
    secrets: signingSecrets(state, atMs),
  };
  // The sender rejects where it was stopped, and only there.
  const answered = await webhookSender.send(request, signal).catch(() => undefined);
  if (answered === undefined) return unavailable;
  const { durationMs } = answered;
  const isAnswered = answered.kind === 'answered';
  const test: WebhookTest = {
    id: `atmpt_${hexOf(ids.next())}`,
    messageId,
    webhookId,
    type: messageType,
    at,
    durationMs,
    status: isAnswered ? answered.status : null,
    failure: failureOfAnswer(answered),
  };
  const answer = isAnswered ? answered.body : '';
  // Written behind: the caller has its answer whether the log can be written or not.
  void webhookTests.tested(context, test, answer);
  return { test, answer };
}

const hexOf = (uuid: string): string => uuid.replaceAll('-', '');
