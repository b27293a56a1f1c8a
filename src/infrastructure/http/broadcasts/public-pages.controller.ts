import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Archive,
  OpenArchive,
  OpenPublicBroadcast,
  type PublicBroadcast,
} from '../../../application/broadcast/public-broadcasts.js';
import type { CountOpening } from '../../../application/ports/limit-key.js';
import { OpenCopy } from '../../../application/unsubscribe/open-copy.js';
import { notFound } from '../edge/errors/api-error.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { countHit, countOpening } from '../edge/rate-limit.js';
import { addressesOf, MailRendering } from '../content-reading/mail-rendering.js';
import { Answers, open } from '../openapi/operation.js';
import { inPath, page } from '../openapi/visitor-page.js';
import { KeptPages } from './kept-pages.js';
import { archiveFeed, archiveHeaders, archivePage, publicMail, publicMailHeaders } from './public-pages.js';

const token = inPath('token', 'The token in the `public_url` or the `archive_url` of a broadcast.');
const openBroadcast = open({
  path: '/public/broadcasts/{token}',
  summary: 'Open the page of a public broadcast',
  description: 'The page shows fallbacks instead of values. It has no tracking and no unsubscribe link.',
  parameters: [token],
  ...page,
});
const openArchive = open({
  path: '/public/topics/{token}',
  summary: 'Open the archive of a public topic',
  parameters: [token],
  ...page,
});
const openFeed = open({
  path: '/public/topics/{token}/feed.xml',
  summary: 'Get the archive of a public topic as an RSS feed',
  parameters: [token],
  ...page,
  mediaType: 'application/rss+xml',
});

const openCopy = open({
  path: '/copy/{token}',
  summary: 'Open an email of a broadcast in the browser',
  description:
    'The page that the *view in browser* link opens: the email with the recipient’s values, without tracking. The unsubscribe links have no effect.',
  parameters: [inPath('token', 'The token in the link.')],
  ...page,
});

/** Pages that anyone may read who has their address. */
@Controller()
export class PublicPagesController {
  readonly #pages = new KeptPages();

  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(MailRendering) private readonly rendering: MailRendering,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(openBroadcast)
  async broadcast(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<string> {
    await countHit(this.options, request.ip);
    const count = this.#counting(request);
    const kept = this.#pages.get(token);
    const asked = { token, count, kept: kept?.revision };
    const found = await this.queries.execute(OpenPublicBroadcast(asked));
    if (found === undefined) {
      this.#pages.delete(token);
      throw notFound('This page is not one of ours, or it is not public any more.');
    }
    void reply.headers(publicMailHeaders);
    if (found.texts === undefined && kept !== undefined) return kept.text;
    return this.#pages.make(token, found.revision, async () => this.#page(found));
  }

  /** No cache keeps it: it has the values of a person. */
  @Answers(openCopy)
  async copy(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<string> {
    await countHit(this.options, request.ip);
    const asked = { token, takeBytes: request.holdBytes, count: this.#counting(request) };
    const found = await this.queries.execute(OpenCopy(asked));
    if (found === undefined) throw notFound('This link is too old, or it is not one of ours.');
    if ('refused' in found) throw tooMuchHeld();
    const { email, beginning = { body: {}, isCut: false }, pictures } = found;
    const how = { escaped: false, remote: true, links: true, inline: addressesOf(pictures) };
    const { html, text } = await this.rendering.renderBeginning(beginning, email.teamId ?? '', how);
    void reply.headers({ ...publicMailHeaders, 'cache-control': 'no-store' });
    return publicMail(email.subject, html, text);
  }

  @Answers(openArchive)
  async archive(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<string> {
    const archive = await this.#archive(request, token);
    void reply.headers(archiveHeaders);
    return archivePage(archive, ...this.#addresses(token));
  }

  @Answers(openFeed)
  async feed(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('token') token: string,
  ): Promise<string> {
    const archive = await this.#archive(request, token);
    void reply.headers({ ...archiveHeaders, 'content-type': 'application/rss+xml; charset=utf-8' });
    return archiveFeed(archive, ...this.#addresses(token));
  }

  async #page({ teamId, texts }: PublicBroadcast): Promise<{ readonly text: string; readonly isWhole: boolean }> {
    const { subject, html: written, text: plain } = texts ?? { subject: '', html: '' };
    const body = { ...(written === '' ? {} : { html: written }), ...(plain === undefined ? {} : { text: plain }) };
    const how = { escaped: false, remote: true, links: true };
    const { html, text } = await this.rendering.render(body, teamId, how);
    // Where rendering was cut off its next try may end in time.
    return { text: publicMail(subject, html, text), isWhole: written === '' || html !== null };
  }

  async #archive(request: FastifyRequest, token: string): Promise<Archive> {
    await countHit(this.options, request.ip);
    const archive = await this.queries.execute(OpenArchive({ token, count: this.#counting(request) }));
    if (archive === undefined) throw notFound('This page is not one of ours, or nothing on it is public.');
    return archive;
  }

  #counting(request: FastifyRequest): CountOpening {
    return (key) => countOpening(this.options, key, request.ip);
  }

  #addresses(token: string): [url: string, linkOf: (token: string) => string] {
    const { publicUrl } = this.options;
    return [`${publicUrl}/public/topics/${token}`, (other) => `${publicUrl}/public/broadcasts/${other}`];
  }
}
