/** Everything; sending and nothing else; reading everything but secrets. */
export type Permission = 'full_access' | 'sending_access' | 'read_only';

/** `tokenHash` is a keyed hash; the token itself is shown once and stored nowhere. */
export interface ApiKeyCreated {
  readonly type: 'ApiKeyCreated';
  readonly data: {
    readonly apiKeyId: string;
    readonly teamId: string;
    readonly name: string;
    readonly permission: Permission;
    /** Only with `sending_access`: the one domain that it may send from. */
    readonly domainId: string | null;
    readonly tokenHash: string;
    /** ISO 8601: from then on it opens nothing. Absent: it does not expire. */
    readonly expiresAt?: string | undefined;
  };
}

export interface ApiKeyRenamed {
  readonly type: 'ApiKeyRenamed';
  readonly data: { readonly name: string };
}

/** At most once a day and key; `metadata.time` says when. */
export interface ApiKeyUsed {
  readonly type: 'ApiKeyUsed';
  readonly data: Record<string, never>;
}

export interface ApiKeyDeleted {
  readonly type: 'ApiKeyDeleted';
  readonly data: Record<string, never>;
}

export type ApiKeyEvent = ApiKeyCreated | ApiKeyRenamed | ApiKeyUsed | ApiKeyDeleted;
