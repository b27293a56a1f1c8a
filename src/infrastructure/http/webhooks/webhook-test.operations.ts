import { type MessageType, messageTypes } from '../../../application/webhook/messages.js';
import { TestWebhook } from '../../../application/webhook/test-webhook.js';
import { Field, type FieldRule, required } from '../edge/field.js';
import { post } from '../openapi/served.js';
import * as answers from './webhooks.answers.js';

const typeRule: FieldRule<MessageType> = {
  schema: { type: 'string', enum: messageTypes, description: 'The event type of the sample.' },
  parse(value, field) {
    const type = messageTypes.find((each) => each === value);
    return type === undefined
      ? { problem: `Invalid \`${field}\` field. It must be a type that this server sends, such as \`email.sent\`.` }
      : { value: type };
  },
};

/** POST /webhooks/{id}/test */
class TestWebhookBody {
  @Field(typeRule, required) type!: MessageType;
}

export const testWebhook = post({
  path: '/webhooks/{id}/test',
  summary: 'Send a sample message to a webhook endpoint',
  description:
    'Sends the sample immediately and returns the result. The sample is signed like any message and has the header `webhook-test: true`. It is not retried, and never disables the endpoint.',
  body: TestWebhookBody,
  answer: answers.testedWebhook,
  examples: {
    tested: {
      summary: 'A delivered sample',
      request: { type: 'email.bounced' },
      answer: {
        object: 'webhook_test',
        id: 'msg_019a3f5e7c1a8d21b6c04f7e93a5d8b2',
        type: 'email.bounced',
        status: 'success',
        http_status_code: 200,
        response: 'ok',
        error: null,
        latency_ms: 41.3,
      },
    },
  },
  runs: TestWebhook,
  input: ({ context, path, body }) => ({ context, webhookId: path.id, messageType: body.type }),
  present: answers.presentTest,
});
