import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { DetailFacts } from '../../kit/detail-facts';
import { DetailPage } from '../../kit/detail-page';
import { LastChange } from '../../kit/last-change';
import { contactMessages } from '../../messages/contacts';
import { Outline } from '../../ui/loaded';
import { Moment } from '../../ui/time';
import { ContactActions } from './contact-actions';
import { ContactState } from './contact-state';
import { fullName } from '../../messages/contact-fields';
import { type Contact, otherFields } from './documents';
import { contactQuery } from './queries';

const SubscriptionsPanel = lazy(() => import('./subscriptions-panel'));
const SegmentsPanel = lazy(() => import('./segments-panel'));
const TimelinePanel = lazy(() => import('./timeline-panel'));
const ConsentHistory = lazy(() => import('./consent-history'));

const { one: words, name, noName } = contactMessages;
const route = getRouteApi('/inside/contacts/$id');

/** One person that the team writes to: who it is, what they get, and how they came to say so. */
export function ContactRoom() {
  const { id } = route.useParams();
  return (
    <DetailPage
      id={id}
      query={useQuery(contactQuery(id))}
      list={{ to: '/contacts', label: words.all, reads: 'GET /dashboard-api/contacts' }}
      name={words.title}
      title={({ email }) => email}
      status={(contact) => <ContactState of={contact} />}
      actions={(contact) => <ContactActions contact={contact} />}
    >
      {(contact) => (
        <>
          <LastChange of={contact.id} />
          <DetailFacts of={factsOf(contact)} />
          <Suspense fallback={<Outline lines={8} />}>
            <SubscriptionsPanel contact={contact} />
            <SegmentsPanel id={contact.id} />
            <TimelinePanel id={contact.id} />
            <ConsentHistory id={contact.id} />
          </Suspense>
        </>
      )}
    </DetailPage>
  );
}

/** Name and other fields, then what the team has defined. */
const factsOf = (contact: Contact) =>
  [
    [name, fullName(contact) || noName],
    ...otherFields(contact),
    [words.added, <Moment key="added" at={contact.created_at} precision="minute" />],
    ...Object.entries(contact.properties).map(([key, { value }]) => [key, String(value)] as const),
  ] as const;
