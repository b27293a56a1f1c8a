import { SendAgain } from '../../../application/broadcast/send-again.js';
import { type Excluding, excludingKinds } from '../../../domain/broadcast/events.js';
import { described, Field, required } from '../edge/field.js';
import { oneOf } from '../edge/rules.js';
import { post } from '../openapi/served.js';
import { changed, oneChanged } from '../openapi/shared-schemas.js';
import { object } from './broadcasts.answers.js';

const kind = oneOf(excludingKinds);
class AgainBody {
  @Field(
    described(
      kind,
      '`opened`: leaves out who opened it, or was not sent it. `had-it`: leaves out who got it, so that those get it who joined the segment since or may get it now.',
    ),
    required,
  )
  kind!: Excluding['kind'];
}

export const sendAgain = post({
  path: '/dashboard-api/broadcasts/{id}/again',
  summary: 'Draft a broadcast that was sent for the rest of its audience',
  description:
    'A draft with its segment, topic and content. With `opened`, subject or content must be another before it is sent. No one gets the same content twice: what else was sent again of it counts too.',
  body: AgainBody,
  status: 201,
  errors: { 404: ['not_found'], 422: ['validation_error', 'missing_required_field'] },
  answer: oneChanged(object),
  examples: {
    drafted: {
      summary: 'For those who did not open it',
      request: { kind: 'opened' },
      answer: { object, id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d66' },
    },
  },
  runs: SendAgain,
  input: ({ context, path, body }) => ({ context, broadcastId: path.id, kind: body.kind }),
  present: changed(object),
});
