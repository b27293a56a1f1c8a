import type { ReadModelFacts } from '../../../application/doctor/facts.js';
import {
  type EndpointOverview,
  type OverviewPorts,
  overviewOf,
} from '../../../application/webhook/endpoint-overview.js';

const mostTroubled = 100;

/** Endpoints of which something may have to be said; the first hundred of them. */
export async function webhookFacts(ports: OverviewPorts): Promise<ReadModelFacts['webhooks']> {
  const troubled: ReadModelFacts['webhooks']['troubled'][number][] = [];
  let enabled = 0;
  for await (const endpoint of overviewOf(ports)) {
    if (endpoint.status === 'enabled') enabled += 1;
    if (isTroubled(endpoint) && troubled.length < mostTroubled) troubled.push(factsOf(endpoint));
  }
  return { enabled, troubled };
}

function isTroubled({ why, failingSince, behindSince }: EndpointOverview): boolean {
  return (why !== null && why !== 'person') || failingSince !== null || behindSince !== null;
}

function factsOf({ id, why, retrying, failingSince, behindSince }: EndpointOverview) {
  return { id, why: why === 'person' ? null : why, retrying, failingSince, behindSince };
}
