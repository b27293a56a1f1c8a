import { ReadFeed } from './read-feed.js';

export const feedUseCases = [ReadFeed];
