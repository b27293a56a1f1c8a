import { fold } from '../../projections/emails/emails.projection.js';

export const refold = fold;
