import type { ConsentSheet, SheetFact } from '../../../domain/consent-sheet/sheet.js';
import { htmlFile, type NamedValue, type Section } from './readable-file.js';

const means: Readonly<Record<string, string>> = {
  dashboard: 'Entered by a person of the team',
  'api-key': 'Sent by a program of the team, with an API key',
  'command-line': 'Entered on the command line of the server',
  import: 'Imported from a file',
  page: 'Chosen on the preference page behind the link of an email',
  'one-click': 'One-click unsubscribe of the mailbox provider (RFC 8058)',
  form: 'Entered in a form',
  'double-opt-in': 'Entered in a form and confirmed by a link in an email',
  complaint: 'Marked an email as spam',
};

/** A sheet of consent for people, with the sheet itself in it. */
export function sheetFile(sheet: ConsentSheet): string {
  const { id, issued_at: issuedAt, team, address, facts, commitment, public_key: publicKey, signature } = sheet;
  return htmlFile({
    title: `Consent of ${address}`,
    intro:
      'Each time this person subscribed or unsubscribed, as the event log of the sender has it. Keep this file private: with the secret in it, its holder can prove what it says.',
    values: [
      ['Team', `${team.name} (${team.id})`],
      ['Issued', issuedAt],
      ['Sheet ID', id],
    ],
    parts: [
      {
        title: facts.length === 1 ? '1 answer' : `${facts.length} answers`,
        ...(facts.length === 0 ? { intro: 'This person never subscribed or unsubscribed.' } : {}),
        parts: facts.map(factPart),
      },
      {
        title: 'How to check it',
        intro:
          'posthorn consent verify <this file>, on the server that issued it, also after the person was erased there.',
        values: [
          ['Commitment', commitment],
          ['Public key', publicKey],
          ['Signature', signature],
        ],
      },
    ],
    data: sheet,
  });
}

/** One yes or no, with its occasion and its place in the log. */
export function factPart(fact: SheetFact): Section {
  const {
    at,
    answer,
    topic,
    by,
    email_id: emailId,
    import_id: importId,
    form_id: formId,
    said_at: saidAt,
    shown,
    visitor,
    event,
    seal,
  } = fact;
  const scope = topic === null ? 'all marketing' : `“${topic.name ?? topic.id}”`;
  return {
    title: `${answer === 'yes' ? 'Subscribed to' : 'Unsubscribed from'} ${scope}`,
    values: [
      ['When', at],
      ['How', means[fact.means] ?? fact.means],
      ['By', `${by.kind} ${by.id}`],
      ...(topic === null
        ? []
        : [['Topic', [topic.id, ...((topic.description ?? '') ? [topic.description ?? ''] : [])].join('\n')] as const]),
      ...(emailId === null ? [] : [['Email', emailId] as const]),
      ...(importId === null ? [] : [['Import', importId] as const]),
      ...(saidAt === undefined ? [] : [['Said on', saidAt] as const]),
      ...(formId === null ? [] : [['Form', formId] as const]),
      ...(shown === null ? [] : shownValues(shown)),
      ...visitorValues(visitor),
      ['Event', `${event.id}\n${event.stream}, revision ${event.revision}\nSHA-256 ${event.digest}`],
      ['Seal', seal === null ? 'Not sealed yet' : `${seal.number}, root ${seal.root}`],
    ],
  };
}

function shownValues({ version, title, text, words }: NonNullable<SheetFact['shown']>): readonly NamedValue[] {
  const lines = [title, text, ...(words ?? [])].filter((line) => line !== null);
  return [['Page version', version], ...(lines.length === 0 ? [] : [['Page as shown', lines.join('\n')] as const])];
}

function visitorValues(visitor: SheetFact['visitor']): readonly NamedValue[] {
  if (visitor === null) return [];
  if (visitor === 'erased') return [['IP address', 'Erased']];
  return [
    ['IP address', visitor.ip],
    ...(visitor.user_agent === null ? [] : [['User agent', visitor.user_agent] as const]),
  ];
}
