import type { TeamCreated } from './team/events.js';

export type AnyEvent = TeamCreated;
