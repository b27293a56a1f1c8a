import { GetHealth } from '../../../../application/doctor/health.js';
import { ApiError } from '../../edge/errors/api-error.js';
import { httpPart } from '../../http-part.js';
import { get } from '../../openapi/served.js';
import { presentHealth, serverHealth } from './health.answers.js';

const at = '2026-01-02T03:04:05.678Z';

const getServerHealth = get({
  path: '/dashboard-api/health',
  summary: 'Get the health of the server',
  description:
    'The response contains the findings of `posthorn doctor` and the progress of background jobs. For admins of the first team. The server runs the checks at most every 30 seconds.',
  access: 'person',
  parameters: [],
  answer: serverHealth,
  errors: { 403: ['invalid_access', 'security_error'] },
  examples: {
    well: {
      summary: 'A server without problems',
      answer: {
        object: 'health',
        looked_at: at,
        version: '0.1.0',
        node_version: '20.20.1',
        findings: [],
        engines: [{ name: 'Event log', answers: true, round_trip_ms: null, problem: null }],
        projections: [{ name: 'emails@2', behind_events: 0, behind_since: null }],
        process_managers: [{ name: 'suppressor', saved_at: at }],
        seal: { number: 12, at },
        unsealed_events: 3,
        last_verified: { at, events: 1_204, seals: 12, broken: null },
        pending: { unsettled: 0, due: 0, due_since: null },
        disk: { free_bytes: 40_000_000_000, total_bytes: 80_000_000_000 },
      },
    },
  },
  runs: GetHealth,
  input: ({ teamId }) => ({ teamId }),
  present: presentHealth,
});

export const serverHealthHttp = httpPart({
  noun: 'Server',
  operations: [getServerHealth],
  refusals: {
    'not-first-team': () =>
      new ApiError(403, 'invalid_access', 'How this server is doing is for admins of the first team.'),
  },
});
