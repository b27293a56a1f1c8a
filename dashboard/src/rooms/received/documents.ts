import type { Answer, RowOf } from '../../api/operations';

export type ReceivedRow = RowOf<'GET /dashboard-api/emails/receiving'>;
export type ReceivedEmail = Answer<'GET /dashboard-api/emails/receiving/{id}'>;
