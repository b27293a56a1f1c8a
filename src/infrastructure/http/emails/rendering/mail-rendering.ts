import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { InlinePicture } from '../../../../application/email/attachment-content.js';
import type { EmailBeginning, EmailBody } from '../../../../application/ports/mail-composer.js';
import { workerUrl } from '../../../system/worker-url.js';
import { HTTP_OPTIONS, type HttpOptions } from '../../edge/http-options.js';
import { FairThread } from '../../../system/fair-thread.js';
import type { JobClock } from '../../../system/job-timer.js';
import { startModestWorker } from '../../../system/modest-worker.js';
import { stripTags } from '../html-text/strip-tags.js';
import type { HtmlToRender, RenderedHtml } from './safe-html.worker.js';

/** More is not shown. Characters. */
const maxHtml = 1024 * 1024;
const maxText = 256 * 1024;
/** So much loses its tags in a moment. */
const maxStripped = 64 * 1024;
/** Limit for all emails in one answer together, as they are shown. */
const maxAnswer = 2 * 1024 * 1024;
const timeoutMs = 1_000;
const maxHeapMb = 256;
/** Beyond it in each window, the mails of one owner's teams are shown as text. */
const share = { budgetMs: 3_000, windowMs: 10_000 };

interface MailRenderingOptions extends Pick<HttpOptions, 'logger' | 'teamOwners'> {
  readonly clock?: Partial<JobClock>;
}

/** What a page shows of a mail. */
export interface RenderedMail {
  /**
   * A document for a frame without rights, which asks no host for anything but pictures that a person wants. Null:
   * there is none, or it took too much to make.
   */
  readonly html: string | null;
  /** Where the html cannot be shown and the mail has no text: what stands between its tags. */
  readonly text: string | null;
  /** Not all of the mail is in it. */
  readonly cut: boolean;
}

/** For {@link MailRendering.render}: the pictures as `data:` addresses. */
export function addressesOf(pictures: readonly InlinePicture[]): Readonly<Record<string, string>> {
  const addressed = pictures.map(
    ({ contentId, contentType, content }) =>
      [contentId, `data:${contentType};base64,${content.toString('base64')}`] as const,
  );
  return Object.fromEntries(addressed);
}

const notShown: RenderedMail = { html: null, text: null, cut: true };

/**
 * Makes what strangers wrote safe to show, in a thread that is cut off where that takes too long or too much memory.
 */
@Injectable()
export class MailRendering implements OnModuleDestroy {
  readonly #thread: FairThread<HtmlToRender, RenderedHtml>;

  constructor(@Inject(HTTP_OPTIONS) { logger, teamOwners, clock }: MailRenderingOptions) {
    this.#thread = new FairThread({
      ...share,
      ownerOf: teamOwners?.known,
      start: () => startModestWorker(workerUrl(import.meta.url, './safe-html.worker.js'), { maxHeapMb }),
      timeoutMs,
      onCutOff: (why, job) => logger.warn({ characters: job?.html.length }, `rendering of html ${why}`),
      clock,
    });
  }

  /** Never fails. `escaped`: the html comes as the value of an attribute. The team is the mail's. */
  async render(body: EmailBody, teamId: string, how: Omit<HtmlToRender, 'html'>): Promise<RenderedMail> {
    const { html, text } = body;
    const shown = html === undefined ? null : await this.#shown({ ...how, html: html.slice(0, maxHtml) }, teamId);
    const isReplaced = html !== undefined && shown === null;
    const instead = isReplaced && (text ?? '') === '' ? stripTags(html.slice(0, maxStripped)) : text;
    return {
      html: shown,
      text: instead?.slice(0, maxText) ?? null,
      cut: isReplaced || (html?.length ?? 0) > maxHtml || (text?.length ?? 0) > maxText,
    };
  }

  /** {@link render} for a body that may have been cut already. */
  async renderBeginning(
    { body, isCut }: EmailBeginning,
    teamId: string,
    how: Omit<HtmlToRender, 'html'>,
  ): Promise<RenderedMail> {
    const rendered = await this.render(body, teamId, how);
    return isCut ? { ...rendered, cut: true } : rendered;
  }

  /** {@link render} for each, one after the other. Of many or large ones the first are shown. */
  async renderAll<Mail>(
    mails: readonly Mail[],
    bodyOf: (mail: Mail) => EmailBody,
    teamId: string,
  ): Promise<(readonly [Mail, RenderedMail])[]> {
    let left = maxAnswer;
    const all: (readonly [Mail, RenderedMail])[] = [];
    for (const mail of mails) {
      const rendered = left > 0 ? await this.render(bodyOf(mail), teamId, { escaped: false }) : notShown;
      left -= (rendered.html?.length ?? 0) + (rendered.text?.length ?? 0);
      all.push([mail, left < 0 ? notShown : rendered]);
    }
    return all;
  }

  onModuleDestroy(): Promise<void> {
    return this.#thread.close();
  }

  async #shown(job: HtmlToRender, teamId: string): Promise<string | null> {
    return (await this.#thread.run(job, teamId)) ?? null;
  }
}

/** Few blanks only: with any number of them, a hostile text would take very long. */
const remotePicture = /(?:src|background)\s{0,4}=["'\s]{0,4}https:\/\/|url\(["']?https:\/\//i;

/** Whether the html may show pictures of other hosts, which are loaded for a person who asks for them. */
export function namesRemotePictures(html: string): boolean {
  return remotePicture.test(html);
}
