import type { Served } from './served.js';
import { eraseContact } from '../../application/contact/erase-contact.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { contactAddressStreams } from '../../domain/contact/contact-address.js';
import { type ContactEvent, contactStreams } from '../../domain/contact/events.js';
import { reveal } from '../../domain/shared/personal.js';
import { contactsProjection, foldContact } from '../../projections/contacts/contacts.projection.js';

export const contact = {
  streams: [contactStreams, contactAddressStreams],
  readModels: [contactsProjection],
  audit: {
    stateOf: foldContact,
    nameOf: (events) =>
      lastSaid<ContactEvent>(events, ({ data }) => ('profile' in data ? reveal(data.profile)?.email : undefined)),
  },
  erasure: { ContactCreated: eraseContact, ContactChanged: eraseContact },
  live: { subject: 'contacts', readModel: contactsProjection.name },
  http: async () => (await import('../../infrastructure/http/contacts/contacts.operations.js')).contactsHttp,
} satisfies Served;
