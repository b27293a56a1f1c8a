import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Resource } from '../shared/resource.js';
import { describeEvent, type DescribedEvent } from './describe-event.js';

/** What changed, in words. */
export type Summaries = (event: DomainEvent) => string;

/** The sentences that the events of these resources have. Throws for a type that none of them has. */
export function summariesOf(resources: readonly Pick<Resource, 'streams'>[]): Summaries {
  const definitions = new Map(
    resources.flatMap(({ streams }) =>
      streams.flatMap(({ events }) => events.map((each) => [each.type, each] as const)),
    ),
  );
  return ({ type, data }) => {
    const definition = definitions.get(type);
    // The codec has read the data with the schema of the definition.
    return definition === undefined
      ? describeEvent({ type, data } as DescribedEvent)
      : definition.summary(data as never);
  };
}
