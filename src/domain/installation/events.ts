/** The first event of every log. Whoever writes it wins; later starts compare with it. */
export interface InstallationCreated {
  readonly type: 'InstallationCreated';
  readonly data: {
    readonly installationId: string;
    readonly firstTeamId: string;
    readonly keyStoreId: string;
  };
}

/** The key that a start made (or was given) so that somebody can begin. */
export interface BootstrapApiKeyAdded {
  readonly type: 'BootstrapApiKeyAdded';
  readonly data: { readonly apiKeyId: string };
}

export type InstallationEvent = InstallationCreated | BootstrapApiKeyAdded;
