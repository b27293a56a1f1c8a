import { domainOfAddress } from './domain/shared/mailbox.js';
import type { DeliveryPorts } from './application/delivery/delivery-ports.js';
import type { MailTransport, Routing } from './application/ports/mail-transport.js';
import type { Config } from './infrastructure/config/config.js';
import { createMailTransport } from './infrastructure/smtp-out/mail-transport.js';

/** Sandbox senders and sandbox recipients stay on this machine; everything else goes where the mode says. */
export function routing({ deliveryMode, sandboxDomains }: Config): DeliveryPorts['route'] {
  const catcher: Routing = { route: { mxSet: 'catcher' } };
  const relay: Routing = { route: { mxSet: 'relay' } };
  return async ({ address, sandbox }) => {
    if (deliveryMode.kind === 'capture' || sandbox) return catcher;
    return sandboxDomains.includes(domainOfAddress(address)) ? catcher : relay;
  };
}

/** The connections behind those routes. */
export function createTransport(config: Config, catcherPort: number): MailTransport {
  const { deliveryMode, heloName, smtpTimings, relayConnections: maxConnections } = config;
  // Our own receiver greets a new connection after 100 ms: a kept one never waits again.
  const maxMailsPerConnection = Number.POSITIVE_INFINITY;
  const catcher = { host: '127.0.0.1', port: catcherPort, tls: 'none', maxConnections, maxMailsPerConnection } as const;
  const destinations =
    deliveryMode.kind === 'capture'
      ? { catcher }
      : { catcher, relay: { ...relayDestination(deliveryMode.relay), maxConnections } };
  return createMailTransport({ destinations, heloName, ...smtpTimings });
}

function relayDestination({
  host,
  port,
  implicitTls,
  credentials,
}: Extract<Config['deliveryMode'], { kind: 'relay' }>['relay']) {
  return { host, port, tls: implicitTls ? 'implicit' : 'opportunistic', credentials } as const;
}
