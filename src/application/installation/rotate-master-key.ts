import type { MasterKeyRotation } from '../ports/master-key-rotation.js';

const pageRows = 500;
/** A process that still wraps with the other key is busy meanwhile: what it adds is found by the next pass. */
const mostPasses = 3;

export interface RotatedMasterKey {
  /** Keys and secrets that are wrapped again. */
  readonly rewrapped: number;
  /** The last pass found nothing any more: the other master key opens nothing in this vault. */
  readonly complete: boolean;
}

/**
 * Wraps the whole vault with the current master key, beside running servers that know both. What an earlier run has
 * done is recognised, so it can be cut off and run again.
 */
export async function rotateMasterKey(rotation: MasterKeyRotation): Promise<RotatedMasterKey> {
  let rewrapped = 0;
  for (let pass = 1; pass <= mostPasses; pass += 1) {
    const inPass = await rewrapOnce(rotation);
    rewrapped += inPass;
    if (inPass > 0) continue;
    await rotation.rewrapIdentity();
    return { rewrapped, complete: true };
  }
  return { rewrapped, complete: false };
}

async function rewrapOnce(rotation: MasterKeyRotation): Promise<number> {
  let rewrapped = await rotation.rewrapSecrets();
  let after: string | undefined = '';
  while (after !== undefined) {
    const page = await rotation.rewrapRows(after, pageRows);
    rewrapped += page.rewrapped;
    after = page.next;
  }
  return rewrapped;
}
