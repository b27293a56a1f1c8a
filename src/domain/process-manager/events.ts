import type { Position } from '../shared/recorded.js';

/** A process manager has finished with everything up to and including `position`. */
export interface ProcessManagerAdvanced {
  readonly type: 'ProcessManagerAdvanced';
  readonly data: { readonly position: Position };
}

/** The orphan sweep has visited every vault entry up to and including these ids; null: none yet. */
export interface OrphanSweepAdvanced {
  readonly type: 'OrphanSweepAdvanced';
  readonly data: { readonly keyRow: string | null; readonly blob: string | null };
}

export type ProcessManagerEvent = ProcessManagerAdvanced | OrphanSweepAdvanced;
