import { templateContentWords as words } from '../../messages/template-content';
import type { Compared } from './queries';

type Part = 'details' | 'html' | 'text';

/** The parts that differ, each as two texts. A text that is derived differs with its html, and is left out. */
export function partsOf(before: Compared, after: Compared): readonly (readonly [Part, string, string])[] {
  const areDerived = before.text_derived && after.text_derived;
  const parts = [
    ['details', detailsOf(before), detailsOf(after)],
    ['html', before.html, after.html],
    ...(areDerived ? [] : [['text', before.text ?? '', after.text ?? ''] as const]),
  ] as const;
  return parts.filter(([, one, other]) => one !== other);
}

/** A line for each. */
function detailsOf({ from, reply_to: replyTo, subject, variables, tracking }: Compared): string {
  return [
    `Subject: ${subject ?? ''}`,
    `From: ${from ?? ''}`,
    `Reply-to: ${replyTo?.join(', ') ?? ''}`,
    `Tracking: ${words.trackings[tracking ?? 'all']}`,
    ...variables.map(({ key, type, fallback_value: fallback }) =>
      fallback === null ? `${key}: ${type}` : `${key}: ${type}, fallback ${JSON.stringify(fallback)}`,
    ),
  ].join('\n');
}
