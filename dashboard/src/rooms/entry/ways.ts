/** What is to end with the old password. */
export interface Chosen {
  readonly passkeys: string[];
  readonly app: boolean;
  readonly providers: string[];
}

export const nothingChosen: Chosen = { passkeys: [], app: false, providers: [] };

/** Whether one of the account's factors has to be shown for it. */
export const endsFactor = ({ passkeys, app }: Chosen): boolean => app || passkeys.length > 0;
