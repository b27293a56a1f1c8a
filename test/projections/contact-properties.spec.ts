import type { ContactPropertyEvent } from '../../src/domain/contact-property/contact-property.js';
import { contactPropertiesProjection } from '../../src/projections/contact-properties/contact-properties.projection.js';
import { ofStreams } from '../support/projection-spec.js';
import { idAt, teamId, timeAt } from '../support/recorded-events.js';

const described = { teamId, key: 'city', type: 'string', fallbackValue: 'Ulm' } as const;
const events = {
  created: { type: 'ContactPropertyCreated', data: described },
  changed: { type: 'ContactPropertyChanged', data: { fallbackValue: null } },
  deleted: { type: 'ContactPropertyDeleted', data: {} },
} satisfies Readonly<Record<string, ContactPropertyEvent>>;

const { documentAfter, redelivery } = ofStreams(contactPropertiesProjection, 'contactproperty', events);

describe('the contact properties projection', () => {
  it('shows a property with its fallback of now', () => {
    const property = { id: idAt(1), ...described, createdAt: timeAt(1) };
    expect(documentAfter('created')).toEqual(property);
    expect(documentAfter('created', 'changed')).toEqual({ ...property, fallbackValue: null });
  });

  it('shows none that is deleted', () => {
    expect(documentAfter('created', 'deleted')).toBeUndefined();
    expect(documentAfter('created', 'deleted', 'changed')).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', redelivery);
});
