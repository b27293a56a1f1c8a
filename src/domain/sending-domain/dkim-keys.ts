import type {
  DkimAlgorithm,
  DomainDkimKeyAdded,
  DomainDkimKeyRetired,
  DomainDkimKeySelected,
  DomainDkimRotationRequested,
} from './events.js';

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

export type DkimKeyEvent =
  | DomainDkimKeyAdded
  | DomainDkimRotationRequested
  | DomainDkimKeySelected
  | DomainDkimKeyRetired;

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
