import { Worker } from 'node:worker_threads';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { workerUrl } from '../../../system/worker-url.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import type { ConvertedHtml } from './html-text.worker.js';
import { stripTags } from './strip-tags.js';

/** Shorter than this, the conversion costs less than handing it over. */
const inlineCharacters = 1024;
/** Longer than this, only the plain stripping of tags is fast enough. */
const maxConvertedCharacters = 1_000_000;
/** At most so much of an enormous document becomes text: more is not useful to a reader, and would delay the other mails. */
const maxStrippedCharacters = 1_000_000;
const usualConversionTimeoutMs = 1_000;
/** What a team may take of the one thread in each window; beyond it, its documents lose their tags and no more. */
const conversionBudgetMs = 3_000;
const budgetWindowMs = 10_000;

interface HtmlTextOptions extends Pick<HttpOptions, 'logger'> {
  readonly conversionTimeoutMs?: number;
  readonly now?: () => number;
}

interface Job {
  readonly html: string;
  readonly teamId: string;
  readonly resolve: (text: string) => void;
}

/**
 * Derives the text part of html mails. Real conversions of real documents take tens of milliseconds, and hostile ones
 * half a minute: they run one after the other in a worker thread, the teams in turn, and one that takes too long is cut off and
 * answered with its bare text instead. So is everything of a team that has used up its share of the thread.
 */
@Injectable()
export class HtmlText implements OnModuleDestroy {
  /** In the order of turns: a team that had its turn goes to the end. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #used = new Map<string, { readonly sinceMs: number; readonly ms: number }>();
  #startedMs = 0;
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #worker: Worker | undefined;

  constructor(@Inject(HTTP_OPTIONS) private readonly options: HtmlTextOptions) {}

  /** Never fails; the same html gives the same text, except under a load that cuts its conversion off. */
  async derive(html: string, teamId: string): Promise<string> {
    if (html.length <= inlineCharacters) {
      // Loads a parser of HTML: a start is quicker without it, and many senders bring their own text.
      const { convertHtml } = await import('./convert.js');
      return convertHtml(html);
    }
    if (html.length > maxConvertedCharacters) return stripTags(html.slice(0, maxStrippedCharacters));
    return new Promise((resolve) => {
      const line = this.#waiting.get(teamId) ?? [];
      line.push({ html, teamId, resolve });
      this.#waiting.set(teamId, line);
      this.#next();
    });
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    for (const job of [this.#current, ...[...this.#waiting.values()].flat()]) job?.resolve(stripTags(job.html));
    this.#waiting.clear();
    this.#current = undefined;
    await worker?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const job = this.#takeTurn();
    if (job === undefined) return;
    if (this.#usedBy(job.teamId) >= conversionBudgetMs) {
      job.resolve(stripTags(job.html));
      this.#toTheEnd(job.teamId);
      // In a turn of its own: a team may have sent many, and each costs a moment of this thread.
      setImmediate(() => this.#next());
      return;
    }
    this.#current = job;
    this.#startedMs = this.#now();
    this.#worker ??= this.#startWorker();
    const { conversionTimeoutMs = usualConversionTimeoutMs } = this.options;
    this.#timer = setTimeout(() => this.#cutOff('html conversion took too long'), conversionTimeoutMs);
    this.#worker.postMessage(job.html);
  }

  #finish(text: string): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    if (job !== undefined) {
      this.#noteUse(job.teamId, this.#now() - this.#startedMs);
      this.#toTheEnd(job.teamId);
    }
    job?.resolve(text);
    this.#next();
  }

  #takeTurn(): Job | undefined {
    for (const [teamId, line] of this.#waiting) {
      const job = line.shift();
      if (line.length === 0) this.#waiting.delete(teamId);
      return job;
    }
    return undefined;
  }

  /** Behind those who came while its turn lasted, too. */
  #toTheEnd(teamId: string): void {
    const line = this.#waiting.get(teamId);
    if (line === undefined) return;
    this.#waiting.delete(teamId);
    this.#waiting.set(teamId, line);
  }

  #now(): number {
    return this.options.now?.() ?? performance.now();
  }

  /** Milliseconds of the window that is running. */
  #usedBy(teamId: string): number {
    const used = this.#used.get(teamId);
    return used === undefined || this.#now() - used.sinceMs > budgetWindowMs ? 0 : used.ms;
  }

  #noteUse(teamId: string, ms: number): void {
    const before = this.#usedBy(teamId);
    const sinceMs = before === 0 ? this.#now() : (this.#used.get(teamId)?.sinceMs ?? this.#now());
    this.#used.set(teamId, { sinceMs, ms: before + ms });
    for (const [other] of this.#used) if (this.#usedBy(other) === 0) this.#used.delete(other);
  }

  #cutOff(reason: string): void {
    const worker = this.#worker;
    this.#worker = undefined;
    void worker
      ?.removeAllListeners()
      .on('error', () => {})
      .terminate();
    const html = this.#current?.html ?? '';
    this.options.logger.warn({ characters: html.length }, reason);
    this.#finish(stripTags(html));
  }

  #startWorker(): Worker {
    const worker = new Worker(workerUrl(import.meta.url, './html-text.worker.js'));
    worker.on('message', (text: ConvertedHtml) => this.#finish(text));
    worker.on('error', () => this.#cutOff('html conversion failed'));
    worker.unref();
    return worker;
  }
}
