import { canonicalPieces } from '../../domain/shared/json.js';
import type { Cause, Position } from '../../domain/shared/recorded.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { RefusedItem, SubmissionAccepted, SubmissionEvent } from '../../domain/submission/events.js';
import { storedAnswer, submission, type SubmissionState } from '../../domain/submission/submission.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { aborted } from '../shared/delay.js';
import { handle, load, type Loaded, type LogPorts, metadataOf } from '../shared/handle.js';
import { inTurns } from '../shared/in-turns.js';
import type { Ports } from '../shared/ports.js';
import type { QuotaRefusal, Quotas } from '../usage/quotas.js';
import { appendSubmission, tooLarge } from './append-submission.js';
import type { DetailsTooLarge, Idempotency, TakingRefusal } from './email-request.js';
import { type CheckedEmail, type MailToOpen, prepareEmail, recipientsOf } from './prepare-email.js';
import { sealSubmission } from './seal-submission.js';
import { VaultStoring } from './store.js';

export interface AcceptPorts extends Pick<Ports, keyof LogPorts | 'hash' | 'sealer' | 'blobs'> {
  readonly inFlight: InFlight;
  /** Null when no team has a quota. */
  readonly quotas: Quotas | null;
  /** After a write that was acknowledged: lists of this team wait for it. */
  readonly onAccepted: (context: RequestContext, position: Position, emailIds: readonly string[]) => void;
}

/** Mails that may be sent, and the items of a permissive batch that may not. */
export interface CheckedSubmission {
  readonly kind: 'single' | 'batch';
  readonly emails: readonly CheckedEmail[];
  readonly errors: readonly RefusedItem[];
  /** The event that it tells of. */
  readonly causedBy?: Cause;
}

/** What a submission answered, first or again. */
export interface SubmissionAnswer {
  readonly emailIds: readonly string[];
  readonly errors: readonly RefusedItem[];
  /** Undefined for a repeat: nothing was written. */
  readonly position: Position | undefined;
}

type SubmissionRefused = { readonly refused: 'idempotency-conflict' } | DetailsTooLarge | Unavailable;

/** One request under its submission stream: the answer that stands, or a new accept. Stages as in `accept`. */
export async function acceptSubmission<Refusal extends { readonly refused: string }>(
  ports: AcceptPorts,
  context: RequestContext,
  idempotency: Idempotency | null,
  check: () => Promise<CheckedSubmission | Refusal>,
): Promise<SubmissionAnswer | Refusal | TakingRefusal> {
  const stream = submissionStream(ports, context.teamId, idempotency);
  const hash = await payloadHash(ports, idempotency);
  const answer = await ports.inFlight.alone(stream, async () => {
    const loaded = await load(ports, submission, stream);
    const earlier = await earlierAnswer(ports, loaded, hash);
    if (earlier !== undefined) return earlier;
    const checked = await check();
    if ('refused' in checked) return checked;
    // A permissive batch in which nothing may be sent accepts nothing, so there is nothing to remember.
    if (checked.emails.length === 0) return { emailIds: [], errors: checked.errors, position: undefined };
    return withinQuota(ports.quotas, context.teamId, checked.emails, () =>
      acceptNew(ports, context, loaded, hash, checked),
    );
  });
  if (answer === 'busy') return { refused: 'idempotency-in-progress' } as const;
  if ('position' in answer && answer.position !== undefined) {
    ports.onAccepted(context, answer.position, answer.emailIds);
  }
  return answer;
}

/** `submission-<keyed hash of team, method, path, key>`, or of a random id where there is no key. */
function submissionStream(
  ports: Pick<AcceptPorts, 'hash' | 'ids'>,
  teamId: string,
  key: Idempotency | null,
): StreamName {
  const parts = key === null ? [ports.ids.next()] : [teamId, key.method, key.path, key.key];
  return streamName('submission', ports.hash.hash('submission', parts));
}

/** Hash of the payload's canonical text; stored ones are compared with it, so it never changes. */
async function payloadHash(ports: Pick<AcceptPorts, 'hash'>, key: Idempotency | null): Promise<string | null> {
  return key === null ? null : ports.hash.hashPieces('payload', canonicalPieces(key.payload));
}

/** The answer that this key already has, a conflict with it, or undefined when there is none. */
async function earlierAnswer(
  ports: AcceptPorts,
  loaded: Loaded<SubmissionState, SubmissionEvent>,
  hash: string | null,
): Promise<SubmissionAnswer | SubmissionRefused | undefined> {
  const stored = storedAnswer(loaded.state, ports.clock.settledNow());
  if (stored === undefined) return undefined;
  if (stored.payloadHash !== hash) return { refused: 'idempotency-conflict' };
  return { emailIds: stored.emailIds, errors: await errorsOf(ports, loaded.stream, stored), position: undefined };
}

/** The refused items of a permissive batch, decrypted; none when they were erased. */
async function errorsOf(
  ports: AcceptPorts,
  stream: StreamName,
  stored: SubmissionAccepted['data'],
): Promise<readonly RefusedItem[]> {
  if (stored.errors === null) return [];
  if ('value' in stored.errors) return stored.errors.value;
  const { state } = await load(ports, submission, stream, true);
  const errors = state.accepted?.data.errors;
  return errors !== null && errors !== undefined && 'value' in errors ? errors.value : [];
}

