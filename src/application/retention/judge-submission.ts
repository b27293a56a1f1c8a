import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { SubmissionAccepted } from '../../domain/submission/events.js';
import { submission } from '../../domain/submission/submission.js';
import { load, type LogPorts } from '../shared/handle.js';
import { listedEmails, type ListedEmailsPorts } from '../submission/seal-submission.js';
import { once, type RetentionGates } from './judge-mail.js';
import { type Swept, sweptThrough } from './orphan-sweep.js';
import type { Judgement } from './retire-streams.js';
import { listedEntries, ownContent } from './submission-content.js';

type SubmissionPorts = LogPorts & ListedEmailsPorts;

/**
 * A submission may go when its last event is sealed and not younger than `ripeBeforeMs`, the orphan sweep has visited
 * every entry that it lists, and every mail of it is open. One that was ever abandoned stays: taken away, its revision
 * would be free again for the late writer who must lose.
 */
export function submissionJudge(
  ports: SubmissionPorts,
  gates: Pick<RetentionGates, 'sealedThrough'>,
  ripeBeforeMs: number,
): (stream: StreamName) => Promise<Judgement> {
  const sealed = once(() => gates.sealedThrough());
  const swept = once(() => sweptThrough(ports));

  return async (stream) => {
    const { events } = await load(ports, submission, stream);
    const last = events.at(-1);
    const accepts: SubmissionAccepted['data'][] = [];
    for (const { event } of events) {
      if (event.type !== 'SubmissionAccepted') return 'keep';
      accepts.push(event.data);
    }
    if (last === undefined || Date.parse(last.metadata.time) > ripeBeforeMs) return 'keep';
    const through = await sealed();
    if (through === undefined || through < last.position) return 'wait';
    for (const accepted of accepts) if (!(await isFinished(ports, accepted, await swept()))) return 'wait';
    const own = accepts.map(ownContent);
    const { revision: lastRevision, digest: headDigest } = last;
    return {
      retired: { stream, lastRevision, headDigest, mode: 'soft' },
      kids: own.flatMap(({ kids }) => kids),
      blobIds: own.flatMap(({ blobIds }) => blobIds),
    };
  };
}

async function isFinished(ports: SubmissionPorts, accepted: SubmissionAccepted['data'], swept: Swept) {
  const { rows, blobIds } = await listedEntries(ports, accepted);
  const visited = [...rows].every((row) => row <= swept.keys) && [...blobIds].every((id) => id <= swept.blob);
  return visited && (await allOpened(ports, accepted));
}

/** What an erased list named and was not opened can never be opened. */
async function allOpened(ports: SubmissionPorts, accepted: SubmissionAccepted['data']): Promise<boolean> {
  if ((await listedEmails(ports, accepted)) === 'erased') return true;
  for (const emailId of accepted.emailIds) {
    const stream = streamName('email', emailId);
    const [opening] = await ports.store.readStream(stream, { limit: 1 });
    // A mail that was retired before was open once.
    if (opening === undefined && (await ports.store.removalOf(stream)) === undefined) return false;
  }
  return true;
}
