import type { Decider, DomainEvent } from '../../domain/shared/decider.js';
import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import { type RequestContext, type Unavailable, unavailable } from './context.js';
import { handle, type HandleOptions, type LogPorts } from './handle.js';
import type { Ports } from './ports.js';

/** What a change is answered with: the id of what was changed, or why it was not. */
export type Changed<Code extends string> = { readonly id: string } | { readonly refused: Code } | Unavailable;

/** {@link handle} for the request of a team: its lists wait for what was written. */
export async function changeOne<Command, State, Event extends DomainEvent, Code extends string>(
  ports: LogPorts & Pick<Ports, 'ownWrites'>,
  decider: Decider<Command, State, Event, Code>,
  stream: StreamName,
  command: Command,
  context: RequestContext,
  options: HandleOptions<State> = {},
): Promise<Changed<Code>> {
  const changed = await changeState(ports, decider, stream, command, context, options);
  return 'refused' in changed ? changed : { id: changed.id };
}

/** {@link changeOne}, with what is there now. */
export async function changeState<Command, State, Event extends DomainEvent, Code extends string>(
  ports: LogPorts & Pick<Ports, 'ownWrites'>,
  decider: Decider<Command, State, Event, Code>,
  stream: StreamName,
  command: Command,
  context: RequestContext,
  options: HandleOptions<State> = {},
): Promise<{ readonly id: string; readonly state: State } | Exclude<Changed<Code>, { readonly id: string }>> {
  const handled = await handle(ports, decider, stream, command, { context, region: null }, options);
  if ('refused' in handled) return handled.refused === 'unavailable' ? unavailable : { refused: handled.refused };
  if (handled.position !== undefined) ports.ownWrites.note(context.teamId, handled.position);
  return { id: idOf(stream), state: handled.loaded.state };
}
