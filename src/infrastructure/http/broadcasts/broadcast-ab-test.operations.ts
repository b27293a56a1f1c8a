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

const asInA = 'Null: the same as in variant A, which is the broadcast itself.';
class AbTestBody {
  @Field(described(orNull(contentFields.subject), `The subject of variant B. ${asInA}`))
  subject: string | null | undefined;
  @Field(
    described(contentFields.previewText, `The preview text of variant B. ${asInA} An empty string: no preview text.`),
  )
  preview_text: string | null | undefined;
  @Field(described(contentFields.html, `The content of variant B as HTML. ${asInA}`), contentFields.withHtml)
  html: string | null | undefined;
  @Field(
    described(
      contentFields.text,
      'The content of variant B as plain text; only with `html`. Null: derived from `html`.',
    ),
  )
  text: string | null | undefined;
  @Field(contentFields.document) document: WrittenDocument | null | undefined;
  @Field(
    described(
      number(leastShare, wholeShare, true),
      `The percentage of the audience in the test, half for A and half for B (default: ${usualTest.share}). With 100, the variants are only compared, and no winner is sent.`,
    ),
  )
  share: number | undefined;
  @Field(
    described(
      oneOf(winnerBy.options),
      `The rule that chooses the winner (default: \`${usualTest.winnerBy}\`). \`opens\` and \`clicks\`: the variant with the larger share of delivered emails that people, not machines, opened or clicked. \`manual\`: you choose the winner.`,
    ),
  )
  winner_by: WinnerBy | undefined;
  @Field(
    described(
      number(1, mostHours, true),
      `The number of hours from the last email of the test until the winner is chosen (default: ${usualTest.hours}). Has no effect with \`manual\`.`,
    ),
  )
  hours: number | undefined;
  @Field(
    described(
      revision,
      'The `revision` of the draft that you read. If the draft was saved again since then, the request returns 409 and saves nothing.',
    ),
  )
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
      '`off`: the broadcast has no test. `draft`: sending has not begun. `testing`: the emails of the test are being sent. `waiting`: the winner has not been chosen. `decided`: the rest of the audience gets the winner. `compared`: the whole audience was in the test. `canceled`: the broadcast was canceled.',
    ),
  share: z.int(),
  winner_by: winnerBy,
  hours: z.int(),
  subject: z.string().nullable().describe(`The subject of variant B. ${asInA}`),
  preview_text: z
    .string()
    .nullable()
    .describe(`The preview text of variant B. ${asInA} An empty string: no preview text.`),
  html: z.string().nullable().describe(`The content of variant B as HTML. ${asInA}`),
  text: z.string().nullable(),
  document: z.record(z.string(), z.unknown()).nullable(),
  judges_at: timestamp
    .nullable()
    .describe('The time when the rule chooses the winner. Null before the test is sent, and with `manual`.'),
  winner: z
    .strictObject({
      variant: variantName,
      because: z.enum(['opens', 'clicks', 'person']),
      tie: z.boolean().describe('True if the variants were equal, so that A won.'),
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
  examples: { one: { summary: 'A test of another subject', answer: example } },
  runs: GetAbTest,
  input: ({ teamId, path: { id: asked } }) => ({ teamId, broadcastId: asked }),
  present: presentTest,
});
const setAbTest = patch({
  path,
  summary: 'Set up or change the A/B test of a broadcast',
  description:
    'Tests another subject, preview text, or content on a share of the audience. Variant A is the broadcast itself. The first request adds the test; later requests do not change fields that you omit. A version of the draft contains both variants.',
  body: AbTestBody,
  errors: { 404: ['not_found'], 409: ['validation_error'], 422: ['validation_error', 'missing_required_field'] },
  answer: written,
  examples: {
    subject: {
      summary: 'Another subject for 20% of the audience',
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
  summary: 'Remove the A/B test of a broadcast',
  description: 'Removes variant B from the draft. To get it back, restore an earlier version.',
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: written,
  examples: { off: { summary: 'A broadcast without a test', answer: { object, id: broadcastId, revision: 3 } } },
  runs: RemoveAbTest,
  input: ({ context, path: { id: asked } }) => ({ context, broadcastId: asked }),
  present: presentWritten,
});

class WinnerBody {
  @Field(described(variantRule, 'The variant that the rest of the audience gets.'), required) variant!: Variant;
}
const chooseWinner = post({
  path: `${path}/winner`,
  summary: 'Choose the winner of an A/B test',
  description: 'The rest of the audience gets this variant. You can choose it before the time in `judges_at`.',
  status: 200,
  body: WinnerBody,
  errors: { 404: ['not_found'], 422: ['validation_error', 'missing_required_field'] },
  answer: oneChanged(object),
  examples: { b: { summary: 'Variant B wins', request: { variant: 'b' }, answer: { object, id: broadcastId } } },
  runs: ChooseWinner,
  input: ({ context, body, path: { id: asked } }) => ({ context, broadcastId: asked, variant: body.variant }),
  present: changed(object),
});

export const broadcastAbTestHttp = httpPart({
  noun: 'Broadcast',
  operations: [getAbTest, setAbTest, removeAbTest, chooseWinner],
  refusals: broadcastRefusals,
});
