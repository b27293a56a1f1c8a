import type { ContactPropertyEvent } from '../../src/domain/contact-property/contact-property.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { contactPropertiesProjection } from '../../src/projections/contact-properties/contact-properties.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const described = { teamId, key: 'city', type: 'string', fallbackValue: 'Ulm' } as const;
const events = {
  created: { type: 'ContactPropertyCreated', data: described },
  changed: { type: 'ContactPropertyChanged', data: { fallbackValue: null } },
  deleted: { type: 'ContactPropertyDeleted', data: {} },
} satisfies Readonly<Record<string, ContactPropertyEvent>>;
type Name = keyof typeof events;

const logOf = (happenings: readonly (readonly [number, Name])[]) => {
  const log = new RecordedLog();
  for (const [number, name] of happenings) log.add(streamName('contactproperty', idAt(number)), events[name]);
  return log.all;
};
const documentAfter = (...names: readonly Name[]): unknown => {
  const json = foldAll(contactPropertiesProjection, logOf(names.map((name) => [1, name] as const))).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
};

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

  it('gives the same bytes in any batches and after any restart', async () => {
    const names = fc.constantFrom(...(Object.keys(events) as Name[]));
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 30 });
    await fc.assert(redeliveryProperty(contactPropertiesProjection, happenings.map(logOf)));
  });
});
