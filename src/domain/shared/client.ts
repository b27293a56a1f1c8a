/** What a request of a browser came from; null: not known. */
export interface Client {
  readonly address: string | null;
  readonly userAgent: string | null;
}
