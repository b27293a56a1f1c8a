import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Clock } from '../../application/ports/clock.js';
import type { OneTimeCodes } from '../../application/ports/one-time-codes.js';

const stepSeconds = 30;
const issuer = 'Posthorn';

/** Apps assume SHA-1, six digits and 30 s whatever the address says, so it is these. */
export function createOneTimeCodes(clock: Pick<Clock, 'now'>): OneTimeCodes {
  return {
    newSecret: () => generateSecret({ length: 20 }),
    uri: (secret, account) => generateURI({ issuer, label: account, secret }),
    check(secret, code, afterStep) {
      const token = code.replaceAll(/\s/g, '');
      if (!/^\d{6}$/.test(token)) return undefined;
      const epoch = Math.floor(clock.now() / 1000);
      // The library refuses to be asked for steps that lie wholly in the future, as after a clock was set back.
      if (afterStep !== undefined && afterStep > Math.floor(epoch / stepSeconds)) return undefined;
      const verdict = verifySync({
        secret,
        token,
        epoch,
        epochTolerance: stepSeconds,
        ...(afterStep === undefined ? {} : { afterTimeStep: afterStep }),
      });
      return verdict.valid && 'timeStep' in verdict ? verdict.timeStep : undefined;
    },
  };
}
