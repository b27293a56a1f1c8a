import { ofServer } from '../../projections/activity/activity.projection.js';
import { query } from '../access/use-case.js';
import { type ActivityView, viewsOf } from './activity-view.js';
import { type ActivityServices, lastAbout } from './list-activity.js';

/** GET /dashboard-api/activity/last */
export interface GetLastChange {
  readonly teamId: string;
  /** Id of what was changed. */
  readonly about: string | undefined;
}

/** `change` null: no one of the team, and no command, has changed it. */
export type GetLastChangeResult = { readonly change: ActivityView | null } | { readonly refused: 'nothing-named' };

/** Also for those who do not read the whole list: who changed what they look at. */
export const GetLastChange = query({
  name: 'GetLastChange',
  need: 'person',
  async run(services: ActivityServices, { teamId, about }: GetLastChange): Promise<GetLastChangeResult> {
    if (about === undefined) return { refused: 'nothing-named' };
    const document = await lastAbout(services.people, teamId, [teamId, ofServer], about);
    if (document === undefined) return { change: null };
    const [view] = await viewsOf(services, [document]);
    return { change: view ?? null };
  },
});
