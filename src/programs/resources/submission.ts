import type { Resource } from '../../application/shared/resource.js';
import { submissionOrphans } from '../../application/retention/submission-orphans.js';
import { submissionStreams } from '../../domain/submission/events.js';

export const submission = {
  streams: [submissionStreams],
  orphansOf: submissionOrphans,
} satisfies Resource;
