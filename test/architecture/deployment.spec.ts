import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { loadConfig } from '../../src/infrastructure/config/config.js';
import { environmentSchema } from '../../src/infrastructure/config/schema.js';
import { composeIn, interpolated, type Manifest, manifestsIn } from '../support/deployment-files.js';
import { commandOf, instructionsOf } from '../support/dockerfile.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const settings = new Set(Object.keys(environmentSchema.shape));
const everyRole = environmentSchema.parse({}).POSTHORN_ROLES;
/** After the grace: what `main.ts` allows for closing, rounded up. */
const closingMs = 2_000;
/** In place of what the documented commands make with openssl. */
const random = 'a1'.repeat(32);

/** The lines of a documented command that set a name, with chance taken out of them. */
function settingsIn(page: string, line: RegExp): Record<string, string> {
  const found = [...read(page).matchAll(line)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(/\$\([^)]*\)/g, random),
  ]);
  return Object.fromEntries(found) as Record<string, string>;
}

describe('the Dockerfile', () => {
  const instructions = instructionsOf(join(root, 'Dockerfile'));
  const textsOf = (name: string): string[] => instructions.filter((one) => one.name === name).map(({ text }) => text);
  const last = (name: string): string => textsOf(name).at(-1) ?? '';

  it('starts what npm start starts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const [shell, option, server] = commandOf(last('CMD'));
    expect([shell, option]).toEqual(['sh', '-c']);
    // In place of npm's shell, so that npm's signals reach it; the second is for shells without `exec`, on machines
    // with memory.
    const elsewhere = 'node --max-semi-space-size=16 dist/bundle/main.js';
    expect(scripts.start).toBe(`${server} --until-npm-ends || ${elsewhere} --until-npm-ends`);
    expect(server).toMatch(/^exec env /);
  });

  it('copies the released package alone, and .dockerignore lets it through', () => {
    const sources = textsOf('COPY')
      .filter((text) => !text.startsWith('--from='))
      .flatMap((text) => text.split(' ').slice(0, -1));
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'));
    expect(sources).toEqual(['dist/release/posthorn-*.tgz']);
    expect(allowed).toEqual(sources.map((path) => `!${path}`));
  });

  it('sets what the configuration knows', () => {
    const names = textsOf('ENV').flatMap((text) => [...text.matchAll(/(\w+)=/g)].map(([, name = '']) => name));
    expect(names).toContain('DATA_DIR');
    // Node's own.
    expect(names.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([]);
  });

  it('runs as nobody special, on a volume of that user', () => {
    expect(last('USER')).toBe('node');
    expect(last('ENV')).toContain(`DATA_DIR=${last('VOLUME')}`);
    expect(textsOf('RUN').at(-1)).toContain(`chown node:node ${last('VOLUME')}`);
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('its health check judges an answer of %i', async (status, exitCode) => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const check = (): Promise<number> => exitCodeOf(commandOf(last('HEALTHCHECK')), port);
    const whileThere = await check();
    await new Promise((resolve) => server.close(resolve));
    expect([whileThere, await check()]).toEqual([exitCode, 1]);
    expect(asked).toEqual(['/health/ready']);
  });
});

describe('docker-compose.yml', () => {
  const compose = composeIn(join(root, 'docker-compose.yml'));
  const services = Object.entries(compose.services);
  const ours = services.filter(([, { image }]) => image.includes('POSTHORN_IMAGE'));
  const dotEnv = settingsIn('docs/operations.md', /^([A-Z_]+)=(\S*\$\(openssl [^)]*\))$/gm);
  const configOf = (environment: Readonly<Record<string, string>>) =>
    loadConfig(
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolated(value, dotEnv)])),
    );

  it('starts with the .env that the page makes, and every name is a setting', () => {
    expect(ours.map(([name]) => name)).toEqual(['api-1', 'api-2', 'smtp', 'delivery-1', 'delivery-2', 'projections']);
    for (const [, { environment = {} }] of ours) {
      expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([]);
      expect(configOf(environment).engines).not.toBeNull();
    }
    for (const [, { environment = {} }] of services) {
      for (const value of Object.values(environment)) expect(() => interpolated(value, dotEnv)).not.toThrow();
    }
  });

  it('has a process for every role, each with a folder of its own', () => {
    const roles = ours.flatMap(([, { environment = {} }]) => configOf(environment).roles);
    expect(new Set(roles)).toEqual(new Set(everyRole));
    const folders = ours.map(([, { volumes = [] }]) => volumes.find((volume) => volume.endsWith(':/data')));
    expect(new Set(folders).size).toBe(ours.length);
    expect(folders).not.toContain(undefined);
  });

  it('shows the API and SMTP to this machine alone, and nothing else to anybody', () => {
    const published = services.filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['api-1', 'api-2', 'smtp']);
    for (const [name, { ports = [], environment = {} }] of published) {
      const { port: http, smtp } = configOf(environment);
      const listening = name === 'smtp' ? smtp.listeners.map(({ port }) => port) : [http];
      for (const port of ports) {
        expect(port).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
        expect(listening).toContain(Number(port.split(':')[2]));
      }
    }
    expect(compose.networks.engines).toEqual({ internal: true });
    const engines = services.filter((service) => !ours.includes(service));
    for (const [, { networks }] of engines) expect(networks).toEqual(['engines']);
  });

  it('waits for what can be waited for', () => {
    for (const [, { depends_on: waits = {} }] of services) {
      for (const [name, { condition }] of Object.entries(waits)) {
        const { healthcheck } = compose.services[name] ?? {};
        expect([name, condition, healthcheck !== undefined]).toEqual(
          name === 'mongodb-initiate'
            ? [name, 'service_completed_successfully', false]
            : [name, 'service_healthy', true],
        );
      }
    }
  });

  it('mounts what is there, and gives a stop its time', () => {
    for (const [, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const source = volume.split(':', 1)[0] ?? '';
        expect([source, source.startsWith('./') ? existsSync(join(root, source)) : source in compose.volumes]).toEqual([
          source,
          true,
        ]);
      }
    }
    for (const [, { environment = {}, stop_grace_period: grace = '' }] of ours) {
      expect(Number.parseInt(grace, 10) * 1000).toBeGreaterThan(configOf(environment).shutdownGraceMs + closingMs);
    }
  });
});

