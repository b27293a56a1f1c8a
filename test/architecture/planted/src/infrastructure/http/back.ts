import type { There } from './there.js';

export interface Back {
  readonly there: There | undefined;
}
