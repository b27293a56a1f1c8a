import { Text } from '@mantine/core';
import { domains as words } from '../../messages/domains';
import classes from './domains.module.css';

/** What differs between the forms of DNS providers, once for all records. */
export function ProviderHints() {
  return (
    <details>
      <summary className={classes['summary']}>{words.hintsTitle}</summary>
      <Text size="sm" component="ul" mt="sm" className={classes['hints'] ?? ''}>
        {words.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </Text>
    </details>
  );
}