/** What is appended holds the submission (the anchor) and the opening of each mail's own stream. */
async function acceptNew(
  ports: AcceptPorts,
  context: RequestContext,
  loaded: Loaded<SubmissionState, SubmissionEvent>,
  hash: string | null,
  { kind, emails, errors, causedBy }: CheckedSubmission,
): Promise<SubmissionAnswer | SubmissionRefused> {
  const { stream } = loaded;
  const region = emails[0]?.domain.region ?? null;
  const metadata = metadataOf(ports.clock, { context, region, ...(causedBy === undefined ? {} : { causedBy }) });
  const efforts = emails.map(effortOf);
  const vault = new VaultStoring(ports);
  const prepared = await inTurns(
    emails,
    (_email, index) => efforts[index] ?? 0,
    async ({ emailId: chosen, ...checked }): Promise<MailToOpen> => {
      const { email } = checked;
      const emailId = chosen ?? ('emailId' in email ? email.emailId : ports.ids.next());
      const place = { emailId, anchor: stream, submission: stream, time: metadata.time };
      const { accepted, region: of, keyRing, ...entry } = await prepareEmail(ports, checked, place);
      await vault.add(entry);
      return { emailId, accepted, region: of, keyRing };
    },
  );
  const sealed = await sealSubmission(ports, { loaded, payloadHash: hash, kind, errors, prepared, efforts, metadata });

  const refused = tooLarge(sealed.writes);
  if (refused !== undefined) return refused;
  for (const entry of sealed.ownEntries) await vault.add(entry);
  if (!(await vault.end())) return unavailable;

  const appended = await ports.serialise(stream, () => appendSubmission(ports, sealed.writes));
  const emailIds = prepared.map(({ emailId }) => emailId);
  if (appended.result === 'written') return { emailIds, errors, position: appended.position };
  if (appended.result === 'unknown' && hash === null) await abandon(ports, context, stream);
  const reloaded = await load(ports, submission, stream).catch(() => undefined);
  if (reloaded === undefined) return unavailable;
  const own = reloaded.events.find(({ id }) => id === sealed.eventId);
  if (own !== undefined) return { emailIds, errors, position: own.position };
  // Another accept under the same key gives its answer. Nothing there (an abandoned or unknown append): the caller may
  // come back; what was written to the vault belongs to the sweep.
  return (await earlierAnswer(ports, reloaded, hash)) ?? unavailable;
}

/**
 * Without a key no retry is safe: the anchor is abandoned, unless it was written after all. With one, the retry finds
 * out.
 */
async function abandon(ports: AcceptPorts, context: RequestContext, stream: StreamName): Promise<void> {
  const command = { type: 'AbandonSubmission', reason: 'append-unknown' } as const;
  await handle(ports, submission, stream, command, { context, region: null }).catch(() => undefined);
}

/** How long a repeat waits for the answer of the request that runs under the same key. */
const repeatWaitMs = 5_000;

/** The requests that run in this process, each under its submission stream. */
export class InFlight {
  readonly #running = new Map<StreamName, Promise<unknown>>();

  constructor(private readonly waitMs = repeatWaitMs) {}

  /** Runs `work` alone under its stream; `busy` when another still ran after the wait. */
  async alone<Result>(stream: StreamName, work: () => Promise<Result>): Promise<Result | 'busy'> {
    const timeUp = new AbortController();
    const timer = setTimeout(() => timeUp.abort(), this.waitMs);
    try {
      for (let other = this.#running.get(stream); other !== undefined; other = this.#running.get(stream)) {
        await Promise.race([other.catch(() => undefined), aborted(timeUp.signal)]);
        if (timeUp.signal.aborted) return 'busy';
      }
    } finally {
      clearTimeout(timer);
      timeUp.abort();
    }
    const own = work();
    this.#running.set(stream, own);
    try {
      return await own;
    } finally {
      this.#running.delete(stream);
    }
  }
}

/**
 * Accepts mails with their recipients counted first. Only an answer with a position has written something; anything
 * else (a refusal, an earlier answer, a failure) gives the count back. What strangers made the team send has a limit of
 * its own (`DailyLimits`).
 */
export async function withinQuota<Answer extends object>(
  quotas: Quotas | null,
  teamId: string,
  emails: readonly CheckedEmail[],
  work: () => Promise<Answer>,
): Promise<Answer | QuotaRefusal> {
  if (quotas === null) return work();
  const counted = emails.filter(({ email }) => email.retryClass !== 'strangers');
  if (counted.length === 0) return work();
  const recipients = counted.reduce((sum, { email: { to, cc, bcc } }) => sum + to.length + cc.length + bcc.length, 0);
  const reservation = await quotas.reserve(teamId, recipients);
  if ('refused' in reservation) return reservation;
  let accepted = false;
  try {
    const answer = await work();
    accepted = 'position' in answer && answer.position !== undefined;
    return answer;
  } finally {
    if (!accepted) await reservation.release();
  }
}

/** What any mail takes, and each of its recipients and attachments. */
const ofMail = 2_500;
const ofRecipient = 1_000;
const ofAttachment = 4_000;

/**
 * What the preparing and the encoding of a mail take, as `inTurns` counts it. Contents of attachments take turns of
 * their own.
 */
function effortOf({ email }: Pick<CheckedEmail, 'email'>): number {
  let characters = email.subject.length;
  for (const { name, value } of email.tags) characters += name.length + value.length;
  if (!('emailId' in email)) {
    characters += (email.html?.length ?? 0) + (email.text?.length ?? 0);
    for (const [name, value] of email.headers) characters += name.length + value.length;
    characters += ofAttachment * email.attachments.length;
  }
  return ofMail + ofRecipient * recipientsOf(email).length + characters;
}
