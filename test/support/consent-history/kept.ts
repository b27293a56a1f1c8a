import { PlainModel } from './plain-model.js';
import type { Scope, Step } from './step.js';

interface Mail {
  readonly id: string;
  readonly to: number;
  readonly address: string;
  readonly about: Scope;
}

export interface SentBroadcast {
  readonly id: string;
  /** Those that say the same, to whom ever. */
  readonly chain: number;
  readonly about: Scope;
}

type Row = Extract<Step, { does: 'write' }> & { readonly id: string; readonly isApplied: boolean };

/** What a backup has of a history, and a restore brings back. */
export class Kept {
  constructor(
    readonly model = new PlainModel(),
    /** By number of the person. */
    readonly ids: string[] = [],
    readonly mails: Mail[] = [],
    readonly rows: Row[] = [],
    readonly reported = new Set<string>(),
    readonly broadcasts: SentBroadcast[] = [],
  ) {}

  copy(): Kept {
    const { model, ids, mails, rows, reported, broadcasts } = this;
    return new Kept(model.copy(), [...ids], [...mails], [...rows], new Set(reported), [...broadcasts]);
  }
}
