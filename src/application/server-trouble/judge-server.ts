import { type ServerTroubleKind, serverTroubleKinds } from './server-trouble.js';

/** What one look at a running server finds; null: it is not known, or does not apply. */
export interface ServerLook {
  /** Milliseconds since the epoch, and of a clock that never jumps. */
  readonly nowMs: number;
  readonly monotonicMs: number;
  /** Whether DATA_DIR leads to the files that are open. */
  readonly isInPlace: boolean | null;
  /** How long the oldest append has waited for its result. */
  readonly appendWaitsMs: number;
  readonly memory: { readonly usedBytes: number; readonly mostBytes: number } | null;
  readonly files: { readonly open: number; readonly most: number } | null;
  /** The operator's own. `problem`: why its files cannot be read again. */
  readonly certificate: {
    readonly problem: string | null;
    readonly validFromMs: number;
    readonly endsAtMs: number;
  } | null;
  readonly lastBackupAtMs: number | null;
  /** Endpoints that took none of their messages for ten minutes, where none took any. */
  readonly unreachableWebhooks: number;
  readonly output: OutputState;
}

/** Closed: standard output has no reader, or its disk is full. Blocked: its reader has read nothing for seconds. */
export type OutputState = 'open' | 'blocked' | 'closed';

/** What is known from the looks before. */
export interface ServerMemory {
  readonly open: ReadonlySet<ServerTroubleKind>;
  /** Wall clock minus the one that never jumps. */
  readonly offsetMs: number | null;
  /** Where the wall clock stood before it was set back. */
  readonly reachedMs: number | null;
}

export const nothingKnown: ServerMemory = { open: new Set(), offsetMs: null, reachedMs: null };

type Fields = Readonly<Record<string, string | number>>;
/** What is worth saying of it; null where all is well. */
type Verdict = Fields | null;

const dayMs = 86_400_000;
const appendPatienceMs = 5_000;
const endsSoonMs = 14 * dayMs;
/** As `posthorn doctor` has it. */
const backupOldMs = 2 * dayMs;
/** NTP slews what is less. */
const clockToleranceMs = 5_000;
/** Shares of what there is. What is over ends lower than it began, so that it does not come and go. */
const nearly = { begins: 0.92, ends: 0.85 } as const;
/** Fewer tell nothing of the way out. */
const fewestEndpoints = 3;
const mebibyte = 1_048_576;

/** What is wrong now, with what is worth saying of it, and what the next look needs. */
export function judgeServer(
  look: ServerLook,
  { open, offsetMs, reachedMs }: ServerMemory,
): { readonly found: ReadonlyMap<ServerTroubleKind, Fields>; readonly memory: ServerMemory } {
  const offset = look.nowMs - look.monotonicMs;
  const wasSetBack = offsetMs !== null && offset < offsetMs - clockToleranceMs;
  const reached = wasSetBack ? Math.max(reachedMs ?? 0, look.nowMs + offsetMs - offset) : reachedMs;
  const isBehind = reached !== null && look.nowMs < reached;
  const verdicts: Readonly<Record<ServerTroubleKind, Verdict>> = {
    'data-dir-gone': look.isInPlace === false ? {} : null,
    'log-not-written': look.appendWaitsMs >= appendPatienceMs ? { waitsMs: Math.round(look.appendWaitsMs) } : null,
    'memory-nearly-full': memoryVerdict(look, open),
    'files-nearly-all-open': filesVerdict(look, open),
    ...certificateVerdicts(look),
    'clock-set-back': isBehind ? { behindMs: Math.round(reached - look.nowMs) } : null,
    'backup-old': backupVerdict(look),
    'webhooks-unreachable':
      look.unreachableWebhooks >= fewestEndpoints ? { endpoints: look.unreachableWebhooks } : null,
    'output-closed': look.output === 'closed' ? {} : null,
    'output-blocked': look.output === 'blocked' ? {} : null,
  };
  const found = new Map(
    serverTroubleKinds.flatMap((kind) => {
      const fields = verdicts[kind];
      return fields === null ? [] : [[kind, fields] as const];
    }),
  );
  return { found, memory: { open: new Set(found.keys()), offsetMs: offset, reachedMs: isBehind ? reached : null } };
}

function isNearly(used: number, most: number, wasOpen: boolean): boolean {
  return used >= most * (wasOpen ? nearly.ends : nearly.begins);
}

function memoryVerdict({ memory }: ServerLook, open: ReadonlySet<ServerTroubleKind>): Verdict {
  if (memory === null || !isNearly(memory.usedBytes, memory.mostBytes, open.has('memory-nearly-full'))) return null;
  return { usedMb: Math.round(memory.usedBytes / mebibyte), mostMb: Math.round(memory.mostBytes / mebibyte) };
}

function filesVerdict({ files }: ServerLook, open: ReadonlySet<ServerTroubleKind>): Verdict {
  if (files === null || !isNearly(files.open, files.most, open.has('files-nearly-all-open'))) return null;
  return { ...files };
}

const instant = (atMs: number): string => new Date(atMs).toISOString();

function certificateVerdicts({ nowMs, certificate }: ServerLook) {
  const { problem = null, validFromMs = nowMs, endsAtMs = Infinity } = certificate ?? {};
  const leftMs = endsAtMs - nowMs;
  return {
    'certificate-unusable': problem === null ? null : { reason: problem },
    'certificate-not-yet-valid': validFromMs > nowMs ? { validFrom: instant(validFromMs) } : null,
    'certificate-expired': leftMs <= 0 ? { endsAt: instant(endsAtMs) } : null,
    'certificate-ends-soon': leftMs > 0 && leftMs <= endsSoonMs ? { endsAt: instant(endsAtMs) } : null,
  };
}

function backupVerdict({ nowMs, lastBackupAtMs }: ServerLook): Verdict {
  if (lastBackupAtMs === null || nowMs - lastBackupAtMs <= backupOldMs) return null;
  return { lastBackup: instant(lastBackupAtMs) };
}
