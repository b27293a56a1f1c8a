/** What reached people, by chain of broadcasts that say the same. It stays with them when a server is restored. */
export class Mailboxes {
  readonly #had: { readonly chain: number; readonly address: string; readonly contactId: string }[] = [];

  put(chain: number, address: string, contactId: string): void {
    this.#had.push({ chain, address, contactId });
  }

  /** Whether the person had it, or somebody else under this address. */
  had(chain: number, address: string, contactId: string): boolean {
    return this.#had.some((each) => each.chain === chain && (each.address === address || each.contactId === contactId));
  }

  get count(): number {
    return this.#had.length;
  }

  /** The chains of which something arrived after the first `count`. */
  chainsSince(count: number): readonly number[] {
    return this.#had.slice(count).map(({ chain }) => chain);
  }
}
