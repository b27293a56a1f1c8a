import { fold } from './emails/emails.projection.js';

export const projections = [fold];
