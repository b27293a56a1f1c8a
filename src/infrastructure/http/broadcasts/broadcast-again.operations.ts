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
      'The people to skip. `opened`: people who opened the broadcast, and people to whom it was not sent. `had-it`: people who got the broadcast; the draft reaches people who joined the segment later, or who were skipped and can get it now.',
    ),
    required,
  )
  kind!: Excluding['kind'];
}

export const sendAgain = post({
  path: '/dashboard-api/broadcasts/{id}/again',
  summary: 'Draft a sent broadcast for the rest of its audience',
  description:
    'Creates a draft with the same segment, topic, and content. With `opened`, change the subject or the content before you send the draft. No one gets the same content twice: broadcasts that already repeat this one count too.',
  body: AgainBody,
  status: 201,
  errors: { 404: ['not_found'], 422: ['validation_error', 'missing_required_field'] },
  answer: oneChanged(object),
  examples: {
    drafted: {
      summary: 'A draft for people who did not open the broadcast',
      request: { kind: 'opened' },
      answer: { object, id: '019a3f5e-7c1a-7d30-9c4b-8b1d0f2a3d66' },
    },
  },
  runs: SendAgain,
  input: ({ context, path, body }) => ({ context, broadcastId: path.id, kind: body.kind }),
  present: changed(object),
});
