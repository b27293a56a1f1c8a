import { Readable } from 'node:stream';
import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DownloadReceived } from '../../../application/received/received-files.js';
import { GetShownReceived } from '../../../application/received/read-received.js';
import { callerOf } from '../edge/access.js';
import { contentDisposition } from '../edge/content-disposition.js';
import { linkInvalid } from '../edge/errors/link-invalid.js';
import { notFound } from '../edge/errors/api-error.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { countHit, countOpening } from '../edge/rate-limit.js';
import { pathId } from '../edge/uuid.js';
import { readLink } from '../emails/emails.parameters.js';
import { frameHeaders, frameOf, wantsRemote } from '../emails/rendering/mail-frame.js';
import { MailRendering } from '../content-reading/mail-rendering.js';
import { Answers } from '../openapi/operation.js';
import * as operations from './received-files.operations.js';

/** What of a received email is bytes. */
@Controller()
export class ReceivedController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(MailRendering) private readonly rendering: MailRendering,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(operations.downloadReceivedFile)
  attachment(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Param('attachment_id') attachmentId: string,
    @Query() query: unknown,
  ): Promise<void> {
    return this.#download(request, reply, query, { receivedId: pathId(id), attachmentId: pathId(attachmentId) });
  }

  @Answers(operations.downloadReceivedMessage)
  raw(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: unknown,
  ): Promise<void> {
    return this.#download(request, reply, query, { receivedId: pathId(id), attachmentId: null });
  }

  @Answers(operations.getReceivedFrame)
  async frame(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() parameters: unknown,
  ) {
    const { teamId } = callerOf(request).context;
    const query = GetShownReceived({ teamId, receivedId: pathId(id), takeBytes: request.holdBytes });
    const found = await this.queries.execute(query);
    if (found === undefined) throw notFound('Email not found');
    if ('refused' in found) throw tooMuchHeld();
    const remote = wantsRemote(parameters);
    void reply.headers(frameHeaders(remote));
    return frameOf(this.rendering, teamId, found, remote);
  }

  /** Always a file to be saved: no browser shows it under our name, whatever type it claims. */
  async #download(
    request: FastifyRequest,
    reply: FastifyReply,
    query: unknown,
    wanted: { readonly receivedId: string; readonly attachmentId: string | null },
  ): Promise<void> {
    await countHit(this.options, request.ip);
    const count = (key: Parameters<typeof countOpening>[1]) => countOpening(this.options, key, request.ip);
    const found = await this.queries.execute(DownloadReceived({ ...wanted, link: readLink(query), count }));
    if (found === undefined) throw notFound(wanted.attachmentId === null ? 'Email not found' : 'Attachment not found');
    if ('refused' in found) throw linkInvalid();
    const { file, sizeBytes, content } = found;
    void reply
      .headers({
        'content-type': file.contentType,
        'content-disposition': contentDisposition(file.filename ?? 'attachment'),
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
        'content-length': sizeBytes,
      })
      .send(Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false }));
  }
}
