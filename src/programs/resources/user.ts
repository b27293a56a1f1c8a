import type { Served } from './served.js';
import { streams } from '../../domain/shared/event.js';

export const user = {
  streams: [streams('user', []), streams('useraddress', []), streams('useridentity', [])],
  audit: {},
  http: async () => (await import('../../infrastructure/http/people/people.http.js')).peopleHttp,
} satisfies Served;