describe('deploy/compose/one-process.yaml', () => {
  const services = Object.values(composeIn(join(root, 'deploy/compose/one-process.yaml')).services);

  it('shows the API to this machine, submission to everyone, and keeps everything in a volume', () => {
    expect(services).toHaveLength(1);
    for (const { environment = {}, ports = [], volumes, stop_grace_period: grace = '' } of services) {
      expect(Object.keys(environment).filter((name) => !settings.has(name))).toEqual([]);
      const given = Object.entries(environment).map(([name, value]) => [
        name,
        interpolated(value, { MASTER_KEY: random }),
      ]);
      const config = loadConfig(Object.fromEntries(given));
      const inside = ports.map((port) => Number(port.split(':').at(-1)));
      expect(ports[0]).toMatch(/^127\.0\.0\.1:/);
      expect([config.port, ...config.smtp.listeners.map(({ port }) => port)]).toEqual(expect.arrayContaining(inside));
      expect(volumes).toEqual(['data:/data']);
      expect(Number.parseInt(grace, 10) * 1000).toBeGreaterThan(config.shutdownGraceMs + closingMs);
    }
  });
});

describe('deploy/systemd', () => {
  it('has settings that the server takes, of a server behind a proxy that sends', () => {
    const given = settingsIn('deploy/systemd/posthorn.env', /^([A-Z0-9_]+)=(.*)$/gm);
    expect(Object.keys(given).filter((name) => !settings.has(name))).toEqual([]);
    const config = loadConfig({ ...given, MASTER_KEY: random });
    expect(config).toMatchObject({ host: '127.0.0.1', deliveryMode: { kind: 'mx' } });
    expect(config.smtp.listeners.map(({ port }) => port).sort()).toEqual([465, 587]);
  });

  it('gives a stop its time, starts again except after what an operator has to fix, and runs what npm start runs', () => {
    const unit = read('deploy/systemd/posthorn.service');
    const stop = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(stop * 1000).toBeGreaterThan(loadConfig({}).shutdownGraceMs + closingMs);
    expect(unit).toMatch(/^RestartPreventExitStatus=78$/m);
    expect(unit).toMatch(/^ExecStart=.*exec env \$\$\(node "\$\$0\/node-command\.js".*\/main\.js/m);
  });
});

describe('the manifests of Kubernetes', () => {
  const manifests = manifestsIn(join(root, 'deploy/kubernetes'));
  const secret = settingsIn('docs/kubernetes.md', /--from-literal=(\w+)=["']([^"'\n]*)/g);
  const told = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
  const workloads = manifests.flatMap(({ metadata, spec }) =>
    spec?.template === undefined ? [] : [{ name: metadata.name, ...spec.template, selector: spec.selector }],
  );
  const containerOf = ({ spec }: (typeof workloads)[number]) => spec.containers[0];
  const configOf = (workload: (typeof workloads)[number]) =>
    loadConfig({
      ...told,
      ...secret,
      ...Object.fromEntries(containerOf(workload).env.map(({ name, value }) => [name, value])),
    });

  it('tell every process what the configuration takes', () => {
    const names = [...Object.keys(told), ...Object.keys(secret)];
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
    for (const workload of workloads) {
      const { env, envFrom } = containerOf(workload);
      expect(env.map(({ name }) => name)).toEqual(['POSTHORN_ROLES']);
      expect(envFrom).toEqual([{ configMapRef: { name: 'posthorn' } }, { secretRef: { name: 'posthorn' } }]);
      expect(configOf(workload).engines).not.toBeNull();
    }
    expect(new Set(workloads.flatMap((workload) => configOf(workload).roles))).toEqual(new Set(everyRole));
  });

  it('ask the routes and the port that the server has', () => {
    for (const workload of workloads) {
      const { startupProbe, livenessProbe, readinessProbe, ports } = containerOf(workload);
      const { port, roles, smtp } = configOf(workload);
      const [http, ...others] = ports;
      expect(http).toEqual({ name: 'http', containerPort: port });
      expect(others.length > 0).toBe(roles.includes('smtp'));
      const listening = smtp.listeners.map((listener) => listener.port);
      for (const { containerPort } of others) expect(listening).toContain(containerPort);
      expect([startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)).toEqual([
        { path: '/health/live', port: 'http' },
        { path: '/health/live', port: 'http' },
        { path: '/health/ready', port: 'http' },
      ]);
    }
  });

  it('give a stop its time, and DATA_DIR a volume', () => {
    for (const workload of workloads) {
      const { lifecycle, volumeMounts } = containerOf(workload);
      const preStopMs = Number(lifecycle?.preStop.exec.command[1] ?? 0) * 1000;
      const config = configOf(workload);
      expect(workload.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
        preStopMs + config.shutdownGraceMs + closingMs,
      );
      expect(volumeMounts.some(({ mountPath }) => config.dataDir.startsWith(`${mountPath}/`))).toBe(true);
    }
  });

  it('select the pods that they mean', () => {
    const podsOf = (labels: Readonly<Record<string, string>>): string[] =>
      workloads
        .filter(({ metadata }) => Object.entries(labels).every(([key, value]) => metadata.labels[key] === value))
        .map(({ name }) => name);
    const selects = ({ kind, spec }: Manifest) => (kind === 'Service' ? spec.selector : spec.selector?.matchLabels);
    const selecting = manifests.filter((manifest) => manifest.spec?.selector !== undefined);
    expect(
      Object.fromEntries(selecting.map((one) => [`${one.kind} ${one.metadata.name}`, podsOf(selects(one) ?? {})])),
    ).toEqual({
      'Deployment posthorn-api': ['posthorn-api'],
      'Service posthorn': ['posthorn-api'],
      'PodDisruptionBudget posthorn-api': ['posthorn-api'],
      'Deployment posthorn-smtp': ['posthorn-smtp'],
      'Service posthorn-smtp': ['posthorn-smtp'],
      'PodDisruptionBudget posthorn-smtp': ['posthorn-smtp'],
      'Deployment posthorn-delivery': ['posthorn-delivery'],
      'PodDisruptionBudget posthorn-delivery': ['posthorn-delivery'],
      'StatefulSet posthorn-projections': ['posthorn-projections'],
      'Service posthorn-projections': ['posthorn-projections'],
      'PodDisruptionBudget posthorn-projections': ['posthorn-projections'],
    });
  });
});

function exitCodeOf([command = '', ...args]: readonly string[], port: number): Promise<number> {
  return new Promise((resolve) => {
    const child = execFile(command, args, { env: { ...process.env, PORT: String(port) } });
    child.once('exit', (code) => resolve(code ?? -1));
  });
}
