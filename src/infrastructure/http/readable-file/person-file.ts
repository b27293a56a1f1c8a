import type { PersonData } from '../../../application/person-export/export-person.js';
import { byContactWireName, eachContactField } from '../../../domain/shared/contact-fields.js';
import { factPart } from './sheet-file.js';
import { htmlFile, type NamedValue, type Section } from './readable-file.js';

/** The export for programs: the names of the API. */
export function personData(data: PersonData) {
  const { address, exportedAt, contact, segments, topics, consents, history, imports, suppression, emails } = data;
  return {
    object: 'person_export',
    version: 1,
    address,
    exported_at: exportedAt,
    contact: contact && {
      id: contact.id,
      email: contact.email,
      ...byContactWireName((key) => contact[key]),
      unsubscribed: contact.unsubscribed,
      properties: contact.properties,
      created_at: contact.createdAt,
      updated_at: contact.updatedAt,
    },
    segments: segments.map(({ id, name, addedAt }) => ({ id, name, added_at: addedAt })),
    topics: topics.map(({ id, name, subscription }) => ({ id, name, subscription })),
    consents,
    history,
    imports: imports.map(({ id, fileName = null, createdAt = null }) => ({
      id,
      file_name: fileName,
      created_at: createdAt,
    })),
    suppression: suppression && {
      id: suppression.id,
      origin: suppression.origin,
      scope: suppression.scope,
      created_at: suppression.createdAt,
      expires_at: suppression.expiresAt,
    },
    emails: emails.map(({ topicId, ...email }) => ({ ...email, topic_id: topicId })),
    emails_complete: data.hasAllEmails,
    received: data.received,
    received_complete: data.hasAllReceived,
  };
}

/** All that is kept about a person, for people, with the same for programs in it. */
export function personFile(data: PersonData): string {
  const { address, exportedAt, contact, segments, topics, consents, history, imports, suppression, emails } = data;
  const nothing = { intro: 'None.' };
  return htmlFile({
    title: `Personal data of ${address}`,
    intro: 'What the sender keeps about this person, as the law on data protection asks for (GDPR Art. 15 and 20).',
    values: [['Exported', exportedAt]],
    parts: [
      { title: 'Contact', ...(contact === null ? nothing : { values: contactValues(contact) }) },
      tableOf(
        'Segments',
        ['Name', 'ID', 'Added'],
        segments.map(({ name, id, addedAt }) => [name, id, addedAt]),
      ),
      tableOf(
        'Topics',
        ['Name', 'ID', 'Subscription'],
        topics.map(({ name, id, subscription }) => [name, id, subscription]),
      ),
      { title: 'Consent', ...(consents.length === 0 ? nothing : { parts: consents.map(factPart) }) },
      tableOf(
        'Imports',
        ['ID', 'File', 'Uploaded'],
        imports.map(({ id, fileName, createdAt }) => [id, fileName ?? '', createdAt ?? '']),
      ),
      { title: 'Suppression list', ...(suppression === null ? nothing : { values: suppressionValues(suppression) }) },
      tableOf(
        'History of the contact',
        ['When', 'What', 'By'],
        history.map(({ at, summary, actor }) => [at, summary, `${actor.kind} ${actor.id}`]),
      ),
      {
        title: 'Emails',
        ...(data.hasAllEmails ? {} : { intro: `The newest ${emails.length}. Earlier ones are left out.` }),
        ...(emails.length === 0 ? nothing : { parts: emails.map(emailPart) }),
      },
      tableOf(
        data.hasAllReceived ? 'Received emails' : `Received emails, the newest ${data.received.length}`,
        ['Received', 'This person', 'Subject', 'ID'],
        data.received.map(({ id, at, role, person, subject }) => [at, `${role}: ${person}`, subject, id]),
      ),
    ],
    data: personData(data),
  });
}

function tableOf(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): Section {
  return rows.length === 0 ? { title, intro: 'None.' } : { title, table: { columns, rows } };
}

function contactValues(contact: NonNullable<PersonData['contact']>): readonly NamedValue[] {
  return [
    ['ID', contact.id],
    ['Email', contact.email],
    ...eachContactField((key, { label }) => [label, contact[key] ?? ''] as const),
    ['Marketing', contact.unsubscribed ? 'Unsubscribed from all' : 'Not unsubscribed'],
    ['Created', contact.createdAt],
    ['Updated', contact.updatedAt],
    ...Object.entries(contact.properties).map(([key, value]) => [key, String(value)] as const),
  ];
}

function suppressionValues(entry: NonNullable<PersonData['suppression']>): readonly NamedValue[] {
  return [
    ['Reason', entry.origin],
    ['Applies to', entry.scope === 'all' ? 'All' : 'Marketing only'],
    ['Since', entry.createdAt],
    ['Until', entry.expiresAt ?? 'Never expires'],
  ];
}

function emailPart({ id, at, role, from, person, subject, status, events }: PersonData['emails'][number]): Section {
  return {
    title: subject,
    values: [
      ['Sent', at],
      ['From', from],
      ['This person', `${role}: ${person}`],
      ...(status === null ? [] : [['Status', status] as const]),
      ['Email ID', id],
      ['Events', events.map((event) => `${event.at}  ${event.summary}`).join('\n')],
    ],
  };
}
