import { z } from 'zod';
import {
  ChooseWinner,
  GetAbTest,
  RemoveAbTest,
  SetAbTest,
  type ShownAbTest,
} from '../../../application/broadcast/ab-tests.js';
import { htmlAsWritten } from '../../../application/broadcast/broadcast-content.js';
import type { WrittenDocument } from '../../../domain/template/content.js';
import {
  leastShare,
  mostHours,
  testStatuses,
  usualTest,
  type Variant,
  wholeShare,
  type WinnerBy,
  winnerBy,
} from '../../../domain/broadcast/ab-test.js';
import { testStatusOf } from '../../../domain/broadcast/test-status.js';
import { described, Field, required } from '../edge/field.js';
import { number, oneOf, orNull } from '../edge/rules.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import type { Answer } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { changed, id, oneChanged, timestamp } from '../openapi/shared-schemas.js';
import { broadcastId, object, presentWritten, written } from './broadcasts.answers.js';
import { contentFields, revision, variantRule } from './broadcasts.bodies.js';
import { broadcastRefusals } from './broadcasts.refusals.js';

const asInA = 'Null: as in the broadcast itself.';
class AbTestBody {
  @Field(described(orNull(contentFields.subject), `The subject of variant B. ${asInA}`))
  subject: string | null | undefined;
  @Field(described(contentFields.previewText, `The preview text of variant B. ${asInA} Empty: none.`))
  preview_text: string | null | undefined;
  @Field(described(contentFields.html, `The content of variant B as HTML. ${asInA}`), contentFields.withHtml)
  html: string | null | undefined;
  @Field(described(contentFields.text, 'As plain text, of its own `html`. Null: derived from that.'))
  text: string | null | undefined;
  @Field(contentFields.document) document: WrittenDocument | null | undefined;
  @Field(
    described(
      number(leastShare, wholeShare, true),
      'Percent of the audience that the test is sent to, A and B alike. 100: all, and no one waits for a winner.',
    ),
  )
  share: number | undefined;
  @Field(
    described(
      oneOf(winnerBy.options),
      'What wins: the variant that the larger share of people opened or clicked, machines left out. `manual`: a person chooses.',
    ),
  )
  winner_by: WinnerBy | undefined;
  @Field(described(number(1, mostHours, true), 'Hours from the last email of the test until the winner is judged.'))
  hours: number | undefined;
  @Field(described(revision, 'The one that was read. Where another was written since, nothing is saved.'))
  revision: number | undefined;
}

const count = z.int().min(0);
const variantFigures = z.strictObject({ delivered: count, opened: count, clicked: count });
const variantName = z.enum(['a', 'b']);
const answer = z.strictObject({
  object: z.literal('broadcast_ab_test'),
  broadcast_id: id,
  status: z
    .enum(testStatuses)
    .describe(
      '`off`: there is no test. `draft`: it is not being sent. `testing`: the emails of the test go out. `waiting`: for the winner. `decided`: the rest gets the winner. `compared`: all were in the test.',
    ),
  share: z.int(),
  winner_by: winnerBy,
  hours: z.int(),
  subject: z.string().nullable().describe(asInA),
  preview_text: z.string().nullable().describe(`${asInA} Empty: none.`),
  html: z.string().nullable().describe(asInA),
  text: z.string().nullable(),
  document: z.record(z.string(), z.unknown()).nullable(),
  judges_at: timestamp.nullable().describe('When the rule judges; null before the test is sent, and with `manual`.'),
  winner: z
    .strictObject({
      variant: variantName,
      because: z.enum(['opens', 'clicks', 'person']),
      tie: z.boolean().describe('Neither was ahead, so that A won.'),
      figures: z.strictObject({ a: variantFigures, b: variantFigures }),
    })
    .nullable(),
  revision: z.int().min(1),
});

