import type { RequestsAnswered } from '../../domain/request-log/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Projection } from '../shared/projection.js';
import type { LogDocument } from './logs.document.js';

/** The requests of each team, without the reads that are only counted. Documents of a stream go when it is retired: by their `stream`. */
export const logsProjection: Projection<RequestsAnswered, LogDocument> = {
  name: 'logs',
  version: 1,
  categories: ['requestlog'],
  handles: ['RequestsAnswered'],
  personal: true,
  fields: {
    teamId: 'text',
    apiKeyId: 'text',
    method: 'text',
    status: 'integer',
    statusClass: 'integer',
    stream: 'text',
  },
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'apiKeyId', 'id'],
    ['teamId', 'statusClass', 'id'],
    ['teamId', 'status', 'id'],
    ['teamId', 'method', 'id'],
    ['stream', 'id'],
  ],
  // An event holds up to a thousand requests.
  pageSize: 20,
  keys: ({ event }) => event.data.requests.filter(({ reads }) => reads === undefined).map(({ id }) => id),
  evolve(document, { event, metadata, stream, revision }, key) {
    const index = event.data.requests.findIndex(({ id }) => id === key);
    const request = event.data.requests[index];
    if (document !== undefined || request === undefined || metadata.teamId === null) return document;
    const { id, at, apiKeyId, method, endpoint, status, durationMs } = request;
    return {
      id,
      teamId: metadata.teamId,
      at,
      apiKeyId,
      method,
      endpoint,
      status,
      statusClass: Math.floor(status / 100),
      durationMs,
      userAgent: reveal(event.data.details)?.[index]?.userAgent ?? null,
      stream,
      revision,
    };
  },
};
