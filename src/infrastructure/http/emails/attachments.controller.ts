import { Readable } from 'node:stream';
import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DownloadAttachment } from '../../../application/email/attachments.js';
import { notFound } from '../edge/errors/api-error.js';
import { linkInvalid } from '../edge/errors/link-invalid.js';
import { contentDisposition } from '../edge/content-disposition.js';
import { tooMuchHeld } from '../edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions } from '../edge/http-options.js';
import { countHit, countOpening } from '../edge/rate-limit.js';
import { pathId } from '../edge/uuid.js';
import { Answers } from '../openapi/operation.js';
import { downloadAttachment } from './attachments.operations.js';
import { readLink } from './emails.parameters.js';

@Controller()
export class AttachmentsController {
  constructor(
    @Inject(QueryBus) private readonly queries: QueryBus,
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
  ) {}

  @Answers(downloadAttachment)
  async download(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
    @Param('attachment_id') attachmentId: string,
    @Query() query: unknown,
  ): Promise<void> {
    const ids = [pathId(id), pathId(attachmentId)] as const;
    await countHit(this.options, request.ip);
    const wanted = DownloadAttachment({
      emailId: ids[0],
      attachmentId: ids[1],
      link: readLink(query),
      takeBytes: request.holdBytes,
      count: (key) => countOpening(this.options, key, request.ip),
    });
    const found = await this.queries.execute(wanted);
    if (found === undefined) throw notFound('Attachment not found');
    if ('refused' in found) throw found.refused === 'busy' ? tooMuchHeld() : linkInvalid();
    const { attachment, content } = found;
    void reply
      .headers({
        'content-type': attachment.contentType,
        'content-disposition': contentDisposition(attachment.filename ?? 'attachment'),
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
        'content-length': attachment.size,
      })
      .send(Buffer.isBuffer(content) ? content : Readable.from(content, { objectMode: false }));
  }
}
