export interface TeamCreated {
  readonly type: 'TeamCreated';
  readonly data: { readonly teamId: string; readonly name: string };
}

export type TeamEvent = TeamCreated;
