import type { Store } from '../../application/ports/store.js';

export type Source = Store;
