import type { Served } from './served.js';
import { eraseReceived, receivedOrphans } from '../../application/received/erase-received.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { type ReceivedEvent, receiptStreams, receivedStreams } from '../../domain/received/events.js';
import { reveal } from '../../domain/shared/personal.js';
import { foldReceived, receivedProjection } from '../../projections/received/received.projection.js';

export const receivedEmail = {
  streams: [receivedStreams, receiptStreams],
  readModels: [receivedProjection],
  audit: {
    stateOf: foldReceived,
    nameOf: (events) => lastSaid<ReceivedEvent>(events, ({ data }) => reveal(data.content)?.subject),
  },
  live: { subject: 'received', readModel: receivedProjection.name },
  orphansOf: receivedOrphans,
  erasure: { EmailReceived: eraseReceived },
  http: async () => (await import('../../infrastructure/http/received/received.operations.js')).receivedHttp,
  processManagers: async () => {
    const { receiptPolicy, receivedPolicy } = await import('../../application/retention/policies.js');
    return [receivedPolicy, receiptPolicy];
  },
} satisfies Served;
