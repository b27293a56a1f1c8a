import { find } from '../find.query.js';

export const part = find;
