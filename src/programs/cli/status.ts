import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { examine, isWrong } from '../../application/doctor/examine.js';
import { type Facts, read } from '../../application/doctor/facts.js';
import { ageMs, counted, duration, size } from '../../application/doctor/units.js';
import type { Config } from '../../infrastructure/config/config.js';
import { readLastBackup } from '../../infrastructure/data-dir/last-backup.js';
import { readServerAddress, type ServerAddress } from '../../infrastructure/data-dir/server-address.js';
import { createOutboundHttp } from '../../infrastructure/outbound-http/outbound-http.js';
import { programVersion } from '../manifest.js';
import { troublesOfServer } from './doctor/ask-server.js';
import { describeFindings, summaryOf } from './doctor/describe-report.js';
import { gatherFacts } from './doctor/gather.js';
import { withExisting } from './shared/installation.js';
import type { Outcome } from './shared/outcome.js';
import { teamsIn } from './teams.js';

const askTimeoutMs = 3_000;
/** So the whole of it stays on one screen. */
const shownFindings = 5;

/** `status`: one screen about the installation, with its server running or not. Changes nothing. */
export async function status(config: Config): Promise<Outcome> {
  const facts = await gatherFacts(config, false);
  const findings = examine(facts, facts.program.serverRuns ? await troublesOfServer(config) : []);
  const address = facts.program.serverRuns ? readServerAddress(config.dataDir) : undefined;
  const health = address === undefined ? null : await healthAt(address.url);
  const certificate = certificateOf(config);
  const backup = readLastBackup(config.dataDir);
  const teams =
    findings.some(({ code }) => code === 'no-installation') || read(facts.log) === undefined
      ? []
      : await withExisting(config, ({ ports }) => teamsIn(ports));
  const wrong = isWrong(findings) || health?.ok === false;
  const pending = read(facts.readModels)?.pending ?? null;
  const result = {
    ok: !wrong,
    server: { runs: facts.program.serverRuns, ...address, health },
    version: programVersion,
    mode: config.deliveryMode.kind,
    held: read(facts.log)?.restore?.held ?? false,
    queue: pending,
    lastVerified: read(facts.log)?.lastVerified ?? null,
    lastBackup: backup,
    certificate,
    teams,
    findings,
  };
  const rows = [
    ['server', serverLine(facts, address, health)],
    ['version', `${programVersion}, Node ${process.versions.node}`],
    ['delivery', deliveryLine(config, facts)],
    ['queue', queueLine(facts)],
    ['log', logLine(facts)],
    ['backup', backupLine(backup, facts.nowMs)],
    ['disk', diskLine(facts)],
    ['certificate', certificateLine(config, certificate, facts.nowMs)],
    [
      'teams',
      teams.length === 0
        ? 'none'
        : `${teams.length}: ${teams
            .slice(0, 5)
            .map(({ name }) => name)
            .join(', ')}`,
    ],
    ['folder', config.dataDir],
  ] as const;
  const lines = rows.map(([name, value]) => `${name.padEnd(11)}  ${value}`);
  const text = [...lines, '', summaryOf(findings), ...describeFindings(findings, shownFindings)].join('\n');
  return { result, text, negative: wrong };
}

/** What `/health` answers. */
interface HealthAnswer {
  readonly ok: boolean;
  readonly detail: string;
}

async function healthAt(url: string): Promise<HealthAnswer> {
  const http = createOutboundHttp({ guard: null, keepAliveMs: 1_000, connectTimeoutMs: askTimeoutMs });
  try {
    const response = await http.fetch(`${url}/health`, { signal: AbortSignal.timeout(askTimeoutMs) });
    const body: unknown = await response.json().catch(() => undefined);
    const message = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : '';
    return { ok: response.ok, detail: response.ok ? 'healthy' : message || `answers ${response.status}` };
  } catch {
    return { ok: false, detail: `does not answer within ${askTimeoutMs / 1000} seconds` };
  } finally {
    await http.close();
  }
}

