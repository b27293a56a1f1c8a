import { domainOfAddress, type Mailbox } from '../../domain/shared/mailbox.js';
import {
  form,
  type FormDescription,
  type FormRefusal,
  formStreams,
  type FormState,
  type FormEvent,
} from '../../domain/form/form.js';
import type { LinkTrouble } from '../../domain/shared/link-trouble.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { foldForm, type FormDocument, formsProjection } from '../../projections/forms/forms.projection.js';
import { command, query } from '../access/use-case.js';
import { type AudiencePorts, type PartRefusal, refusalOfParts } from '../contact/audience.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import { addressHash } from '../shared/address-hash.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import type { SenderRules } from '../submission/check-email.js';
import type { RequestContext } from '../shared/context.js';
import { load, type Loaded, type LogPorts, unwritten } from '../shared/handle.js';
import type { PageRequest } from '../shared/page.js';
import { personalValues } from '../shared/personal-values.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';
import { teamTopics } from '../topic/topics.js';
import { shownPageOf } from '../unsubscribe/unsubscribe-page.js';
import { type TooMany, withRoomOfTeam } from '../shared/with-room.js';

const mostForms = 100;

const formStream = (id: string) => streamName('form', id);

/** What a team says of a form; `from` in plain. */
export type FormSettings = Omit<FormDescription, 'from' | 'addressHashes'> & { readonly from: Mailbox | null };

type WritePorts = LogPorts &
  AudiencePorts &
  Pick<Ports, 'hash'> & {
    readonly keys: Pick<Ports['keys'], 'getMany' | 'createRow'>;
    readonly domains: Pick<SendingDomains, 'verified'>;
    readonly senderRules: Pick<SenderRules, 'linkTrouble'>;
  };
type Refused =
  | PartRefusal
  | { readonly refused: 'sender-not-verified'; readonly domain: string }
  | { readonly refused: 'confirmation-unreachable'; readonly trouble: LinkTrouble }
  | TooMany;
type FormChanged = Changed<FormRefusal> | Refused;

/** POST /dashboard-api/forms. */
export interface CreateForm {
  readonly context: RequestContext;
  readonly settings: FormSettings;
}
export const CreateForm = command({ name: 'CreateForm', need: 'member', run: createForm });

async function createForm(ports: WritePorts & TeamReadPorts, { context, settings }: CreateForm): Promise<FormChanged> {
  const { teamId } = context;
  const refusal = await refusalOf(ports, teamId, settings);
  if (refusal !== undefined) return refusal;
  return withRoomOfTeam(ports, formsProjection, { category: 'form', teamId, most: mostForms }, async () => {
    const loaded = unwritten<FormState>(form, formStream(ports.ids.next()));
    const { from, ...rest } = settings;
    const { sender, newKeys } = await sealed(ports, loaded, from);
    const command = { type: 'CreateForm', teamId, form: { ...rest, ...sender } } as const;
    return changeOne(ports, form, loaded.stream, command, context, { loaded, newKeys, personal: true });
  });
}

/** PATCH /dashboard-api/forms/{id}: what is left out stays. */
export interface ChangeForm {
  readonly context: RequestContext;
  readonly formId: string;
  readonly settings: Partial<FormSettings>;
}
export const ChangeForm = command({ name: 'ChangeForm', need: 'member', run: changeForm });

export async function changeForm(ports: WritePorts, { context, formId, settings }: ChangeForm): Promise<FormChanged> {
  const { teamId } = context;
  const refusal = await refusalOf(ports, teamId, settings);
  if (refusal !== undefined) return refusal;
  const loaded = await loadForm(ports, formId);
  const { from, ...rest } = settings;
  const { sender, newKeys } =
    from === undefined ? { sender: {}, newKeys: new Map() } : await sealed(ports, loaded, from);
  const command = { type: 'ChangeForm', teamId, change: { ...rest, ...sender } } as const;
  return changeOne(ports, form, loaded.stream, command, context, { loaded, newKeys, personal: true });
}

/** DELETE /dashboard-api/forms/{id}. Who joined by it stays. */
export interface DeleteForm {
  readonly context: RequestContext;
  readonly formId: string;
}
export const DeleteForm = command({
  name: 'DeleteForm',
  need: 'member',
  run: (ports: LogPorts & Pick<Ports, 'ownWrites'>, { context, formId }: DeleteForm) =>
    changeOne(ports, form, formStream(formId), { type: 'DeleteForm', teamId: context.teamId }, context),
});

/** GET /dashboard-api/forms, newest first. */
export interface ListForms {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export const ListForms = query({
  name: 'ListForms',
  need: 'read-only',
  run: (ports: TeamReadPorts, { teamId, page }: ListForms) => teamList(ports, formsProjection, { teamId, page }),
});

/** GET /dashboard-api/forms/{id}. Undefined when the team has no such form. */
export interface GetForm {
  readonly teamId: string;
  readonly formId: string;
}
export const GetForm = query({
  name: 'GetForm',
  need: 'read-only',
  async run(ports: LogPorts, { teamId, formId }: GetForm): Promise<FormDocument | undefined> {
    const found = await formOf(ports, formId);
    return found?.teamId === teamId ? found : undefined;
  },
});

/** POST /dashboard-api/forms/preview: what the pages of a form with these topics are made of. */
export interface PreviewForm {
  readonly teamId: string;
  readonly topicIds: readonly string[];
}
export const PreviewForm = query({ name: 'PreviewForm', need: 'read-only', run: previewForm });

async function previewForm(ports: LogPorts & TeamReadPorts, { teamId, topicIds }: PreviewForm) {
  const [page, topics] = await Promise.all([shownPageOf(ports, teamId), teamTopics(ports, teamId)]);
  return { page, topics: topics.filter(({ id }) => topicIds.includes(id)) };
}

/** From its own stream, whichever team's it is. */
export async function formOf(ports: LogPorts, formId: string): Promise<FormDocument | undefined> {
  return foldForm((await loadForm(ports, formId)).events);
}

const loadForm = (ports: LogPorts, formId: string): Promise<Loaded<FormState, FormEvent>> =>
  load(ports, form, formStream(formId), true);

/** What is named must be the team's: topics, segments that contacts are added to, and a domain that may send. */
async function refusalOf(
  ports: WritePorts,
  teamId: string,
  { topics = [], segmentIds = [], from = null }: Partial<FormSettings>,
): Promise<Refused | undefined> {
  const topicIds = topics.map(({ topicId }) => topicId);
  const refusal = await refusalOfParts(ports, teamId, { topicIds, segmentIds });
  if (refusal !== undefined || from === null) return refusal;
  const domain = domainOfAddress(from.address);
  const verified = await ports.domains.verified(teamId, domain);
  if (verified === undefined) return { refused: 'sender-not-verified', domain };
  // A form with a sender asks by email, and the link in it has to lead here.
  const { linkTrouble: trouble } = ports.senderRules;
  return trouble == null || verified.sandbox ? undefined : { refused: 'confirmation-unreachable', trouble };
}

/** The sender under a new key, with its hash. */
async function sealed(ports: WritePorts, loaded: Loaded<FormState, FormEvent>, from: Mailbox | null) {
  if (from === null) return { sender: { from, addressHashes: [] }, newKeys: new Map() };
  const { values, newKeys } = await personalValues(ports, formStreams, 'FormCreated', loaded, { from });
  return { sender: { ...values, addressHashes: [addressHash(ports.hash, from.address)] }, newKeys };
}
