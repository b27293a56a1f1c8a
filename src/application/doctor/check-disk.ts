import { type FileFacts, type Facts, type FolderFacts, type IntegrityFacts, read } from './facts.js';
import { type Finding, finding } from './finding.js';
import { counted, dayMs, gib, mib, size } from './units.js';

const errorBelowBytes = 256 * mib;
const warningBelowBytes = gib;
const errorBelowDays = 3;
const warningBelowDays = 30;
/** A checkpoint comes with 4 MiB: a snapshot that is open for long holds it back. */
const largeWalBytes = 256 * mib;
/** As long as a backup of the vault may be kept. */
const movedAsideForMs = 7 * dayMs;
/** A timer that runs daily has missed two days. */
const backupOldMs = 2 * dayMs;
/** Less says nothing about a day. */
const leastHours = 1;

/** Space, permissions and the state of the files. */
export function checkDisk(facts: Facts): readonly Finding[] {
  const folder = read(facts.folder);
  return [
    ...checkFolderReadable(facts),
    ...(folder === undefined
      ? []
      : [
          ...checkSpace(facts, folder),
          ...checkWal(folder),
          ...checkModes(facts, folder),
          ...checkRestores(facts, folder),
          ...checkBackup(facts, folder),
        ]),
    ...(facts.integrity ?? []).flatMap(checkIntegrity),
  ];
}

function checkFolderReadable({ folder, config }: Facts): readonly Finding[] {
  if (folder.state !== 'unreadable') return [];
  return [
    finding(
      'error',
      'folder-unreadable',
      `${config.dataDir} cannot be read: ${folder.reason}.`,
      'Run doctor as the user of the server, or give the folder to that user.',
    ),
  ];
}

/** Bytes that a day adds, from the newest day of the log; undefined where the log is too young to say. */
export function growthPerDay({ folder, log }: Pick<Facts, 'folder' | 'log'>): number | undefined {
  const files = read(folder)?.files;
  const events = read(log);
  if (files === undefined || events === undefined || events.events === null || events.events === 0) return undefined;
  if (events.lastDay.hours < leastHours) return undefined;
  const bytes = files.filter(({ name }) => !name.endsWith('-wal')).reduce((sum, file) => sum + file.bytes, 0);
  return (bytes / events.events) * events.lastDay.events * (24 / events.lastDay.hours);
}

function checkSpace(facts: Facts, { freeBytes }: FolderFacts): readonly Finding[] {
  const advice =
    'Free space, or set RETENTION_DAYS, or move DATA_DIR to a larger disk: on a full one nothing is accepted.';
  const growth = growthPerDay(facts) ?? 0;
  const daysLeft = growth > 0 ? freeBytes / growth : Number.POSITIVE_INFINITY;
  const days = Number.isFinite(daysLeft)
    ? `, at the growth of the last day enough for ${Math.floor(daysLeft)} days`
    : '';
  const what = `${size(freeBytes)} are free on the disk of ${facts.config.dataDir}${days}.`;
  if (freeBytes < errorBelowBytes || daysLeft < errorBelowDays)
    return [finding('error', 'disk-full-soon', what, advice)];
  if (freeBytes < warningBelowBytes || daysLeft < warningBelowDays) {
    return [finding('warning', 'disk-space-low', what, advice)];
  }
  return [];
}

function checkWal({ files }: FolderFacts): readonly Finding[] {
  return files
    .filter(({ name, bytes }) => name.endsWith('-wal') && bytes > largeWalBytes)
    .map(({ name, bytes }) =>
      finding(
        'warning',
        'wal-large',
        `${name} has grown to ${size(bytes)}: something reads an old state for long, so that it cannot be emptied.`,
        'End programs that keep the file open (a shell, a copy); otherwise restart the server.',
      ),
    );
}

function checkModes({ config }: Facts, { mode, writable, files }: FolderFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (!writable) {
    findings.push(
      finding(
        'error',
        'folder-not-writable',
        `${config.dataDir} is not writable for this user.`,
        'Run doctor as the user of the server; if that is who you are, give the folder to that user.',
      ),
    );
  }
  // Behind a closed folder it matters little what the files say.
  const open = isOpen(mode, 0o011) ? files.filter(isReadableByOthers) : [];
  if (open.length > 0) {
    const names = open.map(({ name }) => name).join(', ');
    findings.push(
      finding(
        open.some(({ name }) => name === 'master.key') ? 'error' : 'warning',
        'files-readable-by-others',
        `Other users of this machine can read ${counted(open.length, 'file')} of ${config.dataDir}: ${names}.`,
        `chmod -R go= ${config.dataDir}`,
      ),
    );
  }
  return findings;
}

function checkRestores({ nowMs, config }: Facts, { halfRestored, movedAside }: FolderFacts): readonly Finding[] {
  const findings: Finding[] = [];
  if (halfRestored) {
    findings.push(
      finding(
        'error',
        'half-restored',
        `A restore into ${config.dataDir} was interrupted while it moved files into place. No server can start on this folder.`,
        'Run posthorn restore again.',
      ),
    );
  }
  const old = movedAside.filter(({ modifiedMs }) => nowMs - modifiedMs > movedAsideForMs);
  if (old.length > 0) {
    findings.push(
      finding(
        'warning',
        'moved-aside-kept',
        `What restores and starts have put aside is older than 7 days: ${old.map(({ name }) => name).join(', ')}. It holds what was erased since, or its keys.`,
        'Remove these folders.',
      ),
    );
  }
  return findings;
}

/** Where email really leaves: a folder that captures is for a try. */
function checkBackup({ nowMs, config, log }: Facts, { lastBackup }: FolderFacts): readonly Finding[] {
  if (config.deliveryMode.kind === 'capture' || read(log) === undefined) return [];
  const daily = 'Let a timer take one daily (deploy/backup, docs/production.md).';
  if (lastBackup === null) {
    return [finding('warning', 'no-backup', `No backup of ${config.dataDir} was taken by posthorn backup.`, daily)];
  }
  const { takenAt, checkedAt } = lastBackup;
  if (nowMs - Date.parse(takenAt) > backupOldMs) {
    return [finding('warning', 'backup-old', `The last backup is of ${takenAt}.`, daily)];
  }
  if (checkedAt !== null) return [];
  const problem = `The last backup, of ${takenAt}, was not checked.`;
  return [finding('note', 'backup-unchecked', problem, 'Run posthorn backup --check with its two folders.')];
}

function isReadableByOthers({ mode }: FileFacts): boolean {
  return isOpen(mode, 0o044);
}

function isOpen(mode: number, bits: number): boolean {
  return (mode & bits) !== 0;
}

/** What a start does with a damaged file that can be missed. */
const spared: Readonly<Record<string, string>> = {
  'read.sqlite':
    'puts it aside and rebuilds the read models from the log. Where it finds nothing, stop it and run posthorn replay',
  'catcher.sqlite': 'puts it aside and goes on without the messages that were captured before',
  'lock.sqlite': 'empties it: it holds nothing but the lock',
};

function checkIntegrity({ file, problems }: IntegrityFacts): readonly Finding[] {
  const [first] = problems;
  if (first === undefined) return [];
  const next = spared[file];
  return [
    finding(
      next === undefined ? 'error' : 'warning',
      'file-damaged',
      `${file} is damaged: ${first}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}.`,
      next === undefined
        ? 'Stop the server, keep a copy of the files as they are, check the disk, and restore the last backup (docs/backup.md): no server starts on it.'
        : `Restart the server: the start ${next}. Check the disk.`,
    ),
  ];
}
