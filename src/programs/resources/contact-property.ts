import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import {
  type ContactPropertyEvent,
  contactPropertyKeyStreams,
  contactPropertyStreams,
} from '../../domain/contact-property/contact-property.js';
import { contactPropertiesProjection } from '../../projections/contact-properties/contact-properties.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';

export const contactProperty = {
  streams: [contactPropertyStreams, contactPropertyKeyStreams],
  readModels: [contactPropertiesProjection],
  audit: {
    stateOf: (events) => foldStream(contactPropertiesProjection, events),
    nameOf: (events) => lastSaid<ContactPropertyEvent>(events, ({ data }) => ('key' in data ? data.key : undefined)),
  },
  live: { subject: 'contact-properties', readModel: contactPropertiesProjection.name },
  http: async () =>
    (await import('../../infrastructure/http/contact-properties/contact-properties.operations.js'))
      .contactPropertiesHttp,
} satisfies Served;
