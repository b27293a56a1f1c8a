import { receiverGroupOf } from '../../../domain/insight/health/receiver-group.js';
import { domainOfAddress } from '../../../domain/shared/mailbox.js';
import type { Clock } from '../../ports/clock.js';
import type { MailTransport, MxRoute, Routed, Routing } from '../../ports/mail-transport.js';
import { lookupSignOf, mxSignIn } from './mx-trouble.js';
import { type MxListeners, MxWatch } from './mx-watch.js';

/** Where email for an address goes. */
type Routes = (recipient: Routed) => Promise<Routing>;

/** Watches look-ups by domain, and transactions by set of hosts: many domains at one host are one receiver. */
export class DirectDelivery {
  readonly lookups: MxWatch;
  readonly transactions: MxWatch;

  constructor(clock: Pick<Clock, 'now'>, listeners: MxListeners) {
    this.lookups = new MxWatch(clock, listeners);
    this.transactions = new MxWatch(clock, listeners);
  }

  /** The same route, with what the DNS says noted. */
  watchingRoutes(route: Routes): Routes {
    return async (recipient) => {
      const found = await route(recipient);
      const domain = domainOfAddress(recipient.address);
      if ('unroutable' in found) this.lookups.note(domain, lookupSignOf(found.unroutable), isLargeDomain(domain));
      else if (found.route.kind === 'mx') this.lookups.note(domain, 'answers');
      return found;
    };
  }

  /** The same transport, with what becomes of email to receivers noted. */
  watchingTransport(transport: MailTransport): MailTransport {
    const note = (route: MxRoute, result: Parameters<typeof mxSignIn>[0]): void => {
      const sign = mxSignIn(result);
      if (sign !== undefined) this.transactions.note(route.mxSet, sign, isLargeReceiver(route));
    };
    return {
      async reach(transaction) {
        const result = await transport.reach(transaction);
        // Reached alone, nothing was said yet about us.
        if (result !== undefined && transaction.route.kind === 'mx') note(transaction.route, result);
        return result;
      },
      async send(transaction) {
        const result = await transport.send(transaction);
        if (transaction.route.kind === 'mx') note(transaction.route, result);
        return result;
      },
      concurrency: (mxSet) => transport.concurrency(mxSet),
      close: (graceMs) => transport.close(graceMs),
    };
  }
}

const isLargeReceiver = ({ hosts }: MxRoute): boolean =>
  hosts.every((equal) => equal.every((host) => receiverGroupOf(host) !== 'other'));

/** Its own mailboxes are in its own zone, but for those of Google. */
const isLargeDomain = (domain: string): boolean => domain === 'gmail.com' || receiverGroupOf(domain) !== 'other';
