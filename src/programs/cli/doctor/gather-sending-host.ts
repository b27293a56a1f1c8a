import { type Looked, type SendingHostFacts, unknown } from '../../../domain/insight/facts.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import { sendingHostOf } from '../../domain-dns.js';

/** Asks DNS, for some seconds at most. */
export async function gatherSendingHost(config: Config): Promise<Looked<SendingHostFacts>> {
  // Receivers in private networks, as in a test, ask for no public names.
  if (config.mx.allowPrivate) return unknown('ALLOW_PRIVATE_MX is set');
  return sendingHostOf(config, systemClock).facts();
}
