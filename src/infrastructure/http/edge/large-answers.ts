import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { nextTurn } from '../../../application/shared/delay.js';
import type { FastifyReply } from 'fastify';
import type { EmailBody } from '../../../application/ports/mail-composer.js';
import { jsonStringSlices } from '../../slices/json-string.js';

/** Answers with less text are written at once. */
const largeCharacters = 256 * 1024;
/** Shorter texts are written with what stands around them. */
const minSlicedCharacters = 16 * 1024;
/** Written in one turn of the event loop. */
const bytesPerTurn = 64 * 1024;

/** The answer with these bodies is sent in slices where it is large; it reads the same, byte for byte. */
export function sendInSlices(reply: FastifyReply, bodies: readonly (EmailBody | undefined)[]): void {
  const characters = bodies.reduce((sum, body) => sum + (body?.html?.length ?? 0) + (body?.text?.length ?? 0), 0);
  if (characters < largeCharacters) return;
  const serializer = (answer: unknown): Readable => Readable.from(jsonSlices(answer), { objectMode: false });
  // Fastify sends whatever this gives as it would send an answer of that kind; its type knows texts only.
  void reply.type('application/json; charset=utf-8').serializer(serializer as unknown as (answer: unknown) => string);
}

/** What JSON.stringify answers, as UTF-8. Its long texts take more than one turn of the event loop. */
export async function* jsonSlices(value: unknown): AsyncGenerator<Buffer> {
  // It cannot be guessed, so no text of the answer is taken for one of ours.
  const mark = `${randomUUID()}:`;
  const texts: string[] = [];
  const isLong = (each: unknown): each is string => typeof each === 'string' && each.length >= minSlicedCharacters;
  const marked = JSON.stringify(value, (_name, each: unknown) => (isLong(each) ? `${mark}${texts.push(each)}` : each));
  const [first = '', ...others] = marked.split(new RegExp(`${mark}\\d+`));
  let written = 0;
  yield Buffer.from(first);
  for (const [index, after] of others.entries()) {
    for (const slice of jsonStringSlices(texts[index] ?? '')) {
      written += slice.length;
      yield slice;
      if (written < bytesPerTurn) continue;
      written = 0;
      await nextTurn();
    }
    yield Buffer.from(after);
  }
}
