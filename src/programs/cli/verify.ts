import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { EventStore } from '../../application/ports/event-store.js';
import { isSigned, logHead, type LogHead } from '../../application/verify/log-head.js';
import { foreignInWords } from '../../application/verify/foreign-events.js';
import type { Finding } from '../../application/verify/finding.js';
import { type Verification, verifyLog } from '../../application/verify/verify-log.js';
import type { Config } from '../../infrastructure/config/config.js';
import { chainLink } from '../../infrastructure/event-codec/digest.js';
import { createEventCodec } from '../../infrastructure/event-codec/event-codec.js';
import { eventRegistry } from '../../programs/resources/resources.js';
import { sealMath } from '../../infrastructure/crypto/seal-key.js';
import { openLogForReading } from './shared/installation.js';
import { counted } from '../../application/doctor/units.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { recordIn, type Recorded } from './record-verification.js';

export interface VerifyOptions {
  /** Print the newest head and verify nothing. */
  readonly head?: boolean;
  /** A published head, as `--head --json` printed it, or the file that it is in. */
  readonly contains?: string;
  /** False to write nothing, not even that the log was verified. */
  readonly record?: boolean;
}

/** `verify`: needs no key, and writes nothing but its result. */
export async function verify(config: Config, options: VerifyOptions): Promise<Outcome> {
  const published = options.contains === undefined ? undefined : parseHead(options.contains);
  if (options.head === true && published !== undefined) {
    throw new Misused('--head prints a head and --contains looks for one: give one of the two.');
  }
  const store = await openLogForReading(config);
  try {
    if (options.head === true) return await printHead(store);
    const verification = await verifyAll(store, published);
    const recorded = options.record === false ? undefined : await recordIn(config, verification, published);
    return outcomeOf(verification, published, recorded);
  } finally {
    await store.close();
  }
}

async function printHead(store: EventStore): Promise<Outcome> {
  const head = await logHead({ store, codec: createEventCodec({ registry: eventRegistry }) });
  if (head === undefined) throw new Declined('The log has no seal yet: a running server writes one each minute.');
  const text = [
    `seal        ${head.seal}: ${head.count} events`,
    `first event ${head.firstEventId}`,
    `last event  ${head.lastEventId}`,
    `root        ${head.root}`,
    `signature   ${head.signature}`,
    `public key  ${head.publicKey}`,
  ].join('\n');
  return { result: head, text };
}

function verifyAll(store: EventStore, published: LogHead | undefined): Promise<Verification> {
  return verifyLog(
    { store, linkOf: chainLink, codec: createEventCodec({ registry: eventRegistry }), math: sealMath },
    { published },
  );
}

function outcomeOf(
  { bad, ...counts }: Verification,
  published: LogHead | undefined,
  recorded: Recorded | undefined,
): Outcome {
  const text = [bad === undefined ? describeCounts(counts, published) : describe(bad), ...describeRecorded(recorded)];
  const ok = bad === undefined;
  const found = ok ? { ok, ...counts } : { ok, ...counts, bad };
  return { result: { ...found, ...(recorded ?? { recorded: false }) }, text: text.join('\n'), negative: !ok };
}

function describeRecorded(recorded: Recorded | undefined): readonly string[] {
  if (recorded === undefined) return [];
  return [recorded.recorded ? 'This result is recorded in the log.' : `Not recorded. ${recorded.because}`];
}

function describeCounts(
  { events, streams, seals, unsealed, foreign }: Omit<Verification, 'bad'>,
  published: LogHead | undefined,
): string {
  const lines = [
    `${counted(events, 'event')} in ${counted(streams, 'stream')}: all digests and chains are correct.`,
    `${counted(seals, 'seal')}: all correct, and nothing that they cover is missing.`,
    `${counted(unsealed, 'event')} after the last seal: a removal among these cannot be detected.`,
  ];
  if (foreign.events > 0)
    lines.push(`${foreignInWords(foreign)} Posthorn leaves them alone: give it a log of its own.`);
  if (published !== undefined) lines.push(`The published head of seal ${published.seal} is in the log.`);
  return lines.join('\n');
}

function describe({ stream, revision, position, id, problem }: Finding): string {
  const where = position === null ? '' : `, position ${position}`;
  const which = id === null ? '' : `, event ${id}`;
  return `${stream} revision ${revision}${where}${which}: ${problem}`;
}

const headSchema = z.object({
  seal: z.int().positive(),
  firstEventId: z.string(),
  lastEventId: z.string(),
  count: z.int().positive(),
  root: z.string(),
  signature: z.string(),
  publicKey: z.string(),
});

/** Throws {@link Misused}. */
function parseHead(given: string): LogHead {
  const head = headSchema.safeParse(parseJson(existsSync(given) ? readFileSync(given, 'utf8') : given));
  if (!head.success)
    throw new Misused('--contains takes what verify --head --json printed, or the file that holds it.');
  if (!isSigned(sealMath, head.data))
    throw new Misused('The head given with --contains is not one: its signature is wrong.');
  return head.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
