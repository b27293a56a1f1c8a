import type { ContactEvent, ContactSubscribed } from '../../domain/contact/events.js';
import type { SealPlace, SheetFact, ShownText } from '../../domain/consent-sheet/sheet.js';
import { form } from '../../domain/form/form.js';
import { textsIn } from '../../domain/shared/page-language.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { topic, type TopicState } from '../../domain/topic/topic.js';
import { unsubscribePage } from '../../domain/unsubscribe-page/unsubscribe-page.js';
import type { ConsentProof } from '../ports/consent-proof.js';
import { type CoveringSeal, coveringSeal } from '../seal/covering-seal.js';
import { load, type LogPorts } from '../shared/handle.js';
import { readShownVersion } from '../unsubscribe/form-token.js';
import { pageStream } from '../unsubscribe/unsubscribe-page.js';

export type FactPorts = LogPorts & { readonly consentProof: Pick<ConsentProof, 'wordsOf'> };

/** Each yes and no in the streams of contacts, in the order of the log. */
export async function factsIn(
  ports: FactPorts,
  teamId: string,
  events: readonly Recorded<ContactEvent>[],
): Promise<readonly SheetFact[]> {
  const said = events.filter(isConsent).toSorted((one, other) => (one.position < other.position ? -1 : 1));
  const facts: SheetFact[] = [];
  for (const each of said) facts.push(await factOf(ports, teamId, each));
  return facts;
}

type Consent = Recorded<ContactSubscribed | Extract<ContactEvent, { readonly type: 'ContactUnsubscribed' }>>;

function isConsent(recorded: Recorded<ContactEvent>): recorded is Consent {
  return recorded.event.type === 'ContactSubscribed' || recorded.event.type === 'ContactUnsubscribed';
}

async function factOf(ports: FactPorts, teamId: string, recorded: Consent): Promise<SheetFact> {
  const { id, stream, revision, digest, event, metadata } = recorded;
  const { topicId, occasion } = event.data;
  const { means, emailId, importId, visitor } = occasion;
  const about = topicId === null ? null : await topicThen(ports, topicId, recorded);
  const asked = visitor === null ? null : reveal(visitor);
  return {
    at: metadata.time,
    answer: event.type === 'ContactSubscribed' ? 'yes' : 'no',
    topic:
      topicId === null ? null : { id: topicId, name: about?.name ?? null, description: about?.description ?? null },
    means,
    by: metadata.actor,
    email_id: emailId,
    import_id: importId,
    form_id: occasion.formId ?? null,
    ...(occasion.saidAt === undefined ? {} : { said_at: occasion.saidAt }),
    shown: await shownThen(ports, teamId, recorded, about?.name ?? null),
    visitor: asked === undefined ? 'erased' : asked && { ip: asked.ip, user_agent: asked.userAgent },
    event: { id, stream, revision, digest },
    seal: placeOf(await coveringSeal(ports, recorded)),
  };
}

export function placeOf(covering: CoveringSeal | undefined): SealPlace | null {
  if (covering === undefined) return null;
  const { seal, leaf } = covering;
  const { root, signature } = seal.event.data;
  return { number: seal.revision + 1, ...leaf, root, signature };
}

/** What the topic was called when somebody spoke about it; null where the log no longer says. */
async function topicThen(ports: LogPorts, topicId: string, { position }: Consent): Promise<TopicState> {
  const { events } = await load(ports, topic, streamName('topic', topicId));
  const before = events.filter((each) => each.position < position);
  return before.reduce<TopicState>((state, { event, metadata }) => topic.evolve(state, event, metadata.time), null);
}

/** The page as the person saw it, from the version that the consent names; null where no page was shown. */
async function shownThen(
  ports: FactPorts,
  teamId: string,
  consent: Consent,
  topicName: string | null,
): Promise<ShownText | null> {
  const { means, pageVersion: version, formId } = consent.event.data.occasion;
  if (version === null) return null;
  const ofForm = /^(\d+)\/(.*)$/s.exec(version);
  const read = readShownVersion(ofForm?.[2] ?? version);
  const isPage = means === 'page' || means === 'form' || means === 'double-opt-in';
  if (read === undefined || !isPage) return { version, language: null, title: null, text: null, words: null };
  const { language, teamVersion, wordsVersion } = read;
  const own = textsIn((await settingsOf(ports, teamId, teamVersion)).texts, language);
  const form = formId === undefined ? undefined : await formThen(ports, formId, Number(ofForm?.[1]), consent);
  const topicNames = form?.topicNames ?? (topicName === null ? [] : [topicName]);
  const said = form === undefined ? undefined : textsIn(form.texts, language);
  const asked = { means, wordsVersion, language, topicNames };
  const ours = ports.consentProof.wordsOf({ ...asked, button: said?.button ?? null });
  return {
    version,
    language,
    title: said?.title ?? own?.title ?? ours?.title ?? null,
    // Only the form itself shows its text, not the page of the link that confirms it.
    text: (means === 'form' ? said?.text : null) ?? own?.text ?? null,
    words: ours === undefined ? null : [...ours.words],
  };
}

/** What a version of a form said, and its topics as they were called then. */
async function formThen(ports: LogPorts, formId: string, version: number, consent: Consent) {
  const { events } = await load(ports, form, streamName('form', formId));
  const described = events.flatMap(({ event: { data } }) => ('version' in data ? [data] : []));
  const { topics = [], texts = {} } = described.find((each) => each.version === version) ?? {};
  const states = await Promise.all(topics.map(({ topicId }) => topicThen(ports, topicId, consent)));
  return { texts, topicNames: states.flatMap((state) => (state === null ? [] : [state.name])) };
}

async function settingsOf(ports: LogPorts, teamId: string, version: number) {
  const { events } = await load(ports, unsubscribePage, pageStream(teamId));
  const found = events.find(({ event }) => event.data.version === version);
  return found?.event.data.settings ?? unsubscribePage.initial.settings;
}
