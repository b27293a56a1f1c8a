import type { Operations } from './generated';

/*
 * The operations of the server's OpenAPI document, by `METHOD /path`. Everything that the page asks for is one of them.
 */

export type Operation = keyof Operations;

/** Those that answer JSON; the others answer a file, a stream or a redirect, and the browser fetches them. */
export type JsonOperation = {
  [Name in Operation]: Operations[Name] extends { readonly answer: unknown } ? Name : never;
}[Operation];

export type Answer<Name extends JsonOperation> = Operations[Name]['answer'];

/** Those whose description has this part. */
type With<Part extends string> = {
  [Name in Operation]: Part extends keyof Operations[Name] ? Name : never;
}[Operation];

export type PartOf<Name extends Operation, Part extends string> = Operations[Name] extends {
  readonly [Each in Part]?: infer Value;
}
  ? NonNullable<Value>
  : never;

export type Body<Name extends With<'body'>> = PartOf<Name, 'body'>;

/** A row of an operation that answers a list. */
export type RowOf<Name extends JsonOperation> =
  Answer<Name> extends { readonly data: readonly (infer Row)[] } ? Row : never;

/** What a read may be narrowed by. */
export type QueryOf<Name extends With<'query'>> = PartOf<Name, 'query'>;

/** The parameters and the body of a request; what the document requires has to be there. */
export type Sent<Name extends Operation> = Omit<Operations[Name], 'answer'>;

/** The arguments after an operation's name: may be left out where the document requires nothing. */
export type Given<Name extends Operation, More = unknown> =
  object extends Sent<Name> ? [given?: Sent<Name> & More] : [given: Sent<Name> & More];
