import { resumeDelivery } from '../../application/installation/delivery-hold.js';
import type { Config } from '../../infrastructure/config/config.js';
import { provenanceOf, withExisting } from './installation.js';
import type { Outcome } from './outcome.js';

/** `resume`: mail is sent again after a restore; a running server begins within a second. */
export async function resume(config: Config): Promise<Outcome> {
  return withExisting(config, async ({ ports }) => {
    const resumed = await resumeDelivery(ports, provenanceOf('resume', ports, null));
    return { result: { resumed }, text: resumed ? 'Delivery goes on.' : 'Delivery was not held.' };
  });
}
