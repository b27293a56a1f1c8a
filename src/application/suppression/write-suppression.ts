import type { SuppressionEvent } from '../../domain/suppression/events.js';
import { isRefusal } from '../../domain/shared/decider.js';
import { kidOf, plain } from '../../domain/shared/personal.js';
import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import {
  type AddSuppression,
  type JudgeOutcome,
  suppression,
  type SuppressionState,
} from '../../domain/suppression/suppression.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { Ids } from '../ports/ids.js';
import type { KeyStore } from '../ports/vault.js';
import { addressHash } from '../shared/address-hash.js';
import { handle, load, type Loaded, type LogPorts, type Provenance, requestPatience } from '../shared/handle.js';

export interface SuppressionPorts extends LogPorts {
  readonly keys: KeyStore;
  readonly hash: KeyedHash;
}

/**
 * Under which a team's entry for an address is kept. Derived from both: it is the same again after a removal, leads to
 * the entry without a look-up, and survives the erasure of the address.
 */
export function suppressionId(
  { hash, ids }: { readonly hash: KeyedHash; readonly ids: Pick<Ids, 'fromHash'> },
  teamId: string,
  address: string,
): string {
  return ids.fromHash(hash.hash('suppression', [teamId, address.normalize('NFC').toLowerCase()]));
}

export function suppressionStream(id: string): StreamName {
  return streamName('suppression', id);
}

/** Whose address it is; the rest of the command is what happened to it. */
export interface Addressee {
  readonly teamId: string;
  readonly address: string;
}

export type Written = Exclude<Awaited<ReturnType<typeof tryOnce>>, undefined>;

type WithoutAddress = Omit<AddSuppression, 'whose'> | Omit<JudgeOutcome, 'whose'>;

const maxConflicts = 5;

/**
 * Decides and writes what follows for an address. It is sealed under a key of its own, made only where an entry comes
 * of it: erasing the mail that it followed from leaves the entry readable, erasing the person does not.
 */
export async function writeSuppression(
  ports: SuppressionPorts,
  { teamId, address }: Addressee,
  what: WithoutAddress,
  provenance: Provenance,
): Promise<{ readonly id: string; readonly written: Written | undefined }> {
  const id = suppressionId(ports, teamId, address);
  const row = ports.ids.next();
  const kid = kidOf(row, 0);
  const whose = { teamId, addressHash: addressHash(ports.hash, address), address: plain(kid, address) };
  const command = { ...what, whose };
  const key = ports.ids.dataKey();
  let isKeyMade = false;
  for (let tries = 0; tries <= maxConflicts; tries += 1) {
    const loaded = await load(ports, suppression, suppressionStream(id), true);
    const decision = suppression.decide(command, loaded.state);
    if (isRefusal(decision) || decision.length === 0) return { id, written: { events: [], position: undefined } };
    if (!isKeyMade && decision.some(({ type }) => type === 'SuppressionAdded')) {
      const createdAt = new Date(ports.clock.now()).toISOString();
      await ports.keys.createRow({ row, anchor: loaded.stream, createdAt, keys: [key] });
      isKeyMade = true;
    }
    const keyRing = new Map([...loaded.keyRing, [kid, { state: 'present', key }] as const]);
    const written = await tryOnce(ports, command, { ...loaded, keyRing }, provenance);
    if (written !== undefined) return { id, written };
  }
  return { id, written: undefined };
}

/** @returns undefined when another writer was first, or the log could not be written. */
async function tryOnce(
  ports: SuppressionPorts,
  command: AddSuppression | JudgeOutcome,
  loaded: Loaded<SuppressionState, SuppressionEvent>,
  provenance: Provenance,
) {
  // Once only: after a conflict the new key is in no ring any more.
  const options = { patience: { ...requestPatience, conflicts: 0 }, loaded, personal: true };
  const handled = await handle(ports, suppression, loaded.stream, command, provenance, options);
  return 'refused' in handled ? undefined : { events: handled.events, position: handled.position };
}
