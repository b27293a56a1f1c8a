import { canonicalJson } from '../../domain/shared/json.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { RefusedItem, SubmissionAccepted } from '../../domain/submission/events.js';
import { standingAnswer, submission, type SubmissionState } from '../../domain/submission/submission.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { appendPatiently, handle, load, type Loaded, metadataOf, requestPatience } from '../shared/handle.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import type { Idempotency } from './accept-emails.command.js';
import { type AcceptPorts, writeVault } from './accept-ports.js';
import type { PreparedEmail } from './compose-accepted.js';
import { type AcceptableEmail, prepareAcceptable } from './prepare-acceptable.js';
import { sealSubmission } from './seal-submission.js';

/** What a submission answered, first or again. */
export interface SubmissionAnswer {
  readonly emailIds: readonly string[];
  readonly errors: readonly RefusedItem[];
  /** Undefined for a repeat: nothing was written. */
  readonly position: Position | undefined;
}

export type SubmissionRefused = { readonly refused: 'idempotency-conflict' } | Unavailable;

/** Accepted requests only: each with the domain that signs it. */
export interface NewSubmission {
  readonly kind: 'single' | 'batch';
  readonly emails: readonly { readonly request: AcceptableEmail; readonly domain: VerifiedDomain }[];
  readonly errors: readonly RefusedItem[];
}

/** `submission-<keyed hash of team, method, path, key>`, or of a random id where there is no key. */
export function submissionStream(
  ports: Pick<AcceptPorts, 'hash' | 'ids'>,
  teamId: string,
  key: Idempotency | null,
): StreamName {
  const parts = key === null ? [ports.ids.next()] : [teamId, key.method, key.path, key.key];
  return streamName('submission', ports.hash.hash('submission', parts));
}

export function payloadHash(ports: Pick<AcceptPorts, 'hash'>, key: Idempotency | null): string | null {
  return key === null ? null : ports.hash.hash('payload', [canonicalJson(key.payload)]);
}

/** The answer that this key already has, a conflict with it, or undefined: nothing stands. */
export async function earlierAnswer(
  ports: AcceptPorts,
  loaded: Loaded<SubmissionState>,
  hash: string | null,
): Promise<SubmissionAnswer | SubmissionRefused | undefined> {
  const standing = standingAnswer(loaded.state, ports.clock.now());
  if (standing === undefined) return undefined;
  if (standing.payloadHash !== hash) return { refused: 'idempotency-conflict' };
  return { emailIds: standing.emailIds, errors: await errorsOf(ports, loaded.stream, standing), position: undefined };
}

/** The refused items of a permissive batch, decrypted; none when they were erased. */
async function errorsOf(
  ports: AcceptPorts,
  stream: StreamName,
  standing: SubmissionAccepted['data'],
): Promise<readonly RefusedItem[]> {
  if (standing.errors === null) return [];
  if ('value' in standing.errors) return standing.errors.value;
  const { state } = await load(ports, submission, stream, true);
  const errors = state.accepted?.data.errors;
  return errors !== null && errors !== undefined && 'value' in errors ? errors.value : [];
}

/** The vault's commit, then one append: the submission (the anchor) and each mail's own stream. */
export async function acceptSubmission(
  ports: AcceptPorts,
  context: RequestContext,
  loaded: Loaded<SubmissionState>,
  hash: string | null,
  wanted: NewSubmission,
): Promise<SubmissionAnswer | SubmissionRefused> {
  const { stream } = loaded;
  const region = wanted.emails[0]?.domain.region ?? null;
  const metadata = metadataOf(ports.clock, { context, region });
  const prepared: PreparedEmail[] = [];
  for (const { request, domain } of wanted.emails) {
    const emailId = 'emailId' in request ? request.emailId : ports.ids.next();
    const place = { emailId, anchor: stream, submission: stream, time: metadata.time };
    prepared.push(await prepareAcceptable(ports, request, domain, place));
  }
  const sealed = sealSubmission(ports, {
    loaded,
    payloadHash: hash,
    kind: wanted.kind,
    errors: wanted.errors,
    prepared,
    metadata,
  });
  if (!(await writeVault(ports, [...prepared, ...sealed.ownEntries]))) return unavailable;

  const appended = await ports.serialise(stream, () => appendPatiently(ports, sealed.writes, requestPatience));
  const emailIds = prepared.map(({ emailId }) => emailId);
  if (appended.result === 'written') return { emailIds, errors: wanted.errors, position: appended.position };
  if (appended.result === 'unknown' && hash === null) await abandon(ports, context, stream);
  const reloaded = await load(ports, submission, stream).catch(() => undefined);
  if (reloaded === undefined) return unavailable;
  const own = reloaded.events.find(({ id }) => id === sealed.eventId);
  if (own !== undefined) return { emailIds, errors: wanted.errors, position: own.position };
  // Somebody else's accept under the same key gives its answer. Nothing there (an abandoned or unknown append): the
  // caller may come back; what was written to the vault belongs to the sweep.
  return (await earlierAnswer(ports, reloaded, hash)) ?? unavailable;
}

/** Without a key nobody can retry safely: settle the anchor's fate. With one, the retry itself does. */
async function abandon(ports: AcceptPorts, context: RequestContext, stream: StreamName): Promise<void> {
  const command = { type: 'AbandonSubmission', reason: 'append-unknown' } as const;
  await handle(ports, submission, stream, command, { context, region: null }).catch(() => undefined);
}
