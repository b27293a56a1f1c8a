import { type ConsentSense, consentSenses, type Standing } from '../../domain/import/consent-columns.js';
import { byContactField, contactWireNames, familyName, givenName } from '../../domain/shared/contact-fields.js';
import { type ColumnMap, columnsIn, type KnownProperty, type SampledFile } from './columns.js';
import { judgeCell, standingBy } from './judge-consent.js';
import { roleIn, type ServiceExport, serviceOf, type ServiceRole } from './services.js';
import { cellText } from './words/blank.js';
import {
  consentInName,
  evidenceInName,
  isIpName,
  isOfOtherThing,
  looksLikeEmailName,
  mayBeAboutMail,
  mayBePreference,
  namesMailIn,
  plainField,
} from './words/column-names.js';
import { fold } from './words/fold.js';
import { deliveryIn, isDeliveryName } from './words/mail-delivery.js';
import { saysNo } from './words/status-words.js';
import { preferenceIn } from './words/preferences.js';
import { yesOrNo } from './words/yes-no.js';

/** What the team has that columns can be named after. */
export interface TeamNames {
  readonly properties: readonly KnownProperty[];
  readonly topics: readonly { readonly id: string; readonly name: string }[];
}

const topicPrefix = 'topic: ';

/** What the columns are by their names and what stands in them. What is not sure is left out: it is to be asked for. */
export function suggestedMap(
  file: SampledFile,
  { properties, topics }: TeamNames,
  ignored: readonly string[],
): ColumnMap {
  const { header } = file;
  const service = serviceOf(header);
  const consents: Partial<Record<ConsentSense, string[]>> = {};
  const newsletters: string[] = [];
  const plain = plainMap(file, service);
  for (const name of header) {
    if (ignored.includes(name)) continue;
    const role = service === undefined ? undefined : roleIn(service, name);
    const isOthers = role === undefined && service?.isComplete !== true;
    const sense = isOthers ? ownSense(file, name) : senseOf(role);
    if (sense === undefined) continue;
    (consents[sense] ??= []).push(name);
    if (role === undefined && consentInName(name)?.by === 'likely' && sense === 'opt_in') newsletters.push(name);
  }
  for (const name of header.filter((each) => !ignored.includes(each) && isReason(file, each, service, consents)))
    (consents.status ??= []).push(name);
  // Several newsletters: a yes to one is none to the others.
  if (newsletters.length > 1) consents.opt_in = consents.opt_in?.filter((name) => !newsletters.includes(name)) ?? [];
  const own = topics.flatMap(({ id, name }) => (header.includes(topicPrefix + name) ? [[id, topicPrefix + name]] : []));
  const keys = properties.filter(({ key }) => header.includes(key) && !ownNames.has(key));
  return {
    ...plain,
    consents,
    ...(own.length === 0 ? {} : { topics: Object.fromEntries(own) as Record<string, string> }),
    properties: Object.fromEntries(keys.map(({ key }) => [key, { column: key }])),
  };
}

const ownNames = new Set(['email', ...contactWireNames, 'unsubscribed']);

/** What stands in a column has to fit its name. */
function ownSense(file: SampledFile, name: string): ConsentSense | undefined {
  if (isDelivery(file, name)) return 'subscribed';
  const found = consentInName(name);
  if (found === undefined) return senseByWords(file, name) ?? (isPreference(file, name) ? 'subscribed' : undefined);
  if (found.by === 'hint' || isIpName(name)) return undefined;
  const { sense } = found;
  const texts = textsIn(file, name);
  const isNo = sense === 'unsubscribed' || sense === 'bounced' || sense === 'complained';
  if (texts.length === 0) return isNo && found.by === 'sure' ? sense : undefined;
  return isFitting(sense, texts) ? sense : undefined;
}

/** Most can be read so; rows of the others fail. */
const isFitting = (sense: ConsentSense, texts: readonly string[]): boolean =>
  texts.filter((text) => judgeCell(sense, false, text) !== undefined).length > texts.length / 2;

/**
 * A column of any other name in which words of a status stand, and among them that people left: in lists of suppressed
 * addresses it is called a reason, elsewhere a type.
 */
function senseByWords(file: SampledFile, name: string): ConsentSense | undefined {
  if (isOfOtherThing(name) || plainField(name, file.header) !== undefined) return undefined;
  const texts = textsIn(file, name);
  if (!texts.every(isWord) || !texts.some(saysNo)) return undefined;
  return (['status', 'subscribed'] as const).find((sense) => isFitting(sense, texts));
}

/** How a mailing list reaches each member: everything in it is a word of such programs. */
function isDelivery(file: SampledFile, name: string): boolean {
  const texts = isDeliveryName(name) ? deliveriesIn(file, name) : [];
  const isOfMail = /mail/i.test(name);
  return (
    texts.some((text) => deliveryIn(text) !== undefined || isOfMail) &&
    texts.every((text) => deliveryIn(text) !== undefined || (isOfMail && yesOrNo(text) !== undefined))
  );
}

