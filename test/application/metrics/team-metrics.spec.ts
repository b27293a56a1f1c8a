import { sumKept } from '../../../src/application/metrics/kept-sums.js';
import { getTeamMetrics } from '../../../src/application/metrics/team-metrics.js';
import type { TeamMetricsRequest } from '../../../src/application/metrics/team-metrics-request.js';
import type { EmailRequest } from '../../../src/application/submission/email-request.js';
import { domainsProjection } from '../../../src/projections/domains/domains.projection.js';
import { emailsProjection } from '../../../src/projections/emails/emails.projection.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { Story } from '../../support/metrics-story.js';
import { acceptedEmail, idAt } from '../../support/recorded-events.js';
import { readModel } from '../../support/read-model.js';
import { dayMs } from '../../support/retaining.js';
import { context, teamId } from '../../support/world.js';

const begin = Date.parse('2026-03-02T00:00:00.000Z');
const request: TeamMetricsRequest = {
  fromMs: begin,
  untilMs: begin + 2 * dayMs,
  timeZone: 'UTC',
  granularity: 'daily',
  by: 'domain',
};

describe('the metrics of a team', () => {
  let story: Story;
  beforeEach(async () => {
    story = await Story.begin();
  });

  async function ask(changes: Partial<TeamMetricsRequest> = {}, ofTeam = teamId) {
    await story.follow();
    await readModel(story.world, emailsProjection, story.readStore);
    const query = { teamId: ofTeam, request: { ...request, ...changes } };
    const result = await getTeamMetrics(story, query);
    if ('refused' in result) throw new Error(result.refused);
    return result;
  }

  async function sendTagged(tags: EmailRequest['tags'], codes: readonly number[]): Promise<void> {
    const mail = mailTo(['ada@one.test', 'bo@two.test'], { tags });
    await story.answer(idOf(await accepting(story.world).send(mail)), codes);
  }

  it('compare a range with the one before it', async () => {
    await story.answer(await story.send(), [250, 250]);
    story.world.clock.advance(2 * dayMs);
    await story.answer(await story.send('example.net'), [550, 250]);
    const later = { fromMs: request.fromMs + 2 * dayMs, untilMs: request.untilMs + 2 * dayMs };
    const result = await ask(later);
    expect(result.totals).toMatchObject({ sent: 2, bounced: 1, bounce_rate: 50 });
    expect(result.before).toMatchObject({ sent: 2, bounced: 0 });
    expect(result.periods.map(({ figures }) => figures.sent)).toEqual([2, 0]);
    expect(result.rows).toMatchObject([{ kind: 'domain', figures: { sent: 2 } }]);
    expect(result.bounceReasons).toEqual([{ kind: 'bounced_permanent', reason: 'no-mailbox', recipients: 1 }]);
  });

  it('are given by tag, and narrowed to one, from what the mails are found by', async () => {
    await sendTagged([{ name: 'kind', value: 'invoice' }], [250, 250]);
    await sendTagged([{ name: 'kind', value: 'news' }], [550, 250]);
    await story.answer(await story.send(), [250, 250]);
    const { rows } = await ask({ by: 'tag' });
    expect(rows.map(({ name, figures }) => [name, figures.bounced]).sort()).toEqual([
      [null, 0],
      ['kind=invoice', 0],
      ['kind=news', 1],
    ]);
    expect((await ask({ tag: 'kind=news' })).totals).toMatchObject({ sent: 2, bounced: 1 });
    expect((await ask({ tag: 'kind' })).periods.map(({ figures }) => figures.sent)).toEqual([4, 0]);
    expect((await ask({ tag: 'kin' })).totals).toMatchObject({ sent: 0 });
  });

  it('are given by template and by version, and narrowed to one', async () => {
    const { body } = acceptedEmail(idAt(50));
    const send = async (version: number, codes: readonly number[]) => {
      const merge = { used: { id: idAt(70), version, content: body }, values: {} };
      await story.answer(
        idOf(await accepting(story.world).send(mailTo(['ada@one.test', 'bo@two.test'], { merge }))),
        codes,
      );
    };
    await send(1, [550, 250]);
    await send(2, [250, 250]);
    await story.answer(await story.send(), [250, 250]);
    const rowsBy = async (by: TeamMetricsRequest['by']) =>
      (await ask({ by })).rows.map(({ kind, id, figures }) => [kind, id, figures.sent, figures.bounced]);
    expect(await rowsBy('template')).toEqual([
      ['template', idAt(70), 4, 1],
      ['template', null, 2, 0],
    ]);
    const versions = await rowsBy('template_version');
    expect(versions).toHaveLength(3);
    expect(versions).toEqual(
      expect.arrayContaining([
        ['template', `${idAt(70)}:1`, 2, 1],
        ['template', `${idAt(70)}:2`, 2, 0],
        ['template', null, 2, 0],
      ]),
    );
    expect((await ask({ template: { id: idAt(70) } })).totals).toMatchObject({ sent: 4, bounced: 1 });
    expect((await ask({ template: { id: idAt(70), version: 2 } })).totals).toMatchObject({ sent: 2, bounced: 0 });
  });

  it('are given by key', async () => {
    await story.answer(await story.send(), [250, 250]);
    const { rows } = await ask({ by: 'api_key' });
    expect(rows).toMatchObject([{ kind: 'api-key', id: context.actor.id, name: null, figures: { delivered: 2 } }]);
    expect((await ask({ sentBy: context.actor.id })).totals).toMatchObject({ sent: 2 });
    expect((await ask({ sentBy: 'smtp-session' })).totals).toMatchObject({ sent: 0 });
  });

  it('keep their totals and domains once mails are removed, and say that the rest lacks them', async () => {
    await story.answer(await story.send(), [550, 250]);
    const before = await ask();
    expect(before.isComplete).toBe(true);
    story.world.clock.advance(2 * dayMs);
    await story.retire();
    const after = await ask();
    expect([after.totals, after.rows, after.periods]).toEqual([before.totals, before.rows, before.periods]);
    expect([after.isComplete, after.bounceReasons]).toEqual([false, []]);
  });

  it('are summed from days as from each mail, where the range cuts days too', async () => {
    for (const codes of [
      [250, 250],
      [550, 250],
      [550, 550],
    ]) {
      await story.answer(await story.send(), codes);
      story.world.clock.advance(dayMs / 4);
      await story.answer(await story.send('example.net'), codes);
      story.world.clock.advance(dayMs / 2);
    }
    for (const [from, until] of [
      [0, 3],
      [0.25, 2],
      [0.125, 1.5],
      [1, 2],
    ] as const) {
      const range = { fromMs: begin + from * dayMs, untilMs: begin + until * dayMs };
      for (const by of ['api_key', 'domain'] as const) {
        const { rows, bounceReasons } = await ask({ ...range, by });
        const kept = await sumKept(story, teamId, { ...request, ...range, by }, []);
        if ('refused' in kept) throw new Error(kept.refused);
        expect(bounceReasons).toEqual(kept.reasons);
        const sent = (each: { readonly figures: { readonly sent?: number | undefined } }) => each.figures.sent;
        expect(rows.map(sent).sort()).toEqual(kept.groups.map(({ tally }) => tally.sent).sort());
      }
    }
  });

  it('have the mail of sandboxes apart, unless one is asked for', async () => {
    await story.world.addDomain('sandbox.example.com', 'sandbox');
    await story.answer(await story.send(), [250, 250]);
    await story.answer(await story.send('sandbox.example.com'), [550, 550]);
    await readModel(story.world, domainsProjection, story.readStore);
    for (const by of ['domain', 'api_key'] as const) {
      const { totals, periods, rows, bounceReasons, sandbox } = await ask({ by });
      expect(totals).toMatchObject({ sent: 2, bounced: 0, bounce_rate: 0, delivery_rate: 100 });
      expect(periods.map(({ figures }) => figures.bounced)).toEqual([0, 0]);
      expect(rows.map(({ figures }) => figures.sent)).toEqual([2]);
      expect(bounceReasons).toEqual([]);
      expect(sandbox).toMatchObject([{ name: 'sandbox.example.com', sent: 2 }]);
    }
    const [{ id = '' } = {}] = (await ask()).sandbox;
    expect(await ask({ domainId: id })).toMatchObject({ totals: { sent: 2, bounce_rate: 100 }, sandbox: [] });
  });

  it('are of no other team', async () => {
    await story.answer(await story.send(), [550, 250]);
    const other = '0195d6a0-0000-7000-8000-00000000000b';
    expect(await ask({ by: 'tag' }, other)).toMatchObject({ totals: { sent: 0 }, rows: [], bounceReasons: [] });
  });
});
