import type { AnyEvent } from '../../domain/events.js';

export type Store = readonly AnyEvent[];
