import { brand, type BrandSettings, type BrandState } from '../../domain/brand/brand.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { command, query } from '../access/use-case.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { handle, load, type LogPorts } from '../shared/handle.js';

/** GET /dashboard-api/brand. */
export interface GetBrand {
  readonly teamId: string;
}
export const GetBrand = query({
  name: 'GetBrand',
  need: 'read-only',
  run: (ports: LogPorts, { teamId }: GetBrand) => brandOf(ports, teamId),
});

/** PATCH /dashboard-api/brand. */
export interface ChangeBrand {
  readonly context: RequestContext;
  readonly change: Partial<BrandSettings>;
}
export const ChangeBrand = command({ name: 'ChangeBrand', need: 'member', run: changeBrand });

async function changeBrand(ports: LogPorts, { context, change }: ChangeBrand): Promise<BrandState | Unavailable> {
  const command = { type: 'ChangeBrand', change } as const;
  const handled = await handle(ports, brand, brandStream(context.teamId), command, { context, region: null });
  return 'refused' in handled ? unavailable : handled.loaded.state;
}

/** From its own stream: the version that was saved last. */
export async function brandOf(ports: LogPorts, teamId: string): Promise<BrandState> {
  return (await load(ports, brand, brandStream(teamId))).state;
}

const brandStream = (teamId: string) => streamName('brand', teamId);
