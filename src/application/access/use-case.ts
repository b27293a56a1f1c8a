import type { Provider } from '@nestjs/common';
import { Command, CommandHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Need } from './may.js';
import type { Proof } from './proofs.js';

/** A use case over its ports: what executes its inputs until it is stopped. */
export interface Running<Input, Result> {
  run(input: Input): Promise<Result>;
  /** Ends what still waits. Called once, before the requests under way are awaited. */
  stop?(): void;
}

/** Whom a command has to ask for a proof, or say that it does not: who can open or close an account. */
type AccountNeed = Exclude<Need, 'anyone' | 'sender' | 'read-only' | 'member'>;

/** Who may use it, and whether a person must prove again who they are. */
type Right<Input> =
  | { readonly need: Exclude<Need, AccountNeed>; readonly proof?: undefined }
  | { readonly need: AccountNeed; readonly proof: Proof<Input> };

type Work<Ports, Input, Result> =
  | { run(ports: Ports, input: Input): Promise<Result> }
  /** For one that keeps something between two inputs, or waits. */
  | { start(ports: Ports): Running<Input, Result> };

/** What one use case is. `name` is unique among all. */
type Declaration<Ports, Input, Result> = { readonly name: string } & Work<Ports, Input, Result>;

/** Called with its input, a use case is the message that the bus executes; the bus answers `Result`. */
export interface UseCase<Ports, Input, Result, Message = unknown> {
  (input: Input): Message;
  /** Unique among all; what logs, traces and errors show. */
  readonly name: string;
  readonly need: Need;
  readonly proof: Proof<Input>;
  /** What executes it in this process, for the bus and for tests. */
  start(ports: Ports): Running<Input, Result>;
  /** What Nest's module is given, so that the bus finds what executes the message. */
  provider(running: Running<Input, Result>): Provider;
}

/** Any use case that can stand on these ports. */
export type UseCaseOn<Ports> = UseCase<Ports, never, unknown>;

/** Declares a use case that changes something. */
export function command<Ports, Result, Input extends object | void = void>(
  declaration: Declaration<Ports, Input, Result> & Right<Input>,
): UseCase<Ports, Input, Result, Command<Result>> {
  class Message extends Command<Result> {
    constructor(readonly input: Input) {
      super();
    }
  }
  return useCase(declaration, Message, CommandHandler(Message));
}

/** Declares a use case that only reads. */
export function query<Ports, Result, Input extends object | void = void>(
  declaration: Declaration<Ports, Input, Result> & { readonly need: Need },
): UseCase<Ports, Input, Result, Query<Result>> {
  class Message extends Query<Result> {
    constructor(readonly input: Input) {
      super();
    }
  }
  return useCase(declaration, Message, QueryHandler(Message));
}

function useCase<Ports, Input, Result, Message extends { readonly input: Input }>(
  declaration: Declaration<Ports, Input, Result> & { readonly need: Need; readonly proof?: Proof<Input> | undefined },
  messageClass: new (input: Input) => Message,
  handles: ClassDecorator,
): UseCase<Ports, Input, Result, Message> {
  class Handler {
    constructor(private readonly running: Running<Input, Result>) {}

    execute({ input }: Message): Promise<Result> {
      return this.running.run(input);
    }

    /** Nest calls it before it waits for the requests that are under way. */
    onModuleDestroy(): void {
      this.running.stop?.();
    }
  }
  handles(Handler);
  const start =
    'start' in declaration
      ? (ports: Ports) => declaration.start(ports)
      : (ports: Ports) => ({ run: (input: Input) => declaration.run(ports, input) });
  const message = (input: Input): Message => new messageClass(input);
  // Both are what logs, traces and errors show.
  for (const named of [message, messageClass]) Object.defineProperty(named, 'name', { value: declaration.name });
  return Object.assign(message, {
    need: declaration.need,
    proof: declaration.proof ?? 'none',
    start,
    // A factory, and not a value: the bus finds a handler through the instance of a provider that is made.
    provider: (running: Running<Input, Result>) => ({ provide: Handler, useFactory: () => new Handler(running) }),
  });
}
