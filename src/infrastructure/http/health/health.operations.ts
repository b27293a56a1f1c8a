import { z } from 'zod';
import { open } from '../openapi/operation.js';

const alive = z.strictObject({ status: z.literal('ok') });
const ready = z.strictObject({ status: z.literal('ready'), detail: z.string() });

const mayBeUnavailable = { 503: ['application_error'] } as const;

export const getHealth = open({
  path: '/health',
  summary: 'Is anything wrong',
  answer: alive,
  errors: mayBeUnavailable,
  examples: { well: { summary: 'Nothing is wrong', answer: { status: 'ok' } } },
});
export const getLive = open({
  path: '/health/live',
  summary: 'Is the process alive',
  answer: alive,
  examples: { alive: { summary: 'The process runs', answer: { status: 'ok' } } },
});
export const getReady = open({
  path: '/health/ready',
  summary: 'Does the process serve',
  answer: ready,
  errors: mayBeUnavailable,
  examples: { ready: { summary: 'It serves', answer: { status: 'ready', detail: 'serving' } } },
});
export const getMetrics = open({
  path: '/metrics',
  summary: 'Prometheus metrics',
  answer: undefined,
  mediaType: 'text/plain',
  errors: { 401: ['validation_error'] },
});
export const getOpenApi = open({
  path: '/openapi.json',
  summary: 'This document',
  answer: undefined,
  errors: { 429: ['rate_limit_exceeded'] },
});
