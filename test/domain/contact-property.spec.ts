import {
  contactProperty,
  type ContactPropertyEvent,
  contactPropertyKey,
  type FallbackValue,
  type PropertyType,
} from '../../src/domain/contact-property/contact-property.js';
import { specOf } from '../support/decider-spec.js';

const described = (type: PropertyType, fallbackValue: FallbackValue) => ({
  teamId: 'a',
  key: 'city',
  type,
  fallbackValue,
});
const created: ContactPropertyEvent = { type: 'ContactPropertyCreated', data: described('string', 'Ulm') };
const deleted: ContactPropertyEvent = { type: 'ContactPropertyDeleted', data: {} };
const change = (fallbackValue: FallbackValue, teamId = 'a') =>
  ({ type: 'ChangeProperty', teamId, fallbackValue }) as const;
const remove = { type: 'DeleteProperty', teamId: 'a' } as const;

describe('a contact property', () => {
  const { given } = specOf(contactProperty);
  const create = (type: PropertyType, fallbackValue: FallbackValue) =>
    given().when({ type: 'CreateProperty', property: described(type, fallbackValue) });

  it('is created once, with a fallback of its type or none', () => {
    create('string', 'Ulm').then(created);
    create('number', null).then({ type: 'ContactPropertyCreated', data: described('number', null) });
    create('number', '3').thenRefused('wrong-type');
    create('string', 3).thenRefused('wrong-type');
    const again = { type: 'CreateProperty', property: described('string', 'Ulm') } as const;
    given(created).when(again).thenRefused('exists');
    given(created, deleted).when(again).thenRefused('exists');
  });

  it('changes its fallback where it is different, and never its type', () => {
    given(created).when(change('Ulm')).thenNothing();
    given(created)
      .when(change(null))
      .then({ type: 'ContactPropertyChanged', data: { fallbackValue: null } });
    given(created).when(change(3)).thenRefused('wrong-type');
    const changed: ContactPropertyEvent = { type: 'ContactPropertyChanged', data: { fallbackValue: 'Bonn' } };
    expect(given(created, changed).state).toEqual({ ...described('string', 'Bonn'), isDeleted: false });
  });

  it('is deleted once, and is as one that does not exist to another team', () => {
    given(created).when(remove).then(deleted);
    given(created, deleted).when(remove).thenRefused('not-found');
    given(created, deleted).when(change('Bonn')).thenRefused('not-found');
    given(created).when(change('Bonn', 'b')).thenRefused('not-found');
    given()
      .when({ ...remove, teamId: 'b' })
      .thenRefused('not-found');
  });
});

describe('the key of a contact property', () => {
  const { given } = specOf(contactPropertyKey);
  const taken = (propertyId: string) => ({ type: 'ContactPropertyKeyTaken', data: { propertyId } }) as const;
  const freed = { type: 'ContactPropertyKeyFreed', data: {} } as const;
  const take = (propertyId: string, insteadOf?: string) => ({ type: 'TakeKey', propertyId, insteadOf }) as const;
  const free = (propertyId: string) => ({ type: 'FreeKey', propertyId }) as const;

  it('is one property’s at a time', () => {
    given().when(take('one')).then(taken('one'));
    given(taken('one')).when(take('one')).thenNothing();
    given(taken('one')).when(take('two')).thenRefused('taken');
    given(taken('one')).when(take('two', 'three')).thenRefused('taken');
    given(taken('one')).when(take('two', 'one')).then(taken('two'));
  });

  it('is freed by the property that has it', () => {
    given(taken('one')).when(free('two')).thenNothing();
    given(taken('one')).when(free('one')).then(freed);
    given(taken('one'), freed).when(free('one')).thenNothing();
    given(taken('one'), freed).when(take('two')).then(taken('two'));
  });
});
