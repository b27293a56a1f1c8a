import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import yaml from 'js-yaml';
import { createMetrics } from '../../../src/infrastructure/telemetry/metrics.js';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesIn = (folder: string, end: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);

interface Declared {
  readonly name: string;
  readonly help: string;
  readonly type: string;
}

/** As a server shows them. */
const declared = await createMetrics()
  .registry.getMetricsAsJSON()
  .then((all) => all as unknown as readonly Declared[]);
const ours = declared.filter(({ name }) => name.startsWith('posthorn_'));
const shown = new Set(
  declared.flatMap(({ name, type }) =>
    type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
);

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      /** Without them the metric says how severe it is. */
      readonly labels?: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly runbook: string };
    }[];
  }[];
}
interface Cases {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly object[] }[];
  }[];
}
const { rules = [] } = (yaml.safeLoad(read('deploy/prometheus/alerts.yml')) as Rules).groups[0] ?? {};

/** By the conventions of Prometheus, as `promtool check metrics` has them. */
describe('the metrics', () => {
  it.each(ours)('$name has a name that says what it is', ({ name, help, type }) => {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|hours|kb|mb|percent|gauge|counter|histogram)(_|$)/);
    expect(help).toMatch(/^[A-Z0-9].*\.$/);
  });

  it('of Node end in _total where they are counters, and nowhere else', () => {
    expect(declared.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  });

  it('are all explained', () => {
    const page = read('docs/monitoring.md');
    expect(ours.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});

describe('every metric that is named exists', () => {
  it.each([
    ...filesIn('deploy/grafana', '.json'),
    ...filesIn('deploy/prometheus', '.yml'),
    ...filesIn('docs', '.md'),
    ...filesIn('docs/runbooks', '.md'),
  ])('in %s', (path) => {
    const named = read(path).matchAll(
      /\b(?:posthorn_[a-z0-9_]+|(?:process|nodejs)_[a-z0-9_]+_(?:bytes|seconds|total))\b/g,
    );
    // Transports and sections of mail servers, and names of cookies, have such names too.
    const others = /^posthorn_(smtp|plain|session)$/;
    expect(
      [...new Set([...named].map(([name]) => name))].filter((name) => !shown.has(name) && !others.test(name)),
    ).toEqual([]);
  });
});

describe('every board', () => {
  it.each(filesIn('deploy/grafana', '.json'))('%s asks the data source that is chosen', (path) => {
    const board = JSON.parse(read(path)) as {
      readonly uid: string;
      readonly panels: readonly { readonly id: number; readonly title: string; readonly targets: readonly object[] }[];
    };
    expect(board.uid).toBe(`posthorn-${basename(path, '.json')}`);
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    for (const panel of board.panels) {
      expect(panel).toMatchObject({ title: expect.any(String), datasource: { uid: '${datasource}' } });
      expect(panel.targets.length).toBeGreaterThan(0);
    }
  });
});

describe('every alert', () => {
  it.each(rules)('$alert has a runbook that says what it means, its cause and what to do', (rule) => {
    const { alert, expr, annotations } = rule;
    const page = read(annotations.runbook);
    expect(page).toContain(`# ${alert}\n`);
    expect(page).toContain(expr);
    expect(page).toContain('\n## Cause\n');
    expect(page).toContain('\n## What to do\n');
  });

  it('is in the list of runbooks, and no page is left over', () => {
    const pages = rules.map(({ annotations }) => annotations.runbook).sort();
    expect(
      filesIn('docs/runbooks', '.md')
        .filter((path) => !path.endsWith('README.md'))
        .sort(),
    ).toEqual(pages);
    const list = read('docs/runbooks/README.md');
    for (const { alert, labels, annotations } of rules) {
      const severity = labels?.severity ?? 'critical or warning';
      expect(list).toContain(`| \`${alert}\` | ${severity} | [${basename(annotations.runbook, '.md')}]`);
    }
  });

  it.each(rules)('$alert has a case in which it fires, and one in which it is silent', ({ alert }) => {
    const outcomes = filesIn('deploy/prometheus', '.test.yml')
      .flatMap((path) => (yaml.safeLoad(read(path)) as Cases).tests)
      .flatMap(({ alert_rule_test }) => alert_rule_test)
      .filter(({ alertname }) => alertname === alert)
      .map(({ exp_alerts }) => (exp_alerts.length > 0 ? 'fires' : 'silent'));
    expect(new Set(outcomes)).toEqual(new Set(['fires', 'silent']));
  });

  const promtool = spawnSync('promtool', ['--version']).status === 0 ? it : it.skip;
  promtool('does so by the tool of Prometheus', () => {
    const files = filesIn('deploy/prometheus', '.test.yml').map((path) => join(root, path));
    expect(spawnSync('promtool', ['test', 'rules', ...files], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });
});
