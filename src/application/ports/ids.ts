/** Everything random or derived that ends up in the log. */
export interface Ids {
  /** UUIDv7, increasing within the process. */
  next(): string;
  /** UUIDv7 with the cause's time and bits derived from (cause, index): the same whenever it is asked again. */
  derived(causeId: string, index: number): string;
  /** UUIDv8 from a 64-digit hex hash. */
  fromHash(hash: string): string;
  /** 32 random bytes: a data key. */
  dataKey(): Buffer;
}
