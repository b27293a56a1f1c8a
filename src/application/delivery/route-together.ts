import type { AcceptedEmail } from '../../domain/shared/accepted-email.js';
import { reveal } from '../../domain/shared/personal.js';
import { isSameWay, type Route, type Routing, type Unroutable } from '../ports/mail-transport.js';
import { waitAtMost } from '../shared/timeout.js';
import type { DeliveryPorts } from './delivery-ports.js';

/**
 * A job waits so long for the routes of other domains: what has not proved to be the same by then goes by its own job.
 */
const othersPatienceMs = 500;

export type RouteTogether =
  | { readonly route: Route; readonly together: readonly number[] }
  | { readonly unroutable: Unroutable };

/** The route of the wanted recipients, all of one domain, and all due ones whose MX set proves to be the same. */
export async function routeTogether(
  routeTo: DeliveryPorts['route'],
  accepted: AcceptedEmail,
  wanted: readonly number[],
  due: readonly number[],
): Promise<RouteTogether> {
  const routeOf = (number: number): Promise<Routing> => {
    const recipient = accepted.recipients[number];
    const address = recipient === undefined ? '' : (reveal(recipient.mailbox)?.address ?? '');
    return routeTo({ address, sandbox: accepted.sandbox, isAnyTlsEnough: accepted.isAnyTlsEnough === true });
  };
  const others = due.filter((number) => !wanted.includes(number));
  const asked = others.map(async (number) => ({ number, routing: await routeOf(number) }));
  const routing = await routeOf(wanted[0] ?? 0);
  if ('unroutable' in routing) return routing;
  const { route } = routing;
  const same = new Set(wanted);
  const compared = asked.map(async (answer) => {
    const { number, routing: other } = await answer;
    if ('route' in other && isSameWay(other.route, route)) same.add(number);
  });
  if (others.length > 0) await waitAtMost(othersPatienceMs, Promise.all(compared));
  return { route, together: due.filter((number) => same.has(number)) };
}
