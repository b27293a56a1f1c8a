import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';

export const user = {
  streams: [streams('user', []), streams('useraddress', []), streams('useridentity', [])],
  audit: {},
} satisfies Resource;
