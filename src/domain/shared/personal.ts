/** The name of one data key: the vault row's UUIDv7, a dot, and the key's index inside the row. */
export type Kid = string & { readonly __brand: 'Kid' };

export function kidOf(row: string, index: number): Kid {
  return `${row}.${index}` as Kid;
}

/** The vault row that holds the key. */
export function rowOf(kid: Kid): string {
  return kid.slice(0, kid.lastIndexOf('.'));
}

export interface PlainValue<T> {
  readonly kid: Kid;
  readonly value: T;
}
/** The key was destroyed: the value can never be read again. */
interface ErasedValue {
  readonly kid: Kid;
  readonly erased: true;
}
/** As it lies in the log: AES-256-GCM under the named key; `iv`, `ct` and `tag` are base64url. */
export interface SealedValue {
  readonly kid: Kid;
  readonly iv: string;
  readonly ct: string;
  readonly tag: string;
}

/**
 * A value about a person. It always names its key. Handlers and personal projections see it plain or erased; everything
 * else sees it sealed.
 */
export type Personal<T> = PlainValue<T> | ErasedValue | SealedValue;

export function plain<T>(kid: Kid, value: T): PlainValue<T> {
  return { kid, value };
}

/** The value where it can be read, else undefined. */
export function reveal<T>(personal: Personal<T>): T | undefined {
  return 'value' in personal ? personal.value : undefined;
}

/** Stands where a value about a person stood that was erased. */
export const erasedText = '[erased]';
