import type { PropertyValue } from '../../domain/contact/events.js';
import type { Ports } from '../shared/ports.js';
import { teamProperties } from '../contact-property/contact-properties.js';
import { teamSegments } from '../segment/named.js';
import { teamTopics } from '../topic/topics.js';

/** What a request says of a contact that must fit what the team has defined. */
export interface NamedParts {
  readonly topicIds?: readonly string[];
  readonly segmentIds?: readonly string[];
  readonly properties?: Readonly<Record<string, PropertyValue | null>> | undefined;
}

export type PartRefusal =
  | { readonly refused: 'unknown-topic'; readonly id: string }
  | { readonly refused: 'unknown-segment'; readonly id: string }
  | { readonly refused: 'dynamic-segment'; readonly id: string }
  | { readonly refused: 'unknown-property'; readonly key: string }
  | { readonly refused: 'wrong-property-type'; readonly key: string; readonly type: string };

export type AudiencePorts = Pick<Ports, 'readStore' | 'ownWrites'>;

/** @returns the first that the team has not, or that does not fit. Reads only lists that are named. */
export async function refusalOfParts(
  ports: AudiencePorts,
  teamId: string,
  { topicIds = [], segmentIds = [], properties = {} }: NamedParts,
): Promise<PartRefusal | undefined> {
  return (
    (await refusalOfProperties(ports, teamId, properties)) ??
    (await refusalOfSegments(ports, teamId, segmentIds)) ??
    (await refusalOfTopics(ports, teamId, topicIds))
  );
}

async function refusalOfProperties(
  ports: AudiencePorts,
  teamId: string,
  properties: Readonly<Record<string, PropertyValue | null>>,
): Promise<PartRefusal | undefined> {
  const given = Object.entries(properties);
  if (given.length === 0) return undefined;
  const types = new Map((await teamProperties(ports, teamId)).map(({ key, type }) => [key, type]));
  for (const [key, value] of given) {
    const type = types.get(key);
    if (type === undefined) return { refused: 'unknown-property', key };
    if (value !== null && typeof value !== type) return { refused: 'wrong-property-type', key, type };
  }
  return undefined;
}

async function refusalOfSegments(
  ports: AudiencePorts,
  teamId: string,
  segmentIds: readonly string[],
): Promise<PartRefusal | undefined> {
  if (segmentIds.length === 0) return undefined;
  const segments = new Map((await teamSegments(ports, teamId)).map((segment) => [segment.id, segment]));
  for (const id of segmentIds) {
    const segment = segments.get(id);
    if (segment === undefined) return { refused: 'unknown-segment', id };
    if (segment.isFiltered) return { refused: 'dynamic-segment', id };
  }
  return undefined;
}

async function refusalOfTopics(
  ports: AudiencePorts,
  teamId: string,
  topicIds: readonly string[],
): Promise<PartRefusal | undefined> {
  if (topicIds.length === 0) return undefined;
  const known = new Set((await teamTopics(ports, teamId)).map(({ id }) => id));
  const id = topicIds.find((each) => !known.has(each));
  return id === undefined ? undefined : { refused: 'unknown-topic', id };
}
