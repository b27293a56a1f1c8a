import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { join } from 'node:path';
import { createInProcessRateLimiter } from '../../infrastructure/rate-limiter/in-process-rate-limiter.js';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { guarded } from '../../application/access/guard.js';
import { parts, useCases } from './edge.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type ServerTroubleKind, serverTroubles } from '../../application/server-trouble/server-trouble.js';
import { troubleInWords } from '../../application/delivery/trouble/trouble.js';
import { inSentences, inWords } from '../../application/engines/engine-failure.js';
import type { ByteBudget } from '../../application/shared/byte-budget.js';
import type { Backend } from '../engines/backend.js';
import type { DeliveryHealth } from './delivery-health.js';
import type { DeliveryHold } from './delivery-hold.js';
import { type Config, publicUrlOf } from '../../infrastructure/config/config.js';
import type { Installation } from '../../infrastructure/http/edge/http-options.js';
import {
  configureHttp,
  createHttpAdapter,
  type HttpOptions,
  httpModule,
} from '../../infrastructure/http/http.module.js';
import { type ListenerName, tlsModes } from '../../infrastructure/smtp-in/listeners.js';
import type { DiskWatch } from '../../infrastructure/data-dir/disk-watch.js';
import { PortNotTaken } from '../../infrastructure/system/listening.js';
import type { NoteSecurityEvent } from '../../infrastructure/security/security-events.js';
import type { Logger } from '../../infrastructure/telemetry/logger.js';
import type { Metrics } from '../../infrastructure/telemetry/metrics.js';
import type { ServerHealth } from './server-health.js';
import type { Services } from './services/services.js';
import type { Smtp } from './smtp.js';
import type { WarmStart } from './warm-start.js';

/** For operators: the folder is theirs. */
const diskIsFull = (dataDir: string): string =>
  `The disk of ${dataDir} (DATA_DIR) is full: less than 16 MiB are free, and nothing new is accepted. Free some space; no restart is needed.`;

/** Where the built pages lie, beside the compiled program. */
const builtDir = join(import.meta.dirname, '../..');

interface HttpParts {
  readonly config: Config;
  readonly backend: Backend;
  readonly services: Services;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly budget: ByteBudget;
  readonly maxBodyBytes: number;
  readonly hold: DeliveryHold;
  readonly health: Pick<DeliveryHealth, 'open'>;
  readonly serverHealth: Pick<ServerHealth, 'open' | 'isFolderGone'>;
  /** Null when this process takes no mail over SMTP. */
  readonly smtp: Smtp | null;
  readonly noteSecurityEvent: NoteSecurityEvent;
  readonly warmStart: Pick<WarmStart, 'isWarm'>;
  /** Null where email is stored elsewhere. */
  readonly disk: Pick<DiskWatch, 'isFull'> | null;
}

/**
 * Listens for requests, the dashboard's among them. Closing it lets those under way end.
 * @public Loaded when the process has this role.
 */
export async function startHttp(
  {
    config,
    backend,
    services,
    logger,
    metrics,
    budget,
    maxBodyBytes,
    hold,
    health,
    serverHealth,
    smtp,
    noteSecurityEvent,
    warmStart,
    disk,
  }: HttpParts,
  isReady: () => boolean,
) {
  let { port } = config;
  const diskProblem = (): string | null => (disk?.isFull() === true ? diskIsFull(config.dataDir) : null);
  const storageProblem = (): string | null =>
    serverHealth.isFolderGone() ? inSentencesOf('data-dir-gone') : diskProblem();
  const cannotStore = (): boolean => storageProblem() !== null;
  const module = AppModule.serving(services, {
    authenticator: services.apiKeys,
    people: services.people,
    teamOwners: services.teamOwners,
    callerScope: services.callerScope,
    readPlaces: services.readPlaces,
    quotas: services.quotas,
    clock: services.ports.clock,
    ...limitersOf(config, backend),
    metrics,
    tracer: services.tracer,
    logger,
    requestLog: services.requestLog,
    readiness: () => ({
      ready: isReady(),
      accepts: backend.canAccept() && !cannotStore() && warmStart.isWarm(),
      cannotStore: cannotStore(),
      detail: isReady() ? servingDetail(hold, backend, warmStart, storageProblem()) : 'The server is stopping.',
    }),
    problems: () => problemsOf(backend, health, [...listed(diskProblem()), ...serverProblems(serverHealth)]),
    deliveryTroubles: () => health.open(),
    deliveryHeldSince: hold.heldSince,
    regions: config.regions,
    installation: installationOf(config, smtp),
    firstTeamId: services.firstTeamId,
    servesApi: config.roles.includes('api'),
    // Port 0 becomes another one once the server listens.
    get publicUrl() {
      return publicUrlOf(config, port);
    },
    dashboardDir: join(builtDir, 'dashboard'),
    referenceDir: join(builtDir, 'reference'),
    maxBodyBytes,
    importMaxBytes: config.importMaxBytes,
    noteSecurityEvent,
    metricsToken: config.metricsToken,
    budget,
  });
  const app = await NestFactory.create<NestFastifyApplication>(module, createHttpAdapter(config.trustedProxies), {
    logger: false,
    abortOnError: false,
  });
  await configureHttp(app);
  await app.listen(config.port, config.host).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined
      ? error
      : new PortNotTaken({ setting: 'PORT', port: config.port, host: config.host, hostSetting: 'HOST' }, error);
  });
  const address = app.getHttpServer().address();
  if (typeof address === 'object' && address !== null) port = address.port;
  return { url: publicUrlOf(config, port), port, close: () => app.close() };
}

