import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { Ports } from '../shared/ports.js';

/** By its id, or by its alias. */
export type TemplateKey = { readonly id: string } | { readonly alias: string };

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A UUID is an id, everything else is an alias. */
export const templateKey = (text: string): TemplateKey =>
  uuid.test(text) ? { id: text.toLowerCase() } : { alias: text };

export const templateStream = (id: string): StreamName => streamName('template', id);

/** The stream that holds an alias of a team. */
export function aliasStream({ hash }: Pick<Ports, 'hash'>, teamId: string, alias: string): StreamName {
  return streamName('templatealias', hash.hash('template-alias', [teamId, alias]));
}
