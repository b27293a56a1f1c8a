import type {
  ContactPropertyEvent,
  FallbackValue,
  PropertyType,
} from '../../domain/contact-property/contact-property.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';

/** What a team knows of each of its contacts, beside name and address. */
export interface ContactPropertyDocument {
  readonly id: string;
  readonly teamId: string;
  readonly key: string;
  readonly type: PropertyType;
  readonly fallbackValue: FallbackValue;
  /** ISO 8601. */
  readonly createdAt: string;
}

export const contactPropertiesProjection: Projection<ContactPropertyEvent, ContactPropertyDocument> = {
  name: 'contact-properties',
  version: 1,
  categories: ['contactproperty'],
  handles: ['ContactPropertyCreated', 'ContactPropertyChanged', 'ContactPropertyDeleted'],
  personal: false,
  documentsOf: 'contactproperty',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, id) {
    if (event.type === 'ContactPropertyCreated') return { id, ...event.data, createdAt: metadata.time };
    return event.type === 'ContactPropertyDeleted' || document === undefined
      ? undefined
      : { ...document, ...event.data };
  },
};
