import { filterOfCondition } from '../../domain/segment/condition.js';
import type { TemplateContent } from '../../domain/template/content.js';
import type { MergeValues } from '../../domain/template/merge.js';
import { conditionsIn, sectionProblem, sectionValues } from '../../domain/template/sections.js';
import type { ContactDocument } from '../../projections/contacts/contacts.projection.js';
import { type FilteredPorts, prepare } from '../contact/filtered-contacts.js';
import { namedBy } from '../segment/named.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { nextTurn } from '../shared/delay.js';

type Conditioned = Pick<TemplateContent, 'conditions'>;

/** Why the conditions of a content cannot be used, with the one that it is about; undefined where they can. */
export async function conditionProblem(
  ports: TeamReadPorts,
  teamId: string,
  content: TemplateContent,
): Promise<{ readonly condition: string | null; readonly problem: string } | undefined> {
  const problem = sectionProblem(content);
  if (problem !== undefined) return { condition: null, problem };
  const { subject, html, text, conditions = conditionsIn([subject ?? '', html, text]) } = content;
  if (conditions.length === 0) return undefined;
  // Saved before there were conditions, it would have its marks as text.
  if (content.conditions === undefined)
    return { condition: null, problem: 'Save the content again, so that its conditions hold.' };
  const named = await namedBy(ports, teamId);
  for (const condition of conditions) {
    const read = filterOfCondition(condition, named);
    if ('problem' in read) return { condition, problem: read.problem };
  }
  return undefined;
}

/** The conditions of some contents, ready to be asked about many contacts. */
export interface Conditions {
  /** Those that hold of a contact. One that names what is gone holds of no one, and neither does its `not`. */
  readonly heldBy: (contact: ContactDocument) => Promise<readonly string[]>;
  readonly names: readonly string[];
}

/** Judging many contacts, other requests have their turn at least so often: each condition may be a large segment. */
const sliceMs = 10;

const none: Conditions = { heldBy: async () => [], names: [] };

export async function conditionsOf(
  ports: FilteredPorts,
  teamId: string,
  contents: readonly Conditioned[],
): Promise<Conditions> {
  const names = [...new Set(contents.flatMap(({ conditions = [] }) => conditions))];
  if (names.length === 0) return none;
  const named = await namedBy(ports, teamId);
  const judges = await Promise.all(
    names.map(async (name) => {
      const read = filterOfCondition(name, named);
      return 'problem' in read ? undefined : { name, ...(await prepare(ports, { teamId, filter: read.filter })) };
    }),
  );
  const { clock } = ports;
  let judgedMs = 0;
  return {
    names,
    async heldBy(contact) {
      const seen = await Promise.all(judges.map(async (each) => each?.lookAt(contact)));
      const fromMs = clock.monotonicMs();
      const held = judges.flatMap((each, index) => {
        const looked = seen[index];
        return each !== undefined && looked !== undefined && each.judge.finds(looked) ? [each.name] : [];
      });
      judgedMs += clock.monotonicMs() - fromMs;
      if (judgedMs >= sliceMs) {
        judgedMs = 0;
        await nextTurn();
      }
      return held;
    },
  };
}

/** What shows one reader the sections that are for them; undefined: somebody of whom nothing is known gets none. */
export const valuesOfConditions = async (
  { heldBy }: Pick<Conditions, 'heldBy'>,
  contact: ContactDocument | undefined,
): Promise<MergeValues> => (contact === undefined ? {} : sectionValues(await heldBy(contact)));
