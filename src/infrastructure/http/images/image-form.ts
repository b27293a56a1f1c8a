import type { FastifyRequest } from 'fastify';
import { maxImageBytes } from '../../../application/image/images.js';
import { ApiError, invalid } from '../edge/errors/api-error.js';
import type { JsonSchema } from '../edge/field.js';
import { UploadBody } from '../edge/upload-body.js';

/** What a form takes beside the file. */
const maxOtherBytes = 64 * 1024;

export const imageForm: JsonSchema = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', format: 'binary', description: 'PNG, JPEG, GIF or WebP.' } },
};

/** The file of a form, whole: it is small, and its first bytes say what it is. */
export async function uploadedImage({ body }: FastifyRequest): Promise<Buffer> {
  if (!(body instanceof UploadBody)) {
    throw invalid('The request body must be a form with a file, sent with `Content-Type: multipart/form-data`.');
  }
  let file: Buffer | undefined;
  for await (const part of body.parts(maxImageBytes + maxOtherBytes)) {
    if (part.name === 'file' && file === undefined) file = await imageIn(part.content);
  }
  if (file === undefined) throw new ApiError(422, 'missing_required_field', 'Missing `file` field.');
  return file;
}

async function imageIn(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    length += chunk.length;
    if (length > maxImageBytes) {
      const message = `The image is too large. It may have at most ${maxImageBytes} bytes: make it smaller, or save it as WebP.`;
      throw new ApiError(413, 'validation_error', message);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
