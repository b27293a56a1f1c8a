import { get, listErrors, type Operation } from '../operation.js';
import * as schemas from '../schemas.js';

export const domainOperations: readonly Operation[] = [
  get('/domains', 'List domains, newest first; all of them without a limit', schemas.domainList, listErrors),
  get('/domains/{id}', 'Get a domain and its DNS records', schemas.domain),
];
