import { GetErasure, ListErasures } from '../../../application/erasure/read-erasures.js';
import { RequestErasure } from '../../../application/erasure/request-erasure.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import { described, Field, required } from '../edge/field.js';
import { inList } from '../edge/page.js';
import { httpPart } from '../http-part.js';
import { invalidBody, page } from '../openapi/operation.js';
import { get, post } from '../openapi/served.js';
import { listOf } from '../openapi/shared-examples.js';
import { changed, oneChanged } from '../openapi/shared-schemas.js';
import { emailAddress } from '../people/people.fields.js';
import { erasure, erasureList, presentErasure, presentErasureRow } from './erasures.answers.js';

/** POST /dashboard-api/erasures */
class RequestErasureBody {
  @Field(described(emailAddress, 'The address to erase.'), required) email!: string;
  @Field(described(emailAddress, 'The same address again, as a confirmation. An erasure can’t be undone.'), required)
  confirmation!: string;
}

const object = 'erasure' as const;
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

const requestErasure = post({
  path: '/dashboard-api/erasures',
  summary: 'Erase a person from the data of all teams',
  description:
    'Requires an admin of the first team, because the erasure affects all teams. It runs in the background, continues after a crash, and can’t be undone.',
  access: 'person',
  body: RequestErasureBody,
  status: 201,
  answer: oneChanged(object),
  examples: { requested: { summary: 'A requested erasure', request, answer: { object, id } } },
  errors: { ...invalidBody, ...refusedHere },
  runs: RequestErasure,
  input: ({ person, body: { email, confirmation } }) => ({ by: person, email, confirmation }),
  present: changed(object),
});

const listErasures = get({
  path: '/dashboard-api/erasures',
  summary: 'List erasures, newest first',
  access: 'person',
  parameters: page,
  answer: erasureList,
  examples: { one: { summary: 'A finished erasure', answer: listOf(row) } },
  errors: { ...refusedHere, 422: ['validation_error'] },
  runs: ListErasures,
  input: ({ teamId, page }) => ({ teamId, page }),
  present: inList(presentErasureRow),
});

const getErasure = get({
  path: '/dashboard-api/erasures/{id}',
  summary: 'Get the progress and the result of an erasure',
  access: 'person',
  answer: erasure,
  examples: {
    done: {
      summary: 'A finished erasure of one email',
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
  runs: GetErasure,
  input: ({ teamId, path }) => ({ teamId, erasureId: path.id }),
  present: presentErasure,
});

const denied = (message: string): ApiError => new ApiError(403, 'invalid_access', message);

export const erasuresHttp = httpPart({
  noun: 'Erasure',
  operations: [requestErasure, listErasures, getErasure],
  refusals: {
    'not-first-team': () =>
      denied('An erasure reaches every team, so only admins of the first team of this server may ask for it.'),
    'own-address': () =>
      denied('This is your own address. Another admin can erase you, or the posthorn erase command.'),
    'not-confirmed': () => invalid('Invalid `confirmation` field. It must be the same address once more.'),
  },
});
