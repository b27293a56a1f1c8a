import type { BodyReference } from '../../domain/shared/accepted-email.js';
import { mergedLine } from '../../domain/template/merge.js';
import { BoundedMap } from '../shared/bounded-map.js';
import type { ContentPorts } from '../template/template-content.js';
import { type BroadcastContent, openBroadcastContent, unknownPerson, valuesFor } from './broadcast-content.js';

/** What lists show of a broadcast. */
export interface PublicLines {
  readonly subject: string;
  readonly previewText: string | null;
}
export type Fallbacks = ReadonlyMap<string, string | number>;

/**
 * What a public page or a line of an archive follows from: the content of a reference never changes, and what else
 * stands in it are the fallbacks of properties.
 */
export const publicRevision = ({ blobId }: BodyReference, fallbacks: Fallbacks): string =>
  JSON.stringify([blobId, ...fallbacks]);

/** So many lines are kept by a process; a content is opened, whole, for those that are not. */
const mostLines = 2_000;
const known = new BoundedMap<string, Promise<PublicLines>>(mostLines);

/** With fallbacks alone: they show the values of no one. Requests for the same at one time share one reading. */
export function publicLines(ports: ContentPorts, content: BodyReference, fallbacks: Fallbacks): Promise<PublicLines> {
  const revision = publicRevision(content, fallbacks);
  const lines = known.get(revision) ?? openBroadcastContent(ports, content).then((says) => linesOf(says, fallbacks));
  known.set(revision, lines);
  lines.catch(() => known.delete(revision));
  return lines;
}

function linesOf(content: BroadcastContent, fallbacks: Fallbacks): PublicLines {
  const { previewText } = content;
  const shown = (line: string): string => {
    const alone = { ...content, subject: line, html: '', text: '', places: [] };
    return mergedLine(alone, line, valuesFor(alone, unknownPerson, fallbacks));
  };
  return { subject: shown(content.subject ?? ''), previewText: previewText === null ? null : shown(previewText) };
}
