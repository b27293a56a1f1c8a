import type { DomainReportReader } from '../../../application/ports/domain-report-reader.js';
import type { DomainReport } from '../../../domain/domain-report/domain-report.js';
import { FairThread, type JobLimits } from '../../system/fair-thread.js';
import type { JobClock } from '../../system/job-timer.js';
import { startModestWorker } from '../../system/modest-worker.js';
import { workerUrl } from '../../system/worker-url.js';
import type { ReportAnswer } from './report.worker.js';

const maxHeapMb = 128;
const windowMs = 10_000;
/** Anyone may send reports: those about the domains of one team have a third of the thread. */
const limits: JobLimits = { share: 'reports', timeoutMs: 3_000, budgetMs: 3_000 };

interface ReportThreadOptions {
  readonly onCutOff: (why: string) => void;
  readonly clock?: Partial<JobClock>;
}

/** Reads reports in a thread of its own, which starts with the first one. */
export class ReportThread implements DomainReportReader {
  readonly #thread: FairThread<Uint8Array, ReportAnswer>;

  constructor({ onCutOff, clock }: ReportThreadOptions) {
    this.#thread = new FairThread<Uint8Array, ReportAnswer>({
      start: () => startModestWorker(workerUrl(import.meta.url, './report.worker.js'), { maxHeapMb }),
      limitsOf: () => limits,
      windowMs,
      onCutOff,
      clock,
    });
  }

  async read(message: Buffer, teamId: string): Promise<DomainReport | 'cut-off' | undefined> {
    const answer = await this.#thread.run(message, teamId);
    return answer === undefined ? 'cut-off' : (answer ?? undefined);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