/** Some of its people get nothing from a list. */
const hasUndelivered = (file: SampledFile, name: string): boolean =>
  isDeliveryName(name) && deliveriesIn(file, name).some((text) => (deliveryIn(text) ?? 'subscribed') !== 'subscribed');

/** A column of what people want to get, of which all words are known and one asks for none; or for some, of email. */
function isPreference(file: SampledFile, name: string): boolean {
  const texts = mayBePreference(name) ? writtenIn(file, name) : [];
  return (
    texts.some((text) => preferenceIn(text) === 'none' || (namesMailIn(name) && preferenceIn(text) === 'some')) &&
    texts.every((text) => preferenceIn(text) === 'none' || judgeCell('subscribed', false, text) !== undefined)
  );
}

/** Some of its people want nothing, in a column that may be about emails. */
const asksForNothing = (file: SampledFile, name: string): boolean =>
  mayBePreference(name) && writtenIn(file, name).some((text) => preferenceIn(text) === 'none');

/** Why somebody is on a list of suppressed addresses, where no other column says that they are. */
function isReason(
  file: SampledFile,
  name: string,
  service: ServiceExport | undefined,
  consents: Partial<Record<ConsentSense, readonly string[]>>,
): boolean {
  if (service?.isComplete === true || (service !== undefined && roleIn(service, name) !== undefined)) return false;
  const found = consentInName(name);
  if (found?.by !== 'hint' || consents.status !== undefined || consents[found.sense] !== undefined) return false;
  const texts = textsIn(file, name);
  return texts.some(saysNo) && texts.every((text) => judgeCell('status', false, text) !== undefined);
}

const mostWords = 3;
/** Not a sentence that somebody wrote. */
const isWord = (text: string): boolean => fold(text).split(' ').length <= mostWords;

/** `isAnswer`: also a word that stands for an empty cell elsewhere. */
function textsIn({ header, rows }: SampledFile, name: string, isAnswer?: (text: string) => boolean): readonly string[] {
  const place = header.indexOf(name);
  return rows.flatMap((cells) => {
    const text = cellText(cells[place]);
    if (text !== undefined) return [text];
    const written = (cells[place] ?? '').trim();
    return isAnswer?.(written) === true ? [written] : [];
  });
}

/** With the words that stand for an empty cell elsewhere: `None` of a preference is an answer. */
const writtenIn = (file: SampledFile, name: string): readonly string[] =>
  textsIn(file, name, (text) => preferenceIn(text) !== undefined);
const deliveriesIn = (file: SampledFile, name: string): readonly string[] =>
  textsIn(file, name, (text) => deliveryIn(text) !== undefined);

const senses = ['status', 'unsubscribed', 'bounced', 'complained', 'subscribed', 'opt_in', 'confirmed'] as const;
function senseOf(role: ServiceRole | undefined): ConsentSense | undefined {
  const name = role?.replace('optional:', '');
  return senses.find((sense) => sense === name);
}

