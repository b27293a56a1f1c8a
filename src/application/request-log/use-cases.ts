import { NameApiKeys } from './key-names.js';
import { GetLog, ListLogs } from './read-logs.js';

export const requestLogUseCases = [ListLogs, NameApiKeys, GetLog];
