import { sendingDomain } from '../../domain/sending-domain/sending-domain.js';
import type { EventMetadata, Recorded } from '../../domain/shared/recorded.js';
import { idOf, streamName } from '../../domain/shared/stream-name.js';
import type { SubmissionAccepted, SubmittedEmail } from '../../domain/submission/events.js';
import type { StoredEvent } from '../ports/event-store.js';
import { load, type LogPorts } from '../shared/handle.js';
import { Backlog } from '../shared/backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';
import { openPromised } from './open-email.js';
import { listedEmails, type ListedEmailsPorts } from './seal-submission.js';

export type SubmissionOpenerPorts = LogPorts & ListedEmailsPorts;

/** A younger submission is left to its own request, which may still be at work. */
const requestLastsMs = 15_000;

interface OpenSubmission {
  readonly accepted: Recorded<SubmissionAccepted>;
  readonly missing: Set<string>;
}

/** Its name, what it follows, and what it is made from. */
export const submissionOpener = {
  name: 'submission-opener',
  filter: { categories: ['submission', 'email'], types: ['SubmissionAccepted', 'EmailAccepted'] },
  make: ({ services }: { readonly services: { readonly ports: SubmissionOpenerPorts } }) =>
    createSubmissionOpener(services.ports),
} satisfies DeclaredProcessManager;

/** Finishes submissions that a crash cut off between the anchor and the mails' own streams. */
export function createSubmissionOpener(ports: SubmissionOpenerPorts, ripeAfterMs = requestLastsMs): ProcessManager {
  const backlog = new Backlog<OpenSubmission>();
  const submissionOf = new Map<string, string>();

  function noteSubmission(stored: StoredEvent): void {
    const [accepted] = ports.codec.decode<SubmissionAccepted>([stored]);
    if (accepted === undefined) return;
    const missing = new Set(accepted.event.data.emailIds);
    if (!backlog.add(accepted.id, { accepted, missing })) return;
    for (const emailId of missing) submissionOf.set(emailId, accepted.id);
  }

  function noteOpened(emailId: string): void {
    const submissionId = submissionOf.get(emailId);
    if (submissionId === undefined) return;
    submissionOf.delete(emailId);
    const submission = backlog.get(submissionId);
    submission?.missing.delete(emailId);
    if (submission?.missing.size === 0) backlog.finish(submissionId);
  }

  async function finish({ accepted, missing }: OpenSubmission): Promise<void> {
    const listed = await listedEmails(ports, accepted.event.data);
    const emails = listed === 'erased' ? [] : listed;
    for (const [index, email] of emails.entries()) {
      if (!missing.has(email.emailId)) continue;
      await openStream(ports, accepted, email, index);
      noteOpened(email.emailId);
    }
    // What an erased list named can never be opened.
    for (const emailId of [...missing]) noteOpened(emailId);
  }

  return {
    ...submissionOpener,
    backlog,
    note(stored) {
      if (stored.type === 'SubmissionAccepted') noteSubmission(stored);
      else noteOpened(idOf(stored.stream));
    },
    async act() {
      const ripe = ports.clock.now() - ripeAfterMs;
      const due = backlog.entries().filter(([, { accepted }]) => Date.parse(accepted.metadata.time) <= ripe);
      await eachInTurn(due, ([, submission]) => finish(submission));
    },
  };
}

/** The same event, under the same id, as the request itself would have written; where the stream exists it stays. */
async function openStream(
  ports: LogPorts,
  accepted: Recorded<SubmissionAccepted>,
  email: SubmittedEmail,
  index: number,
): Promise<void> {
  // A batch may span regions: each mail is served where its domain is.
  const { state } = await load(ports, sendingDomain, streamName('domain', email.accepted.domainId));
  const region = state.status === 'none' ? accepted.metadata.region : state.domain.region;
  const causation = { id: accepted.id, position: accepted.position };
  const metadata: EventMetadata = { ...accepted.metadata, region, causation };
  await openPromised(ports, { ...email, eventId: ports.ids.derived(accepted.id, index), metadata });
}