function plainMap(file: SampledFile, service: ServiceExport | undefined): ColumnMap {
  const { header } = file;
  const roles = header.map((name) => ({ name, role: service === undefined ? undefined : roleIn(service, name) }));
  const byRole = (role: ServiceRole) => roles.find((each) => each.role === role)?.name;
  const byName = (field: ReturnType<typeof plainField>) =>
    roles.find(({ name, role }) => role === undefined && plainField(name, header) === field)?.name;
  const exact = (name: string) => (header.includes(name) ? name : undefined);
  const email = emailIn(file, byRole('email'));
  const fields = byContactField((key, { wireName }) => exact(wireName) ?? byRole(key) ?? byName(key));
  const hasName = fields[givenName] !== undefined || fields[familyName] !== undefined;
  const fullName = hasName ? undefined : (byRole('fullName') ?? byName('fullName'));
  const tags = byRole('tags') ?? byName('tags');
  const evidence = (field: 'optInAt' | 'optInIp' | 'leftAt') => {
    const ofService = roles.filter(({ role }) => role === field);
    const found = ofService.length > 0 ? ofService : roles.filter((each) => isEvidence(each, field));
    return found.length === 0 ? undefined : found.map(({ name }) => name);
  };
  const given = {
    ...{ email, ...fields, fullName, tags: tags === undefined ? undefined : [tags] },
    ...{
      optInAt: evidence('optInAt'),
      optInIp: evidence('optInIp'),
      leftAt: evidence('leftAt')?.[0],
      since: byRole('since'),
    },
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const isEvidence = (
  { name, role }: { readonly name: string; readonly role: ServiceRole | undefined },
  field: ReturnType<typeof evidenceInName>,
): boolean => role === undefined && evidenceInName(name) === field;

/** Where several are called so, the one with most addresses in it; by its name alone only where no other has any. */
function emailIn(file: SampledFile, ofService: string | undefined): string | undefined {
  const { header } = file;
  const named = header.filter((name) => plainField(name.replace(/ \(\d+\)$/, ''), header) === 'email');
  const called = header.filter((name) => looksLikeEmailName(name) && isAddresses(file, name));
  const score = (name: string) => textsIn(file, name).filter((text) => text.includes('@')).length;
  const found = [ofService === undefined ? named : [ofService], called, onlyAddresses(file)];
  const names = found.find((each) => each.some((name) => score(name) > 0)) ?? found.find((each) => each.length > 0);
  return names?.reduce((best, name) => (score(name) > score(best) ? name : best));
}

/** The one column that has nothing but addresses, whatever its name. A header that is an address itself is none. */
function onlyAddresses(file: SampledFile): readonly string[] {
  const found = file.header.filter((name) => isAddresses(file, name));
  return found.length === 1 && !file.header.some((name) => name.includes('@')) ? found : [];
}

const isAddresses = (file: SampledFile, name: string): boolean => {
  const texts = textsIn(file, name);
  return texts.length > 0 && texts.every((text) => text.includes('@'));
};

/**
 * Columns that seem to say who agreed or left, and that neither the map reads nor the request ignores. An import that
 * passed over one could write to people who left.
 */
export function unansweredIn(file: SampledFile, map: ColumnMap, ignored: readonly string[]): readonly string[] {
  const used = new Set([...columnsIn(map), ...ignored]);
  const service = serviceOf(file.header);
  const mapped = new Set(
    Object.entries(map.consents ?? {}).flatMap(([sense, names]) => (names.length > 0 ? [sense] : [])),
  );
  return file.header.filter(
    (name) => !used.has(name) && (isUnanswered(file, name, service, mapped) || isUnsaid(file, name, service, map)),
  );
}

const emptyLists = /^(?:[[{(]\s*[\])}]|0|no|false|none|null)$/i;

/** It tells more of a no (a reason, a list that was left) of people of whom no column of the map says one. */
function isUnsaid(
  file: SampledFile,
  name: string,
  service: ServiceExport | undefined,
  { consents }: ColumnMap,
): boolean {
  if (service?.isComplete === true || (service !== undefined && roleIn(service, name) !== undefined)) return false;
  if (consentInName(name)?.by !== 'hint') return false;
  const place = file.header.indexOf(name);
  const columns = consentSenses.flatMap((sense) =>
    (consents?.[sense] ?? []).map((each) => ({ sense, place: file.header.indexOf(each) })),
  );
  return file.rows.some((cells) => {
    const text = cellText(cells[place]);
    // How often an email bounced is no reason why none is sent.
    if (text === undefined || emptyLists.test(text) || /^[\d.,\s]+$/.test(text)) return false;
    const standing = standingBy(
      columns.flatMap(({ sense, place: at }) => judgeCell(sense, false, cellText(cells[at])) ?? []),
    );
    return standing === undefined || standing === 'subscribed';
  });
}

const agreeing = ['status', 'subscribed', 'opt_in', 'confirmed'];

function isUnanswered(
  file: SampledFile,
  name: string,
  service: ServiceExport | undefined,
  mapped: ReadonlySet<string>,
): boolean {
  if (name.startsWith(topicPrefix)) return true;
  const role = service === undefined ? undefined : roleIn(service, name);
  if (role !== undefined || service?.isComplete === true) return senseOf(role) !== undefined;
  const found = consentInName(name);
  if (hasUndelivered(file, name) || isDelivery(file, name)) return true;
  if (found === undefined)
    return senseByWords(file, name) !== undefined || isMailSwitch(file, name) || asksForNothing(file, name);
  if (isIpName(name)) return false;
  // It says more of what another column says.
  if (found.by === 'hint') return !mapped.has(found.sense) && !mapped.has('status');
  if (evidenceInName(name) === 'optInAt' && agreeing.some((sense) => mapped.has(sense))) return false;
  if (found.by === 'sure') return true;
  const texts = textsIn(file, name);
  if (texts.length === 0) return found.sense !== 'status' || asksForNothing(file, name);
  return isFitting(found.sense, texts) || asksForNothing(file, name);
}

/** Some of its people have a no that may be about emails. */
function isMailSwitch(file: SampledFile, name: string): boolean {
  const answers = mayBeAboutMail(name) ? textsIn(file, name).map(yesOrNo) : [];
  return answers.includes(false) && !answers.includes(undefined);
}

/** How all people of the file stand by its header: some services write a file for each status. */
export function standingInHeader({ header }: Pick<SampledFile, 'header'>): Standing | undefined {
  const names = new Set(header.map(fold));
  const known = Object.entries(serviceOf(header)?.standingBy ?? {});
  return known.find(([name]) => names.has(fold(name)))?.[1];
}
