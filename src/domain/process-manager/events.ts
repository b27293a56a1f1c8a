import type { Position } from '../shared/recorded.js';

/** A process manager has finished with everything up to and including `position`. */
export interface ProcessManagerAdvanced {
  readonly type: 'ProcessManagerAdvanced';
  readonly data: { readonly position: Position };
}

export type ProcessManagerEvent = ProcessManagerAdvanced;
