import type { LogSealed } from '../../domain/log-seal/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { LogPorts } from '../shared/handle.js';
import { lastSeal } from '../seal/last-seal.js';
import { type SealData, signedText } from '../seal/seal-content.js';
import type { SealMath } from '../ports/seal-signing.js';

/** A seal in short: to be published where a writer of the log cannot change it. */
export interface LogHead extends Omit<SealData, 'leaves'> {
  /** Number of the seal, from 1. */
  readonly seal: number;
}

/** The head of the newest seal; undefined while there is none. */
export async function logHead(ports: Pick<LogPorts, 'store' | 'codec'>): Promise<LogHead | undefined> {
  const seal = await lastSeal(ports);
  return seal === undefined ? undefined : headOf(seal);
}

export function headOf({ revision, event }: Pick<Recorded<LogSealed>, 'revision' | 'event'>): LogHead {
  const { leaves: _, ...head } = event.data;
  return { seal: revision + 1, ...head };
}

export function isSigned({ isSignedBy }: SealMath, head: Omit<SealData, 'leaves'>): boolean {
  return isSignedBy(head.publicKey, signedText(head), head.signature);
}

/** Whether the seal of the log is the one that was published, in every member. */
export function isSameHead(a: LogHead, b: LogHead): boolean {
  return (
    a.seal === b.seal && a.publicKey === b.publicKey && a.signature === b.signature && signedText(a) === signedText(b)
  );
}
