import type { Resource } from '../../application/shared/resource.js';
import { streams } from '../../domain/shared/event.js';
import { submissionOrphans } from '../../application/retention/submission-orphans.js';

export const submission = {
  streams: [streams('submission', [])],
  orphansOf: submissionOrphans,
} satisfies Resource;
