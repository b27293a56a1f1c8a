import type { PosthornEvent } from '../../domain/events.js';
import { describePeopleEvent } from './describe-people-event.js';

/** Every event whose sentence does not stand with its definition yet. */
export type DescribedEvent = PosthornEvent;

/** What changed, in words. */
export function describeEvent(event: DescribedEvent): string {
  return describePeopleEvent(event);
}
