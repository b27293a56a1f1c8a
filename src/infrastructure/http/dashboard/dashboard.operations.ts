import { get, id, oneErrors, type Operation, query } from '../openapi/operation.js';
import * as schemas from '../openapi/schemas.js';
import { apiKeyOperations } from '../api-keys/api-keys.operations.js';
import { domainOperations } from '../domains/domains.operations.js';
import { emailOperations } from '../emails/emails.operations.js';
import { logOperations } from '../logs/logs.operations.js';
import { suppressionOperations } from '../suppressions/suppressions.operations.js';
import { usageOperations } from '../usage/usage.operations.js';

/** What the page asks of the public contract, on its own paths: neither logged nor counted, for it asks all the time. */
const pageReads = [
  '/emails',
  '/emails/{id}',
  '/logs',
  '/logs/{id}',
  '/usage',
  '/api-keys',
  '/domains',
  '/suppressions',
  '/suppressions/{suppression}',
];
const onPagePaths = [
  emailOperations,
  logOperations,
  usageOperations,
  apiKeyOperations,
  domainOperations,
  suppressionOperations,
]
  .flat()
  .filter(({ method, path }) => method === 'get' && pageReads.includes(path))
  .map((operation) => ({
    ...operation,
    path: `/dashboard-api${operation.path}`,
    summary: `${operation.summary}, for the dashboard`,
  }));

export const dashboardOperations: readonly Operation[] = [
  ...onPagePaths,
  {
    ...get('/dashboard-api/status', 'What an operator must know before trusting that mail leaves', schemas.status, {}),
    parameters: [],
  },
  { ...get('/dashboard-api/queue', 'What waits to be sent, by recipient domain', schemas.queue, {}), parameters: [] },
  { ...get('/dashboard-api/regions', 'The regions that a domain can be in', schemas.regionList, {}), parameters: [] },
  get(
    '/dashboard-api/domains/{id}/findings',
    'What the last check found of a domain’s records',
    schemas.domainFindings,
  ),
  get('/dashboard-api/domains/{id}/dmarc', 'What DNS says now of a domain’s DMARC', schemas.domainDmarc),
  get('/dashboard-api/emails/{id}/timeline', 'What happened to an email, oldest first', schemas.timeline),
  {
    ...get(
      '/dashboard-api/emails/{id}/history',
      'What happened to an email, who did it and why, and how it stood',
      schemas.emailHistory,
      { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
    ),
    parameters: [
      id,
      query(
        'at',
        { type: 'string', format: 'date-time' },
        'Up to then, and how it stood then; the present when left out.',
      ),
    ],
  },
  get('/dashboard-api/emails/{id}/captured', 'What the built-in catcher received of an email', schemas.capturedList),
  {
    ...get(
      '/dashboard-api/emails/{id}/captured/{number}',
      'All of one message in the built-in catcher',
      schemas.capturedList,
      {
        ...oneErrors,
        503: ['application_error'],
      },
    ),
    parameters: [
      id,
      { ...id, name: 'number', schema: { type: 'integer' }, description: 'From the list of captured messages.' },
    ],
    answer: undefined,
    mediaType: 'message/rfc822',
  },
];
