import { Inject, Injectable } from '@nestjs/common';
import type { HtmlContent, HtmlContents } from '../edge/html-content.js';
import { HtmlText } from './html-text.js';
import { MailRendering } from './mail-rendering.js';
import { ContentThreads } from './content-threads.js';

/** What is beyond it is far behind what any reader shows. Characters. */
const mostCharacters = 1024 * 1024;

/** What an operation asks about the html of a team, whatever of it. */
@Injectable()
export class ReadContents implements HtmlContents {
  constructor(
    @Inject(ContentThreads) private readonly threads: ContentThreads,
    @Inject(HtmlText) private readonly texts: HtmlText,
    @Inject(MailRendering) private readonly mails: MailRendering,
  ) {}

  of(teamId: string): HtmlContent {
    return {
      ...this.texts.of(teamId),
      readContent: (html) => this.threads.run('content', { html }, teamId),
      readHtml: htmlReader(this.threads, teamId),
      shownMail: ({ inline = {}, ...body }) => this.mails.render(body, teamId, { escaped: false, inline }),
    };
  }
}

/** What looks at html for the insights of an email of the team. */
export const htmlReader =
  (threads: ContentThreads, teamId: string): HtmlContent['readHtml'] =>
  (html) =>
    threads.run('facts', { html: html.slice(0, mostCharacters) }, teamId);
