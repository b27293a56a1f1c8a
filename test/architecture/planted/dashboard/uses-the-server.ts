import type { Store } from '../src/application/ports/store.js';

export type Shown = Store;
