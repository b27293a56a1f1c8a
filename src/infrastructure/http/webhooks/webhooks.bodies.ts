import { messageTypes } from '../../../application/webhook/messages.js';
import type { EndpointOptions } from '../../../application/webhook/manage-webhooks.js';
import type { WebhookStatus } from '../../../domain/webhook/webhook.js';
import { described, Field, type FieldRule, required } from '../edge/field.js';
import { oneOf, trueOrFalse } from '../edge/rules.js';
import { hasControlCharacters, noControlCharacters } from '../edge/text.js';
import { domainIdsRule, headersRule, rateRule, tagsRule } from './endpoint-options.js';
import { isList } from '../../../domain/shared/members.js';

const maxEndpointCharacters = 2_048;

const endpointRule: FieldRule<string> = {
  schema: {
    type: 'string',
    format: 'uri',
    maxLength: maxEndpointCharacters,
    description: 'An https URL without a user name or password. Its host must have a public IP address.',
  },
  parse(value, field) {
    if (typeof value !== 'string') return { problem: `Invalid \`${field}\` field. It must be a string.` };
    if (hasControlCharacters(value)) return noControlCharacters(field);
    if (value.length > maxEndpointCharacters) {
      return { problem: `Invalid \`${field}\` field. It has at most ${maxEndpointCharacters} characters.` };
    }
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      return { problem: `Invalid \`${field}\` field. It must be an absolute https URL.` };
    }
    if (url.username !== '' || url.password !== '') {
      return { problem: `Invalid \`${field}\` field. It must not contain a user name or a password.` };
    }
    return { value: url.href.length > maxEndpointCharacters ? value : url.href };
  },
};

/** Types of the public contract whose features this server does not have: taken, and never sent. */
const neverSent = [
  'email.received',
  ...['created', 'updated', 'deleted'].map((name) => `inbox.${name}`),
  ...['created', 'folder.updated', 'assigned', 'unassigned', 'labels.updated'].map((name) => `inbox.thread.${name}`),
  ...['received', 'sent'].map((name) => `inbox.email.${name}`),
  ...['created', 'updated', 'sent', 'deleted'].map((name) => `inbox.draft.${name}`),
];

/** Every type that the public contract has. */
export const webhookEventTypes: readonly string[] = [...messageTypes, ...neverSent];

/** At least one type, each once. */
export const eventsRule: FieldRule<readonly string[]> = {
  schema: {
    type: 'array',
    minItems: 1,
    items: { type: 'string', enum: webhookEventTypes },
    description: 'The event types to send. Types of features that this server does not have never occur.',
  },
  parse(value, field) {
    if (!isList(value) || value.length === 0) {
      return { problem: `Invalid \`${field}\` field. It must be an array of at least one event type.` };
    }
    const types = new Set<string>();
    for (const type of value) {
      const known = webhookEventTypes.find((each) => each === type);
      if (known === undefined) {
        return {
          problem: `Invalid \`${field}\` field. It holds something that is no event type, such as \`email.sent\`.`,
        };
      }
      types.add(known);
    }
    return { value: [...types] };
  },
};

const statusRule = oneOf<WebhookStatus>(['enabled', 'disabled'], {
  description:
    'While the endpoint is disabled, nothing is sent. Events from this time are sent later only by a replay.',
});
const orderedRule = described(
  trueOrFalse,
  'Whether to send one message at a time in the order of the log. A failing message delays all later messages.',
);

const machineHitsRule = described(
  trueOrFalse,
  'Whether to also send opens and clicks by privacy proxies and scanners, as shown in `judged`. Otherwise, only those by people are sent.',
);

/** POST /webhooks */
export class CreateWebhookBody {
  @Field(endpointRule, required) endpoint!: string;
  @Field(eventsRule, required) events!: readonly string[];
  @Field(headersRule) headers: EndpointOptions['headers'];
  @Field(domainIdsRule) domain_ids: EndpointOptions['domainIds'];
  @Field(tagsRule) tags: EndpointOptions['tags'];
  @Field(orderedRule) ordered: EndpointOptions['ordered'];
  @Field(rateRule) per_second: EndpointOptions['perSecond'];
  @Field(machineHitsRule) machine_hits: EndpointOptions['machineHits'];
}

/** PATCH /webhooks/{id} */
export class ChangeWebhookBody {
  @Field(endpointRule) endpoint: string | undefined;
  @Field(eventsRule) events: readonly string[] | undefined;
  @Field(headersRule) headers: EndpointOptions['headers'];
  @Field(domainIdsRule) domain_ids: EndpointOptions['domainIds'];
  @Field(tagsRule) tags: EndpointOptions['tags'];
  @Field(orderedRule) ordered: EndpointOptions['ordered'];
  @Field(rateRule) per_second: EndpointOptions['perSecond'];
  @Field(machineHitsRule) machine_hits: EndpointOptions['machineHits'];
  @Field(statusRule) status: WebhookStatus | undefined;
}

/** What an endpoint is sent beyond the public contract. */
export function optionsOf({
  headers,
  domain_ids: domainIds,
  tags,
  ordered,
  per_second: perSecond,
  machine_hits: machineHits,
}: CreateWebhookBody | ChangeWebhookBody): EndpointOptions {
  return { headers, domainIds, tags, ordered, perSecond, machineHits };
}
