import { open, type Operation } from '../openapi/operation.js';
import * as schemas from '../openapi/schemas.js';

export const healthOperations: readonly Operation[] = [
  open('/health', 'Is anything wrong', schemas.alive, { 503: ['application_error'] }),
  open('/health/live', 'Is the process alive', schemas.alive),
  open('/health/ready', 'Does the process serve', schemas.ready, { 503: ['application_error'] }),
  { ...open('/metrics', 'Prometheus metrics', undefined), mediaType: 'text/plain' },
  open('/openapi.json', 'This document', undefined),
];
