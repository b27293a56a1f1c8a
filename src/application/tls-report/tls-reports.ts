import type { Clock } from '../ports/clock.js';
import type { Dns } from '../ports/dns.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { Ids } from '../ports/ids.js';
import { ExpiringCache } from '../delivery/mx/expiring-cache.js';
import { acceptSmtpMessage, type AcceptSmtpPorts } from '../submission/accept-smtp-message.js';
import { addressOfPlace, placesOf } from './report-request.js';
import { type DomainCounts, type JudgedSession, type KeptTlsCounts, TlsCounts } from './tls-counts.js';
import { type Submitter, writeReportEmail, writeTlsReport } from './write-report.js';

export interface TlsReportsSettings {
  readonly submitter: Submitter;
  /** A report is sent up to so long after the end of its day, so that not all senders report at once (RFC 8460 §4). */
  readonly spreadMs: number;
  /** Whether a report may name an address of ours. */
  readonly isShown: (address: string) => boolean;
}

export interface TlsReportsPorts extends Omit<AcceptSmtpPorts, 'clock' | 'ids' | 'hash'> {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hash: KeyedHash;
  readonly dns: Dns;
  /** Where counts outlive the process. */
  readonly memory: {
    /** What was kept last; undefined where there is nothing that can be read. */
    read(): Promise<KeptTlsCounts | undefined>;
    write(kept: KeptTlsCounts): Promise<void>;
  };
  readonly gzip: (text: string) => Promise<Buffer>;
  /** Whether a server took a report over HTTPS. Never rejects. */
  readonly post: (url: string, report: Buffer) => Promise<boolean>;
  /** The mail of the installation itself, which no team can read. */
  readonly installationId: string;
  /** For the log: a report was not sent. */
  readonly onUnsent: (why: 'sender' | 'not-taken') => void;
}

/** For how long a domain is remembered that asks for reports, or does not. */
const askedLifeMs = 3_600_000;
const mostDomains = 10_000;
const retryMs = 3_600_000;
/** RFC 8460 §5.6 suggests a day. */
const giveUpAfterMs = 86_400_000;
const dayMs = 86_400_000;

/**
 * Counts how connections to mail hosts were encrypted, and reports once a day to domains that ask for it (RFC 8460).
 * What is not written yet is lost with the process: at most a minute of counts.
 */
export class TlsReports {
  readonly #asked: ExpiringCache<readonly string[] | 'unanswered'>;
  readonly #triedAtMs = new Map<string, number>();
  #isChanged = false;

  private constructor(
    private readonly ports: TlsReportsPorts,
    private readonly settings: TlsReportsSettings,
    private readonly id: string,
    private readonly counts: TlsCounts,
  ) {
    this.#asked = new ExpiringCache({ clock: ports.clock, maxEntries: mostDomains, lifeMs: () => askedLifeMs });
  }

  /** Goes on with what an earlier process kept. */
  static async open(ports: TlsReportsPorts, settings: TlsReportsSettings): Promise<TlsReports> {
    const kept = await ports.memory.read();
    return new TlsReports(ports, settings, kept?.id ?? ports.ids.next(), new TlsCounts(kept?.domains ?? []));
  }

  /** Counts nothing of domains that do not ask for reports. Never rejects. */
  async note(judged: JudgedSession): Promise<void> {
    const { domain } = judged.session;
    const nowMs = this.ports.clock.now();
    const places = await this.#asked.get(domain, () => placesOf(this.ports.dns, domain));
    if (places !== 'unanswered' && places.length === 0) return;
    this.counts.note(judged, nowMs, this.settings.isShown);
    this.#isChanged = true;
  }

