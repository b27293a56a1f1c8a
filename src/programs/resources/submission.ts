import type { Served } from './served.js';
import { submissionOrphans } from '../../application/retention/mail-orphans.js';
import { createSubmissionOpener } from '../../application/submission/submission-opener.js';
import { submissionStreams } from '../../domain/submission/events.js';

export const submission = {
  streams: [submissionStreams],
  orphansOf: submissionOrphans,
  // A mail that is listed and has no stream yet is opened, so that it is found like the others.
  erasure: { SubmissionAccepted: { openedBy: (ports) => createSubmissionOpener(ports, 0) } },
  processManagers: async () => [
    (await import('../../application/submission/submission-opener.js')).submissionOpener,
    (await import('../../application/retention/policies.js')).submissionPolicy,
  ],
} satisfies Served;
