import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { Ports } from '../shared/ports.js';

/** By its id, or by its alias. */
export type TemplateKey = { readonly id: string } | { readonly alias: string };

export const templateStream = (id: string): StreamName => streamName('template', id);

/** The stream that holds an alias of a team. */
export function aliasStream({ hash }: Pick<Ports, 'hash'>, teamId: string, alias: string): StreamName {
  return streamName('templatealias', hash.hash('template-alias', [teamId, alias]));
}
