import type { ExampleTable } from '../openapi/shared-examples.js';

export const healthExamples: ExampleTable = {
  'GET /health': { well: { summary: 'Nothing is wrong', answer: { status: 'ok' } } },
  'GET /health/live': { alive: { summary: 'The process runs', answer: { status: 'ok' } } },
  'GET /health/ready': { ready: { summary: 'It serves', answer: { status: 'ready', detail: 'serving' } } },
};
