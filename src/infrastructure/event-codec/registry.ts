import type { EventDefinition } from '../../domain/shared/event.js';

/** What the codec needs to know of a type of event. */
type EventSchema = Pick<EventDefinition, 'data' | 'upcasters'>;

export type EventRegistry = ReadonlyMap<string, EventSchema>;
