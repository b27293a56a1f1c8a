import { unreachable } from '../../../domain/shared/decider.js';
import type { UnansweredReason } from '../../ports/dns.js';
import { spfLookupLimit } from './count-spf-lookups.js';
import type { ExpectedRecord } from './expected-records.js';
import type { Advice } from './finding.js';

/** A sentence or two for the developer who looks after the domain: what is wrong, and what to do. */
export function adviceInWords(advice: Advice, record: ExpectedRecord): string {
  switch (advice.code) {
    case 'not-published':
      return `There is no such ${record.type} record yet. ${whereToAdd(advice.nameServers)} It can take as long as the TTL of the zone until it shows.`;
    case 'wrong-value':
      return `Something else is published at ${record.name}. Replace it with the value that is shown.`;
    case 'wrong-priority':
      return `The priority is ${advice.found}; set it to ${record.priority}.`;
    case 'other-mx-first':
      return `Email goes to ${advice.exchange} first, or as often as here. Remove that MX record, or give it a higher number than ${record.priority}.`;
    case 'other-mx-behind':
      return `${advice.exchange} is there too, with a higher number: email goes there when this server is not reached.`;
    case 'null-mx':
      return `${record.name} has a null MX, which says that it accepts no email. Replace it with the record that is shown.`;
    case 'zone-appended-to-value':
      return `The provider appended your zone to the value: it reads ${advice.found}. Type the value with a dot at its end: ${record.value}.`;
    case 'flattened-cname':
      return `${record.name} answers with an address (${advice.address}) instead of the CNAME. Remove the A record, or switch the provider's proxy off for this name.`;
    case 'other-region':
      return `This is the value for ${advice.region}, which is not the region of this domain. Publish the value that is shown.`;
    case 'host-without-address':
      return `${advice.host} has no address in the DNS, so no email can reach it. The operator of this server has to publish one.`;
    case 'several-spf-records':
      return `There are ${advice.count} SPF records at ${record.name}, and receivers take that for an error. Keep the one that is shown and remove the others.`;
    case 'too-many-spf-lookups':
      return `Evaluating this SPF record takes ${advice.lookups} or more DNS look-ups; receivers stop with an error after ${spfLookupLimit}. Remove includes that are not needed.`;
    case 'spf-include-broken':
      return `The SPF record leads to ${advice.name}, which has no single SPF record of its own, or leads back: receivers take that for an error.`;
    case 'stray-characters':
      return `The value has ${advice.characters} in it that do not belong there. Paste it again without them: most providers add quotes themselves.`;
    case 'split-txt':
      return `The value is spread over ${advice.records} TXT records. Put all of it into one record; the provider splits it into strings automatically.`;
    case 'cut-off':
      return `Only the first ${advice.characters} characters are published. Where the provider takes no more than 255 at a time, give the rest as a second string of the same record.`;
    case 'several-dkim-records':
      return `There are ${advice.count} TXT records at ${record.name}; a selector has one. Keep the one that is shown and remove the others.`;
    case 'other-key':
      return `Another key is published here, perhaps an old one. Replace it with the value that is shown: email is signed with that key.`;
    case 'revoked-key':
      return `The record says that its key is revoked (p= is empty). Publish the value that is shown.`;
    case 'testing-key':
      return `The record has t=y, which asks receivers to ignore the signature. Remove that tag.`;
    case 'unusable-key-tag':
      return `The tag ${advice.tag}= of the record keeps receivers from using the key. Publish the value as it is shown.`;
    case 'repeated-key-tag':
      return `The record has the tag ${advice.tag}= more than once, which makes it invalid for receivers. Publish the value as it is shown.`;
    case 'key-version-not-first':
      return `Where a key record has v=, it has to begin with v=DKIM1: receivers take no other. Publish the value as it is shown.`;
    case 'malformed-key-record':
      return `The record is not a list of tags such as v=DKIM1; p=… that receivers can read. Publish the value as it is shown.`;
    case 'cname-in-the-way':
      return `${record.name} is a CNAME to ${advice.target}, and beside a CNAME nothing else can be published. Remove it, then add the ${record.type} record.`;
    case 'alias-loop':
      return `${record.name} is a CNAME (to ${advice.target}) that leads in a circle. Remove it, then add the ${record.type} record.`;
    case 'doubled-name':
      return `The record is at ${advice.foundAt}: the provider appended the zone to a name that had it already. Type ${record.shownName} as its name.`;
    case 'wrong-name':
      return `The same record is at ${advice.foundAt}. If it was meant for this domain, its name is ${record.shownName}, which is ${record.name} in full.`;
    case 'wildcard':
      return `Nothing is published at ${record.name} itself: the wildcard ${advice.wildcard} answers for it. Add the record; it goes before the wildcard.`;
    case 'no-name-servers':
      return `${advice.zone} has no name servers in the DNS: it is not registered, has expired, or is parked. Ask the registrar.`;
    case 'caa-in-the-way':
      return `The CAA records at ${record.name} do not let ${advice.authority} issue the certificate of the tracking subdomain. Add the record that is shown; those that are there may stay.`;
    case 'caa-tag-critical':
      return `A CAA record at ${record.name} has the tag ${advice.tag}, which is marked critical and known to no authority: no authority issues a certificate. Remove that record, or its mark.`;
    case 'unanswered':
      return `${unansweredInWords[advice.reason]} Nothing is known of the record; it is asked for again.`;
    default:
      return unreachable(advice);
  }
}

function whereToAdd(nameServers: string): string {
  if (nameServers === '') return 'Add it at the provider of your DNS.';
  return `Add it where the zone is kept; its name servers are ${nameServers}.`;
}

export const unansweredInWords: Readonly<Record<UnansweredReason, string>> = {
  'server-failure':
    'The name server answered with an error (SERVFAIL): often broken DNSSEC, or a zone that its servers do not serve.',
  refused: 'The name server refused to answer.',
  timeout: 'The name server did not answer in time.',
  unreachable: 'No name server could be reached.',
  malformed: 'The name server gave an answer that cannot be read.',
};
