import { z } from 'zod';
import { open } from '../openapi/operation.js';

const alive = z.strictObject({ status: z.literal('ok') });
const ready = z.strictObject({ status: z.literal('ready'), detail: z.string() });

const mayBeUnavailable = { 503: ['application_error'] } as const;

export const getHealth = open({
  path: '/health',
  summary: 'Check the server for problems',
  answer: alive,
  errors: mayBeUnavailable,
  examples: { well: { summary: 'A server without problems', answer: { status: 'ok' } } },
});
export const getLive = open({
  path: '/health/live',
  summary: 'Check whether the process is running',
  answer: alive,
  examples: { alive: { summary: 'A running process', answer: { status: 'ok' } } },
});
export const getReady = open({
  path: '/health/ready',
  summary: 'Check whether the process is ready to serve requests',
  answer: ready,
  errors: mayBeUnavailable,
  examples: { ready: { summary: 'A process that is ready', answer: { status: 'ready', detail: 'serving' } } },
});
export const getMetrics = open({
  path: '/metrics',
  summary: 'Get the Prometheus metrics',
  answer: undefined,
  mediaType: 'text/plain',
  errors: { 401: ['validation_error'] },
});
export const getOpenApi = open({
  path: '/openapi.json',
  summary: 'Get this document',
  answer: undefined,
  errors: { 429: ['rate_limit_exceeded'] },
});
