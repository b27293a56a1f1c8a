import type { CheckedRecord, DkimAlgorithm, DomainCreated, DomainDkimKeyAdded } from './events.js';

/** `retiring`: it signs nothing any more, and what it signed is still under way. `retired`: its record may go. */
export type DkimKeyRole = 'active' | 'spare' | 'retiring' | 'retired';

/** What a key is besides its secret. */
export interface DkimKeyPlace {
  readonly selector: string;
  readonly algorithm: DkimAlgorithm;
  readonly role: DkimKeyRole;
  /** ISO 8601: when it took this role. */
  readonly since: string;
}

export type DkimKey = Omit<DomainDkimKeyAdded['data'], 'role'> & DkimKeyPlace;

/** The name of the key's record in checks. */
export function dkimRecordKey(selector: string): string {
  return `dkim:${selector}`;
}

export function keyInRole<Key extends DkimKeyPlace>(
  keys: readonly Key[],
  algorithm: DkimAlgorithm,
  role: DkimKeyRole,
): Key | undefined {
  return keys.find((key) => key.algorithm === algorithm && key.role === role);
}

/** A key to be made. */
export type WantedKey = Pick<DomainDkimKeyAdded['data'], 'algorithm' | 'role'>;

interface DomainWithKeys {
  readonly domain: Pick<DomainCreated['data'], 'origin'>;
  readonly dkimKeys: readonly DkimKey[];
  readonly verification: { readonly records: readonly Pick<CheckedRecord, 'key' | 'status'>[] };
}

/**
 * The keys that sign a mail. RSA always, because every receiver knows it; Ed25519 beside it while the last check saw
 * its record, so that no receiver looks for a key that is not there.
 */
export function signingKeys(state: Pick<DomainWithKeys, 'dkimKeys' | 'verification'>): readonly DkimKey[] {
  const rsa = keyInRole(state.dkimKeys, 'rsa-sha256', 'active');
  const ed25519 = keyInRole(state.dkimKeys, 'ed25519-sha256', 'active');
  return [...(rsa === undefined ? [] : [rsa]), ...(ed25519 !== undefined && wasSeen(state, ed25519) ? [ed25519] : [])];
}

/** Without it no mail of the domain can be signed. */
export function missingSigningKeys({ dkimKeys }: Pick<DomainWithKeys, 'dkimKeys'>): readonly WantedKey[] {
  const wanted = { algorithm: 'rsa-sha256', role: 'active' } as const;
  return keyInRole(dkimKeys, wanted.algorithm, wanted.role) === undefined ? [wanted] : [];
}

/**
 * The keys that a domain should have and has not, the most needed first. A spare of RSA is shown from the start. The
 * next one waits until the former key's record may go, so that an owner has one thing to do at the DNS; so does a spare
 * of Ed25519, and only where its record is in use. A sandbox has no record, and gets its one key with its first mail.
 */
export function missingKeys(state: DomainWithKeys): readonly WantedKey[] {
  const { domain, dkimKeys } = state;
  if (domain.origin === 'sandbox') return [];
  const has = (algorithm: DkimAlgorithm, ...roles: DkimKeyRole[]) =>
    roles.some((role) => keyInRole(dkimKeys, algorithm, role) !== undefined);
  const missing = [...missingSigningKeys(state)];
  if (!has('rsa-sha256', 'spare', 'retiring')) missing.push({ algorithm: 'rsa-sha256', role: 'spare' });
  const active = keyInRole(dkimKeys, 'ed25519-sha256', 'active');
  if (active === undefined) missing.push({ algorithm: 'ed25519-sha256', role: 'active' });
  else if (
    isOlderThanRotation(active, dkimKeys) &&
    wasSeen(state, active) &&
    !has('ed25519-sha256', 'spare', 'retiring')
  )
    missing.push({ algorithm: 'ed25519-sha256', role: 'spare' });
  return missing;
}

/** RSA has changed since, and all of that is over. */
function isOlderThanRotation(key: DkimKeyPlace, keys: readonly DkimKeyPlace[]): boolean {
  const rsa = keyInRole(keys, 'rsa-sha256', 'active');
  return rsa !== undefined && rsa.since > key.since && keyInRole(keys, 'rsa-sha256', 'retiring') === undefined;
}

/** The last check of the domain found the expected record of the key. */
export function wasSeen(
  { verification }: Pick<DomainWithKeys, 'verification'>,
  { selector }: Pick<DkimKeyPlace, 'selector'>,
): boolean {
  const record = verification.records.find(({ key }) => key === dkimRecordKey(selector));
  return record?.status === 'verified';
}

/** A selection takes the former active key of the same algorithm out of service. */
export function selectKey<Key extends DkimKeyPlace>(
  keys: readonly Key[],
  selector: string,
  at: string,
): readonly Key[] {
  const selected = keys.find((key) => key.selector === selector);
  if (selected === undefined) return keys;
  return keys.map((key) => {
    if (key.selector === selector) return { ...key, role: 'active', since: at };
    const replaced = key.role === 'active' && key.algorithm === selected.algorithm;
    return replaced ? { ...key, role: 'retiring', since: at } : key;
  });
}

export function retireKey<Key extends DkimKeyPlace>(
  keys: readonly Key[],
  selector: string,
  at: string,
): readonly Key[] {
  return keys.map((key) => (key.selector === selector ? { ...key, role: 'retired', since: at } : key));
}
