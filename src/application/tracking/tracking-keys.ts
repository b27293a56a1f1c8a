import type { Ids } from '../ports/ids.js';
import type { KeyStore } from '../ports/vault.js';
import { BoundedMap } from '../shared/bounded-map.js';

export interface TrackingKeysPorts {
  readonly keys: Pick<KeyStore, 'createSecret' | 'getSecret'>;
  readonly ids: Pick<Ids, 'dataKey'>;
}

const mostKept = 1_000;
const secretOf = (teamId: string): string => `tracking/${teamId}`;

/** The key of each team that its tracked links are sealed under, read once. */
export class TrackingKeys {
  readonly #known = new BoundedMap<string, Buffer>(mostKept);

  constructor(private readonly ports: TrackingKeysPorts) {}

  /** @returns undefined where the team has never tracked a mail, or its key is destroyed. */
  async find(teamId: string): Promise<Buffer | undefined> {
    const known = this.#known.get(teamId) ?? (await this.ports.keys.getSecret(secretOf(teamId)));
    if (known !== undefined) this.#known.set(teamId, known);
    return known;
  }

  /**
   * Made where there is none yet.
   *
   * @returns undefined where it was destroyed: the team tracks nothing any more.
   */
  async get(teamId: string): Promise<Buffer | undefined> {
    const found = await this.find(teamId);
    if (found !== undefined) return found;
    await this.ports.keys.createSecret(secretOf(teamId), this.ports.ids.dataKey());
    // Another process may have been first: the one that is stored counts.
    return this.find(teamId);
  }

  /** After its key was destroyed. */
  forget(teamId: string): void {
    this.#known.delete(teamId);
  }
}