  /** Keeps what was counted. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    try {
      await this.ports.memory.write({ id: this.id, domains: this.counts.all() });
    } catch (error) {
      this.#isChanged = true;
      throw error;
    }
  }

  /** Sends what is due. Rejects where the engines do not write: the rest is sent the next time. */
  async act(signal: AbortSignal): Promise<void> {
    for (const counts of this.counts.all()) {
      if (signal.aborted) return;
      const overdueMs = this.ports.clock.now() - this.#dueAtMs(counts.day);
      if (overdueMs < 0 || this.#wasJustTried(counts)) continue;
      const isDone = await this.#report(counts);
      if (isDone || overdueMs > giveUpAfterMs) {
        if (!isDone) this.ports.onUnsent('not-taken');
        this.counts.remove(counts);
        this.#triedAtMs.delete(keyOf(counts));
      }
      this.#isChanged = true;
      // A restart between two of them sends none again.
      await this.save();
    }
  }

  #wasJustTried(counts: DomainCounts): boolean {
    return this.ports.clock.monotonicMs() - (this.#triedAtMs.get(keyOf(counts)) ?? Number.NEGATIVE_INFINITY) < retryMs;
  }

  #dueAtMs(day: string): number {
    const share =
      Number.parseInt(this.ports.hash.hash('payload', ['tls-report', this.id, day]).slice(0, 8), 16) / 2 ** 32;
    return Date.parse(day) + dayMs + share * this.settings.spreadMs;
  }

  /** Whether nothing is left to do. */
  async #report(counts: DomainCounts): Promise<boolean> {
    this.#triedAtMs.set(keyOf(counts), this.ports.clock.monotonicMs());
    const places = counts.left ?? (await placesOf(this.ports.dns, counts.domain));
    if (places === 'unanswered') return false;
    counts.left = places;
    if (places.length === 0) return true;
    const { domain } = this.settings.submitter;
    const id = this.ports.ids.fromHash(
      this.ports.hash.hash('payload', ['tls-report', this.id, counts.day, counts.domain]),
    );
    const reportId = `${counts.day}.${id}@${domain}`;
    const report = await this.ports.gzip(writeTlsReport(counts, reportId, this.settings.submitter));
    for (const place of places) {
      const isTaken = /^https:/i.test(place)
        ? await this.ports.post(place, report)
        : await this.#sendEmail(place, { domain: counts.domain, day: counts.day, reportId, report });
      if (isTaken) counts.left = counts.left.filter((other) => other !== place);
    }
    return counts.left.length === 0;
  }

  /** True where the email was accepted, or can never be. */
  async #sendEmail(
    place: string,
    about: { readonly domain: string; readonly day: string; readonly reportId: string; readonly report: Buffer },
  ): Promise<boolean> {
    const { ports } = this;
    const { submitter } = this.settings;
    const to = addressOfPlace(place);
    if (to === undefined || !/^[\x21-\x3b\x3d\x3f-\x7e]+@[^@]+$/.test(to)) return true;
    const hashed = ports.hash.hash('payload', ['tls-report', about.reportId, to]);
    const message = writeReportEmail({ ...about, submitter, to, idempotencyKey: ports.ids.fromHash(hashed) });
    const sender = {
      teamId: ports.installationId,
      domainId: null,
      apiKeyId: 'tls-report',
      permission: 'sending_access',
    } as const;
    const answer = await acceptSmtpMessage({ ...ports, quotas: null }, sender, {
      client: { helo: submitter.domain, address: '127.0.0.1' },
      envelope: { reversePath: submitter.address, recipients: [{ address: to }], smtpUtf8: false, eightBitMime: false },
      message: oneChunk(message),
      sessionId: 'tls-report',
      context: { correlationId: ports.ids.next() },
      ofServer: 'tls-report',
    });
    if (answer.kind === 'accepted' || answer.refusal === 'idempotency-conflict') return true;
    if (answer.refusal === 'recipient-not-valid') return true;
    if (answer.refusal === 'domain-not-verified' || answer.refusal === 'sandbox-recipient') ports.onUnsent('sender');
    return false;
  }
}

function keyOf({ day, domain }: DomainCounts): string {
  return `${day} ${domain}`;
}

async function* oneChunk(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk;
}
