import { bodySchema, described, Field, required } from '../edge/field.js';
import { get, invalidBody, page, post } from '../openapi/operation.js';
import { listOf } from '../openapi/shared-examples.js';
import { emailAddress } from '../people/people.fields.js';
import * as answers from './erasures.answers.js';

/** POST /dashboard-api/erasures */
export class RequestErasureBody {
  @Field(described(emailAddress, 'Who is to be erased.'), required) email!: string;
  @Field(
    described(emailAddress, 'The same address, typed a second time: nothing brings back what is erased.'),
    required,
  )
  confirmation!: string;
}

const object = 'erasure';
const id = '019a3f5e-7c1a-7d30-9c4b-9c7a0a5c8ebb';
const at = '2026-01-02T03:04:05.678Z';
const later = '2026-01-02T03:04:06.789Z';
const stream = `erasure-${id}`;
const digest = '6b23c0d5f35d1b11f9b683f0b0a617355deb11277d91ae091d399c655b87940d';
const row = {
  id,
  state: 'completed',
  requested_at: at,
  requested_by: { kind: 'user', id: '019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e99' },
  completed_at: later,
} as const;
const request = { email: 'ann@example.com', confirmation: 'ann@example.com' };
const refusedHere = { 403: ['invalid_access', 'security_error'] } as const;

export const requestErasure = post({
  path: '/dashboard-api/erasures',
  summary: 'Erase a person: an address, from the data of every team',
  description:
    'For admins of the first team, because it reaches every team. It is carried out in the background, also after a crash, and cannot be taken back.',
  access: 'person',
  need: 'person admin',
  body: bodySchema(RequestErasureBody),
  status: 201,
  answer: answers.requestedErasure,
  examples: { requested: { summary: 'It is written down', request, answer: { object, id } } },
  errors: { ...invalidBody, ...refusedHere },
});

export const listErasures = get({
  path: '/dashboard-api/erasures',
  summary: 'List the erasures of people, newest first',
  access: 'person',
  need: 'person admin',
  parameters: page,
  answer: answers.erasureList,
  examples: { one: { summary: 'One is done', answer: listOf(row) } },
  errors: { ...refusedHere, 422: ['validation_error'] },
});

export const getErasure = get({
  path: '/dashboard-api/erasures/{id}',
  summary: 'How far an erasure has come, and what it destroyed',
  access: 'person',
  need: 'person admin',
  answer: answers.erasure,
  examples: {
    done: {
      summary: 'One mail is gone',
      answer: {
        object,
        ...row,
        person: '5f0c6c6a0f0e4b6a8d7c1e2f3a4b5c6d',
        destroyed: { mails: 1, other_records: 0, keys: 2, blobs: 1 },
        log: [
          { event_id: id, stream, type: 'ErasureRequested', position: '00000000000000000042', digest, created_at: at },
        ],
      },
    },
  },
  errors: { ...refusedHere, 404: ['not_found'], 422: ['invalid_parameter'] },
});
