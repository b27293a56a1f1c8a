import { ListApiKeys } from '../../../application/api-key/list-api-keys.js';
import { RotateApiKey } from '../../../application/api-key/manage-api-keys.js';
import { Field, type FieldRule } from '../edge/field.js';
import { inList, readPage } from '../edge/page.js';
import { restTimestamp } from '../edge/timestamp.js';
import { allOrPage } from '../openapi/operation.js';
import { get, post } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { exampleKey, object, pageKeyList, presentPageKey, rotatedApiKey } from './api-keys.answers.js';

/* What the page asks about keys beyond the public contract. */

const hourMs = 3_600_000;
const defaultOverlapHours = 24;
/** Thirty days: a longer time is an expiry. */
const maxOverlapHours = 720;

const overlapHours: FieldRule<number> = {
  schema: {
    type: 'integer',
    minimum: 0,
    maximum: maxOverlapHours,
    default: defaultOverlapHours,
    description:
      'The time for which the previous token stays valid, in hours. With `0`, it becomes invalid immediately.',
  },
  parse(value, field) {
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxOverlapHours
      ? { value }
      : { problem: `Invalid \`${field}\` field. It must be a whole number of hours from 0 to ${maxOverlapHours}.` };
  },
};

/** POST /dashboard-api/api-keys/{id}/rotate */
class RotateApiKeyBody {
  @Field(overlapHours) overlap_hours: number | undefined;
}

export const listPageApiKeys = get({
  path: '/dashboard-api/api-keys',
  summary: 'List API keys with token prefixes and creators, newest first',
  parameters: allOrPage,
  answer: pageKeyList,
  examples: {
    list: {
      summary: 'One unused key',
      answer: shown.listOf({
        ...exampleKey,
        token_start: 're_V1S',
        created_by: { kind: 'user', id: '019a3f5e-7c1a-7d30-9c4b-7f6f0a5c8e66' },
        replaced_by: null,
      }),
    },
  },
  runs: ListApiKeys,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(presentPageKey),
});

export const rotateApiKey = post({
  path: '/dashboard-api/api-keys/{id}/rotate',
  summary: 'Rotate an API key, keeping its name and permission',
  body: RotateApiKeyBody,
  answer: rotatedApiKey,
  examples: {
    rotated: {
      summary: 'A rotation with an overlap of 24 hours',
      request: { overlap_hours: defaultOverlapHours },
      answer: {
        object,
        id: '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e45',
        token: 're_9hTq2LmXc7VbN4sKpR8wYzD1fG6jA3eU',
        former: { id: exampleKey.id, valid_until: shown.createdAt },
      },
    },
  },
  runs: RotateApiKey,
  input: ({ context, path, body: { overlap_hours: hours = defaultOverlapHours } }) => ({
    context,
    apiKeyId: path.id,
    overlapMs: hours * hourMs,
  }),
  present: ({ id, token, former }) => ({
    object,
    id,
    token,
    former: { id: former.id, valid_until: restTimestamp(former.until) },
  }),
});
