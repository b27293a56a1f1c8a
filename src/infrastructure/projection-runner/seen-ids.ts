const bits = 2 ** 27;
const hashes = 4;

/**
 * Remembers ids in 16 MiB, however many: it may take an id for one that was seen, and never the other way round (a
 * Bloom filter). Of ten million about one in two hundred is mistaken.
 */
export class SeenIds {
  readonly #words = new Uint32Array(bits / 32);

  add(id: string): void {
    for (const bit of bitsOf(id)) this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  /** @returns false when it was never added. */
  mayHave(id: string): boolean {
    return bitsOf(id).every((bit) => ((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0);
  }
}

/** Two FNV-1a hashes; the others are sums of them. */
function bitsOf(id: string): readonly number[] {
  let first = 0x81_1c_9d_c5;
  let second = 0x9e_37_79_b9;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01_00_01_93);
    second = Math.imul(second ^ code, 0x85_eb_ca_6b);
  }
  second = (second ^ (second >>> 15)) | 1;
  return Array.from({ length: hashes }, (_, number) => (first + Math.imul(number, second)) & (bits - 1));
}
