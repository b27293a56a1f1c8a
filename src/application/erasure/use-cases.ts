import { GetErasure, ListErasures } from './read-erasures.js';
import { RequestErasure } from './request-erasure.js';

export const erasureUseCases = [RequestErasure, ListErasures, GetErasure];
