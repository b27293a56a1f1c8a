import { keysOf } from '../../domain/shared/members.js';

export type ServerTroubleKind =
  | 'data-dir-gone'
  | 'log-not-written'
  | 'memory-nearly-full'
  | 'files-nearly-all-open'
  | 'certificate-unusable'
  | 'certificate-expired'
  | 'certificate-not-yet-valid'
  | 'certificate-ends-soon'
  | 'clock-set-back'
  | 'backup-old'
  | 'webhooks-unreachable'
  | 'output-closed'
  | 'output-blocked';

interface TroubleWords {
  /** Errors turn `/health` red. */
  readonly severity: 'error' | 'warning';
  /** What is wrong, and what follows from it. */
  readonly problem: string;
  /** What to do about it. */
  readonly remedy: string;
  /** What is said once it is over. */
  readonly ended: string;
}

/** What is wrong with a running server, beside the delivery of email. */
export const serverTroubles: Readonly<Record<ServerTroubleKind, TroubleWords>> = {
  'data-dir-gone': {
    severity: 'error',
    problem: 'The folder of DATA_DIR was removed, moved or unmounted: nothing new is accepted',
    remedy:
      'Put the same folder back in its place; the server goes on. Do not restart before: what was written since would be lost, and an empty folder becomes a new installation.',
    ended: 'The folder of DATA_DIR is in its place again: everything is accepted again',
  },
  'log-not-written': {
    severity: 'error',
    problem:
      'The event log in DATA_DIR cannot be written: requests wait and are answered 503, and email that was accepted waits',
    remedy:
      'End programs that hold the file (a database shell, a copy without posthorn backup), and check the disk (dmesg, df). No restart is needed.',
    ended: 'The event log is written again',
  },
  'memory-nearly-full': {
    severity: 'warning',
    problem: 'This process uses nearly all of its memory: the system may end it',
    remedy: 'Give it more memory, or set MEMORY_MEGABYTES lower than the limit, so that it holds less at once.',
    ended: 'This process has memory again',
  },
  'files-nearly-all-open': {
    severity: 'error',
    problem:
      'This process has opened nearly as many files and connections as it may: soon it takes no connections and delivers nothing',
    remedy:
      'Raise the limit (LimitNOFILE in the unit, ulimit -n), and look for clients that open connections without end.',
    ended: 'This process may open files and connections again',
  },
  'certificate-unusable': {
    severity: 'error',
    problem: 'The certificate for SMTP cannot be read: the one that was read before stays in use, until it expires',
    remedy:
      'Correct the files of SMTP_TLS_CERT and SMTP_TLS_KEY: both readable by this user, and of one pair. They are read again every ten seconds; a restart is refused until then.',
    ended: 'The certificate for SMTP can be read again',
  },
  'certificate-expired': {
    severity: 'error',
    problem: 'The certificate for SMTP (SMTP_TLS_CERT) has expired: clients that verify it do not connect',
    remedy: 'Renew it (docs/production.md): the server reads the files again, without a restart.',
    ended: 'The certificate for SMTP is valid again',
  },
  'certificate-not-yet-valid': {
    severity: 'error',
    problem: 'The certificate for SMTP (SMTP_TLS_CERT) is not valid yet: clients that verify it do not connect',
    remedy: 'Check the clock of this machine; otherwise name the certificate that was in use before.',
    ended: 'The certificate for SMTP is valid now',
  },
  'certificate-ends-soon': {
    severity: 'warning',
    problem: 'The certificate for SMTP (SMTP_TLS_CERT) expires in less than 14 days: nothing has renewed it',
    remedy: 'Renew it (docs/production.md): the server reads the files again, without a restart.',
    ended: 'The certificate for SMTP was renewed',
  },
  'clock-set-back': {
    severity: 'warning',
    problem:
      'The clock of this machine was set back: what is scheduled or waits for a retry waits as much longer, and the newest events are of a time to come',
    remedy: 'Let NTP set the clock by slewing, and check its source.',
    ended: 'The clock is where it was before it was set back',
  },
  'backup-old': {
    severity: 'warning',
    problem: 'The last backup is older than two days: a broken disk loses what came since',
    remedy: 'See why the timer takes none (deploy/backup, docs/production.md), and run posthorn backup.',
    ended: 'There is a new backup',
  },
  'webhooks-unreachable': {
    severity: 'warning',
    problem: 'No webhook endpoint has taken a message for ten minutes: messages wait and are retried',
    remedy: 'Check the way out of this machine (DNS, firewall, proxy) before the endpoints.',
    ended: 'Webhook endpoints take messages again',
  },
  'output-closed': {
    severity: 'warning',
    problem: 'Standard output is closed: log lines are lost',
    remedy: 'Restart the server under a program that reads its output to the end.',
    ended: 'Standard output takes log lines again',
  },
  'output-blocked': {
    severity: 'warning',
    problem: 'The program that reads standard output has stopped reading: log lines wait, then are dropped',
    remedy: 'Resume or restart that program. The server does not wait for it.',
    ended: 'Standard output is read again',
  },
};

/** As alerts name it: what is critical wakes somebody. */
export const alertSeverityOf = (kind: ServerTroubleKind): 'critical' | 'warning' =>
  serverTroubles[kind].severity === 'error' ? 'critical' : 'warning';

export const serverTroubleKinds = keysOf(serverTroubles);

export interface ServerTrouble {
  readonly kind: ServerTroubleKind;
  /** ISO 8601: when it was noticed. */
  readonly since: string;
  readonly fields: Readonly<Record<string, string | number>>;
}
