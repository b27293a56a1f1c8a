import { WatchChanges } from './watch-changes.js';

export const liveUseCases = [WatchChanges];