/** Several lists and figures of a page in one second, for as many as a few open pages need. */
const pageRequestsPerApiRequest = 10;
const openingsPerSecond = 5;
/** Entered into one form, from all networks: four of them have to join to take the whole. */
const signUpsPerSecond = 20;
/** By visitors who are not signed in: from one network, and from 24 bits of IPv4 or 48 of IPv6 around it. */
const visitorRequestsPerSecond = 20;
const wideVisitorRequestsPerSecond = 60;
/** Links of tracked mails, for one network: a proxy loads the pictures of many people. */
const hitsPerSecond = 200;
/** Images of emails, for one network: each is read and opened. */
const imagesPerSecond = 100;
/** Files of the pages, for one network: some people of an office open one at the same moment. */
const filesPerSecond = 300;

function installationOf(
  { smtp: { userNames }, retentionDays, requestLogDays, notices, sandboxDomains, deliveryMode, ...config }: Config,
  smtp: Smtp | null,
): Installation {
  const ports = Object.entries(smtp?.ports ?? {}).map(([name, port]) => {
    // Its keys are the listeners' names.
    const mode = tlsModes[name as ListenerName];
    return { port, encryption: mode === 'implicit' ? ('tls' as const) : mode };
  });
  const taken = smtp === null || ports.length === 0 ? null : { userNames, ports, selfSigned: smtp.selfSigned };
  const noticesLeave = deliveryMode.kind !== 'capture' && !sandboxDomains.includes(domainOfAddress(notices.from));
  const delivery = { mode: deliveryMode.kind, relaySuppresses: config.relaySuppresses };
  return { smtp: taken, retentionDays, requestLogDays, noticesLeave, delivery };
}

/** No limit of the API means none of the pages and links. Those two are counted in each process separately. */
function limitersOf({ rateLimitPerSecond }: Config, { rateLimiter: api }: Backend) {
  if (api === null)
    return {
      rateLimiters: null,
      linkLimiter: null,
      formLimiter: null,
      hitLimiter: null,
      imageLimiter: null,
      visitorLimiters: null,
    };
  const pages = createInProcessRateLimiter(rateLimitPerSecond * pageRequestsPerApiRequest);
  return {
    rateLimiters: { api, pages },
    linkLimiter: createInProcessRateLimiter(openingsPerSecond),
    formLimiter: createInProcessRateLimiter(signUpsPerSecond),
    hitLimiter: createInProcessRateLimiter(hitsPerSecond),
    imageLimiter: createInProcessRateLimiter(imagesPerSecond),
    visitorLimiters: {
      network: createInProcessRateLimiter(visitorRequestsPerSecond),
      wideNetwork: createInProcessRateLimiter(wideVisitorRequestsPerSecond),
      files: createInProcessRateLimiter(filesPerSecond),
    },
  };
}

function servingDetail(
  { heldSince }: DeliveryHold,
  backend: Backend,
  { isWarm }: HttpParts['warmStart'],
  storageProblem: string | null,
): string {
  if (storageProblem !== null) return storageProblem;
  if (backend.canAccept() && !isWarm()) return 'Delivery is starting';
  const serving = backend.canAccept() ? 'serving' : 'No email is accepted';
  const held = heldSince() === null ? [] : ['delivery is held since a restore, until `posthorn resume`'];
  const problems = backend.engineFailures().map((failure) => inWords(failure).problem);
  return [serving, ...held, ...problems].join('; ');
}

const listed = (problem: string | null): readonly string[] => (problem === null ? [] : [problem]);

const inSentencesOf = (kind: ServerTroubleKind): string =>
  `${serverTroubles[kind].problem}. ${serverTroubles[kind].remedy}`;

/** Warnings are for doctor, the log and the metrics. */
function serverProblems({ open }: Pick<ServerHealth, 'open'>): readonly string[] {
  return open().flatMap(({ kind }) => (serverTroubles[kind].severity === 'error' ? [inSentencesOf(kind)] : []));
}

async function problemsOf(
  { engineFailures, projectionStatus }: Backend,
  health: Pick<DeliveryHealth, 'open'>,
  own: readonly string[],
): Promise<readonly string[]> {
  const failures = engineFailures();
  // Without the log it is not known how far they are, and that is reported already.
  if (failures.length > 0) return [...own, ...failures.map(inSentences)];
  const stuck = (await projectionStatus()).filter(({ state }) => state !== 'running');
  return [
    ...own,
    ...health.open().map(({ kind }) => `${troubleInWords(kind).problem}. ${troubleInWords(kind).remedy}`),
    ...stuck.map(
      ({ name }) =>
        `The projection ${name} cannot go on: look for its failure in the log of this process, and run posthorn doctor.`,
    ),
  ];
}

/** The HTTP side of one process: the edge, the two buses, and the handlers over the use cases. */
@Module({})
class AppModule {
  static serving(services: Services, http: HttpOptions): DynamicModule {
    const { callerScope } = services;
    return {
      module: AppModule,
      imports: [CqrsModule.forRoot(), httpModule(http, parts)],
      providers: useCases.map((useCase) => useCase.provider(guarded(useCase, useCase.start(services), callerScope))),
    };
  }
}
