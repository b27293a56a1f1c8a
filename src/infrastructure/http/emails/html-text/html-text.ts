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
/** So much of an enormous document becomes text: nobody reads more of it, and all of it would hold up the others. */
const maxStrippedCharacters = 1_000_000;
const usualConversionTimeoutMs = 2_000;

interface HtmlTextOptions extends Pick<HttpOptions, 'logger'> {
  readonly conversionTimeoutMs?: number;
}

interface Job {
  readonly html: string;
  readonly resolve: (text: string) => void;
}

/**
 * Derives the text part of html mails. Real conversions of real documents take tens of milliseconds, and hostile ones
 * half a minute: they run one after the other in a worker thread, and one that takes too long is cut off and answered
 * with its bare text instead.
 */
@Injectable()
export class HtmlText implements OnModuleDestroy {
  readonly #waiting: Job[] = [];
  #current: Job | undefined;
  #timer: NodeJS.Timeout | undefined;
  #worker: Worker | undefined;

  constructor(@Inject(HTTP_OPTIONS) private readonly options: HtmlTextOptions) {}

  /** Never fails; the same html gives the same text, except under a load that cuts its conversion off. */
  async derive(html: string): Promise<string> {
    if (html.length <= inlineCharacters) {
      // Loads a parser of HTML: a start is quicker without it, and many senders bring their own text.
      const { convertHtml } = await import('./convert.js');
      return convertHtml(html);
    }
    if (html.length > maxConvertedCharacters) return stripTags(html.slice(0, maxStrippedCharacters));
    return new Promise((resolve) => {
      this.#waiting.push({ html, resolve });
      this.#next();
    });
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    for (const job of [this.#current, ...this.#waiting.splice(0)]) job?.resolve(stripTags(job.html));
    this.#current = undefined;
    await worker?.terminate();
  }

  #next(): void {
    if (this.#current !== undefined) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    this.#current = job;
    this.#worker ??= this.#startWorker();
    const { conversionTimeoutMs = usualConversionTimeoutMs } = this.options;
    this.#timer = setTimeout(() => this.#cutOff('html conversion took too long'), conversionTimeoutMs);
    this.#worker.postMessage(job.html);
  }

  #finish(text: string): void {
    clearTimeout(this.#timer);
    const job = this.#current;
    this.#current = undefined;
    job?.resolve(text);
    this.#next();
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
