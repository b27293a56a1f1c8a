import { type Decision, type DomainEvent, isRefusal } from '../../domain/shared/decider.js';

/**
 * The one event of a decision on a stream that was looked at a moment ago: the append's expected revision guards what
 * lies between, so that a refusal here is a programming error.
 */
export function decided<Event extends DomainEvent, Code extends string>(decision: Decision<Event, Code>): Event {
  if (isRefusal(decision)) throw new Error(`refused, although the state was checked before: ${decision.refused}`);
  const [event] = decision;
  if (event === undefined) throw new Error('no event, although the state was checked before');
  return event;
}
