export interface ActorOfEvent {
  readonly kind: string;
  readonly id: string;
}

export type ActorName = (actor: ActorOfEvent) => string;

/** A timeline has `kind id` in one text. */
export function actorOf(text: string): ActorOfEvent {
  const [kind = '', id = ''] = text.split(' ');
  return { kind, id };
}