function serverLine(
  { program, nowMs }: Facts,
  address: ServerAddress | undefined,
  health: HealthAnswer | null,
): string {
  if (!program.serverRuns) return 'stopped. Start it with posthorn serve.';
  if (address === undefined) return 'running';
  const since = duration(Math.max(0, ageMs(nowMs, address.startedAt)));
  return `running for ${since} at ${address.url} (process ${address.pid}), ${health?.detail ?? ''}`;
}

function deliveryLine({ deliveryMode }: Config, facts: Facts): string {
  const held = read(facts.log)?.restore?.held === true ? '; held since a restore: posthorn resume' : '';
  switch (deliveryMode.kind) {
    case 'capture':
      return `capture: email never leaves this machine${held}`;
    case 'mx':
      return `mx: email goes to the receivers' servers${held}`;
    case 'relay':
      return `relay: email goes to ${deliveryMode.relay.host}:${deliveryMode.relay.port}${held}`;
  }
}

function queueLine({ readModels, nowMs }: Facts): string {
  const pending = read(readModels)?.pending;
  if (pending === undefined) return 'unknown: a start of the server makes the read models';
  const { unsettled, due, later, openClaims, dueSince } = pending;
  if (unsettled === 0) return 'empty';
  const oldest = dueSince === null ? '' : `, the oldest due for ${duration(Math.max(0, ageMs(nowMs, dueSince)))}`;
  return `${counted(unsettled, 'delivery', 'deliveries')}: ${due} due, ${later} later, ${openClaims} in progress${oldest}`;
}

function logLine({ log, nowMs }: Facts): string {
  const facts = read(log);
  if (facts === undefined) return 'none';
  const { lastVerified, lastDay } = facts;
  const verified =
    lastVerified === null
      ? 'never verified: posthorn verify'
      : `verified ${duration(ageMs(nowMs, lastVerified.at))} ago: ${lastVerified.broken === null ? 'sound' : 'broken'}`;
  return `${counted(lastDay.events, 'event')} in the last day, ${verified}`;
}

function backupLine(backup: ReturnType<typeof readLastBackup>, nowMs: number): string {
  if (backup === null) return 'none is known here: posthorn backup';
  const taken = `taken ${duration(Math.max(0, ageMs(nowMs, backup.takenAt)))} ago`;
  return `${taken}, ${backup.checkedAt === null ? 'never checked: posthorn backup --check' : 'checked'}`;
}

function diskLine({ folder }: Facts): string {
  const facts = read(folder);
  return facts === undefined ? 'unknown' : `${size(facts.freeBytes)} of ${size(facts.totalBytes)} free`;
}

interface CertificateFacts {
  readonly selfSigned: boolean;
  /** ISO 8601; null: the file holds no certificate. */
  readonly validTo: string | null;
}

/** The certificate of SMTP submission. @returns null while none was made. */
function certificateOf({ smtp, dataDir }: Config): CertificateFacts | null {
  const file = smtp.certificateFiles?.cert ?? join(dataDir, 'smtp-self-signed.pem');
  if (smtp.certificateFiles === null && !existsSync(file)) return null;
  return { selfSigned: smtp.certificateFiles === null, validTo: endOf(file) };
}

function endOf(file: string): string | null {
  try {
    const [pem = ''] =
      /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(readFileSync(file, 'utf8')) ?? [];
    return new Date(new X509Certificate(pem).validTo).toISOString();
  } catch {
    return null;
  }
}

function certificateLine({ smtp }: Config, found: CertificateFacts | null, nowMs: number): string {
  if (found === null) return 'SMTP: none yet, a start of the server makes one';
  if (found.validTo === null) return `SMTP: ${smtp.certificateFiles?.cert ?? ''} (SMTP_TLS_CERT) holds no certificate`;
  const leftMs = Date.parse(found.validTo) - nowMs;
  const left = leftMs > 0 ? `valid for ${duration(leftMs)}` : 'expired';
  return `SMTP: ${left}, until ${found.validTo.slice(0, 10)}${found.selfSigned ? ', self-signed (set SMTP_TLS_CERT)' : ''}`;
}
