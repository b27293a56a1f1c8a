import { fold } from '../emails/emails.projection.js';

export const foldStream = () => fold();
