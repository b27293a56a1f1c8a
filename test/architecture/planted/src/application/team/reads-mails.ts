import { find } from '../email/find.query.js';

export const mailsOf = find;
