import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { Routing } from '../ports/mail-transport.js';
import type { DeliveryPorts } from './delivery-ports.js';
import type { MxDirectory } from './mx/mx-directory.js';

export interface RoutingRules {
  readonly mode: 'capture' | 'relay' | 'mx';
  readonly sandboxDomains: readonly string[];
  readonly directory: Pick<MxDirectory, 'routeTo'>;
}

/**
 * Mail of sandbox senders and to sandbox recipients stays on this machine; everything else goes where the mode says.
 */
export function routing({ mode, sandboxDomains, directory }: RoutingRules): DeliveryPorts['route'] {
  const catcher: Routing = { route: { kind: 'catcher' } };
  const relay: Routing = { route: { kind: 'relay' } };
  return async ({ address, sandbox, isAnyTlsEnough }) => {
    if (mode === 'capture' || sandbox || sandboxDomains.includes(domainOfAddress(address))) return catcher;
    return mode === 'relay' ? relay : directory.routeTo(address, isAnyTlsEnough);
  };
}
