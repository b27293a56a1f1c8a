import { missingKeys, type WantedKey } from '../../domain/sending-domain/dkim-keys.js';
import { type ActiveDomain, sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { EventLogUnavailable } from '../ports/event-store.js';
import type { SigningAlgorithm } from '../ports/mail-composer.js';
import type { KeyStore } from '../ports/vault.js';
import { handle, type LogPorts, type Provenance } from '../shared/handle.js';

interface NewDkimKey {
  /** PKCS#8. */
  readonly privateKeyPem: string;
  /** What `p=` holds in DNS. */
  readonly publicKey: string;
}

/** Teams that ask for many are served in turn with the others. */
export type DkimKeyMaker = (algorithm: SigningAlgorithm, teamId: string) => Promise<NewDkimKey>;

/** What makes keys. */
export type KeyMakingPorts = LogPorts & {
  readonly keys: Pick<KeyStore, 'createSecret'>;
  readonly makeDkimKey: DkimKeyMaker;
  /** Selector of a domain's first key; the next ones add a number. */
  readonly dkimSelector: string;
};

/**
 * Makes the keys that a domain should have and has not: at first the one that signs, a spare and one of Ed25519. The
 * private half is in the vault before the log names the key. Undefined when the domain was deleted meanwhile. Throws
 * where log or vault cannot be written: what was made so far stands, and the rest is made when this is called again.
 */
export async function ensureDkimKeys(
  ports: KeyMakingPorts,
  domain: ActiveDomain,
  provenance: Provenance,
  missing: (state: ActiveDomain) => readonly WantedKey[] = missingKeys,
): Promise<ActiveDomain | undefined> {
  const make = (algorithm: SigningAlgorithm) => ports.makeDkimKey(algorithm, provenance.context.teamId ?? '');
  const made = await makeAll(make, missing(domain));
  let state = domain;
  // Looked at again after each: another process may be doing the same.
  for (let [wanted] = missing(state); wanted !== undefined; [wanted] = missing(state)) {
    const key = made.get(wanted.algorithm)?.pop() ?? (await make(wanted.algorithm));
    const next = await addKey(ports, state, { ...wanted, ...key }, provenance);
    if (next === undefined) return undefined;
    state = next;
  }
  return state;
}

/** At once, because a key of RSA takes long to find. */
async function makeAll(make: (algorithm: SigningAlgorithm) => Promise<NewDkimKey>, wanted: readonly WantedKey[]) {
  const keys = await Promise.all(wanted.map(async ({ algorithm }) => ({ algorithm, key: await make(algorithm) })));
  const made = new Map<WantedKey['algorithm'], NewDkimKey[]>();
  for (const { algorithm, key } of keys.toReversed()) made.set(algorithm, [...(made.get(algorithm) ?? []), key]);
  return made;
}

async function addKey(
  ports: KeyMakingPorts,
  { domain, dkimKeys }: ActiveDomain,
  { privateKeyPem, ...shown }: WantedKey & NewDkimKey,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  const secretName = `dkim/${domain.domainId}/${ports.ids.next()}`;
  await ports.keys.createSecret(secretName, Buffer.from(privateKeyPem));
  const command = {
    type: 'AddDkimKey',
    key: { ...shown, selector: newSelector(ports.dkimSelector, dkimKeys), secretName },
  } as const;
  const handled = await handle(ports, sendingDomain, streamName('domain', domain.domainId), command, provenance);
  const { state } = handled.loaded;
  if (state.status !== 'active') return undefined;
  if ('refused' in handled)
    throw new EventLogUnavailable(
      `a DKIM key of ${domain.name} could not be recorded: the event log cannot be written`,
    );
  return state;
}

/** The prefix, then numbered. Retired keys count too: a selector never stands for a second key. */
function newSelector(prefix: string, dkimKeys: ActiveDomain['dkimKeys']): string {
  const taken = new Set(dkimKeys.map(({ selector }) => selector));
  for (let number = dkimKeys.length + 1; ; number += 1) {
    const selector = number === 1 ? prefix : `${prefix}${number}`;
    if (!taken.has(selector)) return selector;
  }
}
