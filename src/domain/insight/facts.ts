/** What a look-up gave. `unknown` is neither good nor bad news; `because` is a clause without a full stop. */
export type Looked<Value> =
  | { readonly kind: 'known'; readonly value: Value }
  | { readonly kind: 'unknown'; readonly because: string };

export const known = <Value>(value: Value): Looked<Value> => ({ kind: 'known', value });
export const unknown = (because: string): Looked<never> => ({ kind: 'unknown', because });

/** A name in A-labels, and the name that was registered, of which it is a part (public suffix list). */
export interface NameFacts {
  readonly name: string;
  readonly registered: string;
}

/** An `http` or `https` link of the html. */
export interface LinkFacts {
  readonly host: NameFacts;
}

export interface ImageFacts {
  /** Null where there is no `alt`; empty says that the image is decoration. */
  readonly alt: string | null;
  /** Declared pixels; null where the html does not say. */
  readonly width: number | null;
  readonly height: number | null;
}

export interface HtmlFacts {
  /** Octets in UTF-8, before a transfer encoding. */
  readonly bytes: number;
  readonly links: readonly LinkFacts[];
  readonly images: readonly ImageFacts[];
  /** Characters that a reader sees, each run of spaces counted once. */
  readonly textCharacters: number;
}

/** What a zip archive says of its files. */
export interface ArchiveFacts {
  readonly files: readonly string[];
  /** Some of them need a password. */
  readonly encrypted: boolean;
}

export interface AttachmentFacts {
  readonly filename: string | null;
  /** RFC 2045 media type. */
  readonly contentType: string;
  readonly bytes: number;
  /** Null where it is no zip archive. */
  readonly archive: Looked<ArchiveFacts> | null;
}

/** `different`: something is published that does not do what is needed. */
export type RecordState = 'verified' | 'missing' | 'different';

export interface SignatureFacts {
  /** RFC 6376 `d=`. */
  readonly domain: NameFacts;
  /** RFC 6376 `s=`. */
  readonly selector: string;
  readonly record: Looked<RecordState>;
}

export interface DmarcFacts {
  readonly state: 'published' | 'missing' | 'different';
  /** Name of the record that holds; null where none does. */
  readonly foundAt: string | null;
  readonly policy: 'none' | 'quarantine' | 'reject' | null;
  /** RFC 7489 §6.2 `aspf=s`: the return path must be the From domain itself. */
  readonly strictSpf: boolean;
}

/** What of the sending domain counted for the email: when it was last tried, or now where it never was. */
export interface DomainFacts {
  readonly id: string;
  readonly name: string;
  /** Domain of the address that bounces go to. */
  readonly returnPath: NameFacts;
  /** Without it the sender's own address is used, because DNS does not show the domain's return path. */
  readonly hasReturnPath: boolean;
  /** State of the return path's SPF record. */
  readonly spf: Looked<RecordState>;
  readonly signatures: readonly SignatureFacts[];
  readonly dmarc: Looked<DmarcFacts>;
  readonly tracking: {
    readonly opens: boolean;
    readonly clicks: boolean;
    /** Null where none was chosen. */
    readonly host: string | null;
    readonly record: Looked<RecordState>;
  };
}

/** An address that this server sends from. */
export interface AddressFacts {
  readonly address: string;
  /** Names of its PTR records. */
  readonly names: Looked<readonly string[]>;
  /** Zones of block lists that have it, and those that gave no answer. */
  readonly lists: readonly { readonly zone: string; readonly isListed: Looked<boolean> }[];
}

export interface SendingHostFacts {
  /** What it calls itself in EHLO. */
  readonly helo: string;
  /** Those that the name has in DNS. */
  readonly heloAddresses: Looked<readonly string[]>;
  /** Those that mail leaves from. */
  readonly addresses: readonly AddressFacts[];
}

export interface AttemptFacts {
  /** The TLS of the connection; null where the email went in clear. */
  readonly tls: { readonly protocol: string; readonly authorized: boolean } | null;
}

/** Everything that an email is judged by: what was sent, and what was looked up. */
export interface MailFacts {
  readonly from: { readonly localPart: string; readonly domain: NameFacts };
  /** Names in lower case. Without those that are each recipient's own. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** To many who asked for it: by class, topic, or what its header says. */
  readonly isBulk: boolean;
  /** Each recipient gets the fields of RFC 8058 with a link of its own. */
  readonly hasOwnUnsubscribeLinks: boolean;
  /** Characters of the plain-text part. */
  readonly textCharacters: number;
  /** Null where it has no html. */
  readonly html: Looked<HtmlFacts> | null;
  /** The whole message as it is sent, but for signatures. */
  readonly bytes: number;
  readonly attachments: readonly AttachmentFacts[];
  readonly domain: Looked<DomainFacts>;
  readonly sendingHost: Looked<SendingHostFacts>;
  /** Attempts to hand it to a receiver outside of this machine. */
  readonly attempts: readonly AttemptFacts[];
  /** From domains of the latest emails about the same topic, this one's included; null where it has no topic. */
  readonly topicDomains: Looked<readonly string[]> | null;
}
