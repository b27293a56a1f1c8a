import { AcceptBatch } from './accept-rest-batch.js';
import { AcceptEmail } from './accept-rest-email.js';
import { ResendEmail } from './resend-email.js';

export const submissionUseCases = [AcceptEmail, AcceptBatch, ResendEmail];
