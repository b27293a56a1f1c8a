import { Inject, Injectable } from '@nestjs/common';
import type { InlinePicture } from '../../../application/email/attachment-content.js';
import type { EmailBeginning, EmailBody } from '../../../application/ports/mail-composer.js';
import { ContentThreads } from './content-threads.js';
import type { ShownMail } from '../edge/html-content.js';
import { stripTags } from '../../html/text/strip-tags.js';
import type { HowToShow } from '../../html/safe/safe-html.js';

/** More is not shown. Characters. */
const maxHtml = 1024 * 1024;
const maxText = 256 * 1024;
/** So much loses its tags in a moment. */
const maxStripped = 64 * 1024;
/** Limit for all emails in one answer together, as they are shown. */
const maxAnswer = 2 * 1024 * 1024;

/** For {@link MailRendering.render}: the pictures as `data:` addresses. */
export function addressesOf(pictures: readonly InlinePicture[]): Readonly<Record<string, string>> {
  const addressed = pictures.map(
    ({ contentId, contentType, content }) =>
      [contentId, `data:${contentType};base64,${content.toString('base64')}`] as const,
  );
  return Object.fromEntries(addressed);
}

const notShown: ShownMail = { html: null, text: null, cut: true };

/** Makes what strangers wrote safe to show, in a thread. Of an owner who used up its share of it, the text is shown. */
@Injectable()
export class MailRendering {
  constructor(@Inject(ContentThreads) private readonly threads: ContentThreads) {}

  /** Never fails. `escaped`: the html comes as the value of an attribute. The team is the mail's. */
  async render(body: EmailBody, teamId: string, how: HowToShow): Promise<ShownMail> {
    const { html, text } = body;
    const shown =
      html === undefined
        ? null
        : ((await this.threads.run('shown', { html: html.slice(0, maxHtml), how }, teamId)) ?? null);
    const isReplaced = html !== undefined && shown === null;
    const instead = isReplaced && (text ?? '') === '' ? stripTags(html.slice(0, maxStripped)) : text;
    return {
      html: shown,
      text: instead?.slice(0, maxText) ?? null,
      cut: isReplaced || (html?.length ?? 0) > maxHtml || (text?.length ?? 0) > maxText,
    };
  }

  /** {@link render} for a body that may have been cut already. */
  async renderBeginning({ body, isCut }: EmailBeginning, teamId: string, how: HowToShow): Promise<ShownMail> {
    const rendered = await this.render(body, teamId, how);
    return isCut ? { ...rendered, cut: true } : rendered;
  }

  /** {@link render} for each, one after the other. Of many or large ones the first are shown. */
  async renderAll<Mail>(
    mails: readonly Mail[],
    bodyOf: (mail: Mail) => EmailBody,
    teamId: string,
  ): Promise<(readonly [Mail, ShownMail])[]> {
    let left = maxAnswer;
    const all: (readonly [Mail, ShownMail])[] = [];
    for (const mail of mails) {
      const rendered = left > 0 ? await this.render(bodyOf(mail), teamId, { escaped: false }) : notShown;
      left -= (rendered.html?.length ?? 0) + (rendered.text?.length ?? 0);
      all.push([mail, left < 0 ? notShown : rendered]);
    }
    return all;
  }
}

/** Few blanks only: with any number of them, a hostile text would take very long. */
const remotePicture = /(?:src|background)\s{0,4}=["'\s]{0,4}https:\/\/|url\(["']?https:\/\//i;

/** Whether the html may show pictures of other hosts, which are loaded for a person who asks for them. */
export function namesRemotePictures(html: string): boolean {
  return remotePicture.test(html);
}