function presentTest({ id: ownId, state, test, isTied }: ShownAbTest): Answer<typeof answer> {
  const { own, ...says } = test?.says ?? { own: { subject: false, previewText: false, body: false } };
  const content = 'html' in says ? says : undefined;
  const { share, winnerBy: rule, hours } = test ?? usualTest;
  const { judgesAt = null, winner } = state;
  return {
    object: 'broadcast_ab_test',
    broadcast_id: ownId,
    status: testStatusOf(state),
    ...{ share, winner_by: rule, hours },
    subject: own.subject ? (content?.subject ?? '') : null,
    preview_text: own.previewText ? (content?.previewText ?? '') : null,
    html: own.body && content !== undefined ? htmlAsWritten(content) : null,
    text: own.body ? (content?.text ?? null) : null,
    document: own.body && content?.document !== undefined ? { ...content.document } : null,
    judges_at: judgesAt === null ? null : restTimestamp(judgesAt),
    winner: winner === undefined ? null : { ...winner, tie: isTied },
    revision: state.revision,
  };
}

const path = '/dashboard-api/broadcasts/{id}/ab-test';
const example = {
  ...{ object: 'broadcast_ab_test' as const, broadcast_id: broadcastId, status: 'draft' as const },
  ...{ share: 20, winner_by: 'opens' as const, hours: 4, subject: 'What is new in November', preview_text: null },
  ...{ html: null, text: null, document: null, judges_at: null, winner: null, revision: 2 },
};

const getAbTest = get({
  path,
  summary: 'Get the A/B test of a broadcast',
  answer,
  examples: { one: { summary: 'Another subject', answer: example } },
  runs: GetAbTest,
  input: ({ teamId, path: { id: asked } }) => ({ teamId, broadcastId: asked }),
  present: presentTest,
});
const setAbTest = patch({
  path,
  summary: 'Test another subject or content on a share of the audience',
  description:
    'The first request turns the test on; what is left out stays. Variant A is the broadcast itself. Both are saved together, as one version of the draft.',
  body: AbTestBody,
  errors: { 404: ['not_found'], 409: ['validation_error'], 422: ['validation_error', 'missing_required_field'] },
  answer: written,
  examples: {
    subject: {
      summary: 'Another subject, for a fifth of the audience',
      request: { subject: example.subject, share: 20, winner_by: 'opens', hours: 4 },
      answer: { object, id: broadcastId, revision: 2 },
    },
  },
  runs: SetAbTest,
  input: (asked) => {
    const { context, body } = asked;
    const { subject, html, text, document, share, hours } = body;
    const says = { subject, previewText: body.preview_text, html, text, document };
    const rule = { share, hours, winnerBy: body.winner_by };
    return { context, broadcastId: asked.path.id, says, ...rule, revision: body.revision, reading: asked.content };
  },
  present: presentWritten,
});
const removeAbTest = remove({
  path,
  summary: 'Send the same to the whole audience',
  description: 'Variant B is gone from the draft; an earlier version brings it back.',
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: written,
  examples: { off: { summary: 'Without a test', answer: { object, id: broadcastId, revision: 3 } } },
  runs: RemoveAbTest,
  input: ({ context, path: { id: asked } }) => ({ context, broadcastId: asked }),
  present: presentWritten,
});

class WinnerBody {
  @Field(described(variantRule, 'What the rest of the audience gets.'), required) variant!: Variant;
}
const chooseWinner = post({
  path: `${path}/winner`,
  summary: 'Choose what wins an A/B test',
  description: 'From the answer on, the rest of the audience gets it. Also before the rule judges.',
  status: 200,
  body: WinnerBody,
  errors: { 404: ['not_found'], 422: ['validation_error', 'missing_required_field'] },
  answer: oneChanged(object),
  examples: { b: { summary: 'Variant B', request: { variant: 'b' }, answer: { object, id: broadcastId } } },
  runs: ChooseWinner,
  input: ({ context, body, path: { id: asked } }) => ({ context, broadcastId: asked, variant: body.variant }),
  present: changed(object),
});

export const broadcastAbTestHttp = httpPart({
  noun: 'Broadcast',
  operations: [getAbTest, setAbTest, removeAbTest, chooseWinner],
  refusals: broadcastRefusals,
});
