import type { Answer, Body, RowOf } from './operations';

/* Names for what the API answers and is sent. Their shapes come from the OpenAPI document of the server. */

export type Session = Answer<'GET /dashboard-api/session'>;
export type TeamOfPerson = Session['teams'][number];
export type Role = TeamOfPerson['role'];
export type SignInOptions = Answer<'GET /dashboard-api/sign-in-options'>;
export type SignIn = Answer<'POST /dashboard-api/sign-in'>;
export type SecondFactor = Answer<'GET /dashboard-api/sign-in/second-factor'>;
export type SessionRow = RowOf<'GET /dashboard-api/sessions'>;
export type Team = Answer<'GET /dashboard-api/team'>;
export type Person = RowOf<'GET /dashboard-api/people'>;
export type Invitation = RowOf<'GET /dashboard-api/invitations'>;
export type CreatedInvitation = Answer<'POST /dashboard-api/invitations'>;
export type PasswordReset = Answer<'POST /dashboard-api/password-reset/look'>;
export type InvitationLook = Answer<'POST /dashboard-api/invitations/look'>;
export type Passkey = RowOf<'GET /dashboard-api/profile/passkeys'>;
export type Identity = RowOf<'GET /dashboard-api/profile/identities'>;
export type ApiKey = RowOf<'GET /dashboard-api/api-keys'>;
export type NewApiKey = Body<'POST /api-keys'>;
type ChangedContact = Body<'PATCH /contacts/{contact}'>;
/** The texts of a contact that may be cleared: its fields beside the address. */
export type ContactFieldName = {
  [Name in keyof ChangedContact]-?: string | null extends ChangedContact[Name] ? Name : never;
}[keyof ChangedContact];
export type Permission = ApiKey['permission'];
export type Domain = RowOf<'GET /dashboard-api/domains'>;
/** How this installation takes mail over SMTP, and how long it keeps what. */
export type Installation = Answer<'GET /dashboard-api/installation'>;

export interface List<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  /** A search ended here before it had found a page; `next` goes on with it. */
  readonly searched_to?: string | undefined;
  readonly next?: string | undefined;
  /** How many there are in all; not `exact`: more than so many. Absent where the server does not count them. */
  readonly total?: { readonly count: number; readonly exact: boolean } | undefined;
  /** What a search looked for: each is the beginning of a word of every row. */
  readonly searched_words?: readonly string[] | undefined;
}
