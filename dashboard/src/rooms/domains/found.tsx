import { Code } from '@mantine/core';
import { domains as words } from '../../messages/domains';

/** What DNS showed at a name. */
export function Found({ finding, values }: { readonly finding: string; readonly values: readonly string[] }) {
  if (finding === 'unanswered') return words.noAnswer;
  if (values.length === 0) return words.nothing;
  return (
    <>
      {words.foundInstead}{' '}
      {values.map((value, place) => (
        // One value may be published twice.
        <span key={place}>
          {place > 0 && ` ${words.and} `}
          <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</Code>
        </span>
      ))}
    </>
  );
}
