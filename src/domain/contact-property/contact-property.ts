import { z } from 'zod';
import { contactWireNames } from '../shared/contact-fields.js';
import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { isObjectName } from '../shared/object-names.js';
import { event, type EventIn, noMembers, streams } from '../shared/event.js';
import { free, take } from '../shared/reservation.js';

const propertyType = z.enum(['string', 'number']);
export type PropertyType = z.output<typeof propertyType>;

/** Under which contacts have a value. */
export const propertyKeyPattern = /^[A-Za-z0-9_]{1,50}$/;

/** What a contact has without a property; a merge tag could not tell the two apart. */
const reservedKeys = ['id', 'email', ...contactWireNames, 'unsubscribed', 'created_at', 'updated_at', 'properties'];
export const isReservedKey = (key: string): boolean => reservedKeys.includes(key.toLowerCase()) || isObjectName(key);

/** Stands for contacts without a value, of the type of the property; null: nothing does. */
const fallbackValue = z.union([z.string(), z.number()]).nullable();
export type FallbackValue = z.output<typeof fallbackValue>;

const contactPropertyCreated = event('ContactPropertyCreated', {
  data: z.object({ teamId: z.string(), key: z.string(), type: propertyType, fallbackValue }),
  summary: ({ key, type }) => `Contact property ${key} created (${type})`,
});
const contactPropertyChanged = event('ContactPropertyChanged', {
  data: z.object({ fallbackValue }),
  summary: ({ fallbackValue: value }) =>
    value === null ? 'Fallback value removed' : `Fallback value changed to ${value}`,
});
const contactPropertyDeleted = event('ContactPropertyDeleted', {
  data: noMembers,
  summary: 'Contact property deleted',
});

export const contactPropertyStreams = streams('contactproperty', [
  contactPropertyCreated,
  contactPropertyChanged,
  contactPropertyDeleted,
]);
export type ContactPropertyEvent = EventIn<typeof contactPropertyStreams>;
type Property = Extract<ContactPropertyEvent, { readonly type: 'ContactPropertyCreated' }>['data'];

const keyTaken = event('ContactPropertyKeyTaken', {
  data: z.object({ propertyId: z.string() }),
  summary: ({ propertyId }) => `Taken by contact property ${propertyId}`,
  activity: 'never',
});
const keyFreed = event('ContactPropertyKeyFreed', { data: noMembers, summary: 'Key released', activity: 'never' });

/** `contactpropertykey-<keyed hash of team and key>`. */
export const contactPropertyKeyStreams = streams('contactpropertykey', [keyTaken, keyFreed]);
type KeyEvent = EventIn<typeof contactPropertyKeyStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly contactproperty: true;
    readonly contactpropertykey: true;
  }
}

export type ContactPropertyCommand =
  | { readonly type: 'CreateProperty'; readonly property: Property }
  /** What is left out stays. */
  | { readonly type: 'ChangeProperty'; readonly teamId: string; readonly fallbackValue?: FallbackValue | undefined }
  | { readonly type: 'DeleteProperty'; readonly teamId: string };
/** Null before it is created. */
export type ContactPropertyState = (Property & { readonly isDeleted: boolean }) | null;

/** `exists`: who came first has made it. */
export type ContactPropertyRefusal = 'not-found' | 'wrong-type' | 'exists';

/** What a team knows of each of its contacts, beside name and address. */
export const contactProperty: Decider<
  ContactPropertyCommand,
  ContactPropertyState,
  ContactPropertyEvent,
  ContactPropertyRefusal
> = {
  initial: null,
  decide,
  evolve(state, event) {
    if (event.type === 'ContactPropertyCreated') return { ...event.data, isDeleted: false };
    if (state === null) return null;
    return event.type === 'ContactPropertyDeleted' ? { ...state, isDeleted: true } : { ...state, ...event.data };
  },
};

function decide(
  command: ContactPropertyCommand,
  state: ContactPropertyState,
): Decision<ContactPropertyEvent, ContactPropertyRefusal> {
  if (command.type === 'CreateProperty') {
    const { property } = command;
    if (state !== null) return refuse('exists');
    return fits(property.fallbackValue, property.type)
      ? [{ type: 'ContactPropertyCreated', data: property }]
      : refuse('wrong-type');
  }
  if (state === null || state.isDeleted || state.teamId !== command.teamId) return refuse('not-found');
  switch (command.type) {
    case 'ChangeProperty': {
      const { fallbackValue = state.fallbackValue } = command;
      if (!fits(fallbackValue, state.type)) return refuse('wrong-type');
      return fallbackValue === state.fallbackValue ? [] : [{ type: 'ContactPropertyChanged', data: { fallbackValue } }];
    }
    case 'DeleteProperty':
      return [{ type: 'ContactPropertyDeleted', data: {} }];
    default:
      return unreachable(command);
  }
}

function fits(value: FallbackValue, type: PropertyType): boolean {
  return value === null || typeof value === type;
}

export type PropertyKeyCommand =
  /** `insteadOf`: a property that has it and was deleted: a crash came between. */
  | { readonly type: 'TakeKey'; readonly propertyId: string; readonly insteadOf?: string | undefined }
  | { readonly type: 'FreeKey'; readonly propertyId: string };

/** One key has one property of its team at a time; null while it is free. */
export const contactPropertyKey: Decider<PropertyKeyCommand, string | null, KeyEvent, 'taken'> = {
  initial: null,
  decide(command, holder) {
    const { propertyId: owner } = command;
    if (command.type === 'FreeKey') return free({ owner, holder }, { type: 'ContactPropertyKeyFreed', data: {} });
    const { insteadOf } = command;
    return take({ owner, holder, insteadOf }, { type: 'ContactPropertyKeyTaken', data: { propertyId: owner } });
  },
  evolve: (_holder, event) => (event.type === 'ContactPropertyKeyTaken' ? event.data.propertyId : null),
};
