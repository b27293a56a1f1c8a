import { Code } from '@mantine/core';
import { sentenceOf } from './event-types';

/** A type by its machine's name; what it reports when it is pointed at. */
export function EventType({ of: type }: { readonly of: string }) {
  const sentence = sentenceOf(type);
  return (
    <Code title={sentence === type ? undefined : sentence} style={{ whiteSpace: 'nowrap' }}>
      {type}
    </Code>
  );
}
