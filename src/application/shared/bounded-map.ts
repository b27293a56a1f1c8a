/**
 * A map of so many entries at most: what was set longest ago goes first. Setting an entry again makes it the newest, so
 * that a cache which sets what it is asked for drops the least recently used.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    // It is not empty, so there is a first key.
    if (this.size > this.most) this.delete(this.keys().next().value as Key);
    return this;
  }
}
