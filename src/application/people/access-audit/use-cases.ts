import { ListAccessEvents } from './list-access-events.js';

export const accessAuditUseCases = [ListAccessEvents];
