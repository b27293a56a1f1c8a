// Makes what is published of a version, in dist/release: the package, a list of what is in it (CycloneDX), where it
// comes from, and the checksums of all three. `npm run release`; docs/releases.md says what to do with them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shrinkwrapOf } from './release/lock.js';
import { isShipped, releaseManifest, shippedFiles } from './release/manifest.js';
import { licenseTexts, shippedPackages } from './release/third-party.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const release = join(root, 'dist/release');
const staged = join(release, 'package');
const readJson = (name) => JSON.parse(readFileSync(join(root, name), 'utf8'));
const asText = (value) => `${JSON.stringify(value, null, 2)}\n`;
const lock = readJson('package-lock.json');
const manifest = releaseManifest(readJson('package.json'));
const shipped = shippedPackages(root, lock);

run(process.execPath, ['scripts/build.js']);
rmSync(release, { recursive: true, force: true });
mkdirSync(staged, { recursive: true });
const filter = (source) => isShipped(relative(root, source));
for (const path of shippedFiles) cpSync(join(root, path), join(staged, path), { recursive: true, filter });
writeFileSync(join(staged, 'package.json'), asText(manifest));
writeFileSync(join(staged, 'npm-shrinkwrap.json'), asText(shrinkwrapOf(lock, manifest)));
writeFileSync(join(staged, 'THIRD-PARTY-LICENSES'), licenseTexts(root, lock, shipped));
const [{ filename }] = JSON.parse(
  run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', release, staged]),
);
rmSync(staged, { recursive: true });

const stem = join(release, `${manifest.name}-${manifest.version}`);
const files = [join(release, filename), `${stem}.cdx.json`, `${stem}.provenance.json`];
writeFileSync(files[1], asText(billOfMaterials()));
writeFileSync(files[2], asText(provenance(files[0])));
writeFileSync(join(release, 'SHA256SUMS'), files.map((file) => `${digestOf(file)}  ${basename(file)}\n`).join(''));
process.stdout.write(readFileSync(join(release, 'SHA256SUMS')));

/** npm's own list of the lock, without what only builds and tests need. */
function billOfMaterials() {
  const bill = JSON.parse(
    run('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']),
  );
  const isInside = new Set(shipped.map((path) => referenceOf(path)));
  const rootReference = bill.metadata.component['bom-ref'];
  return {
    ...bill,
    components: bill.components.filter((component) => isInside.has(component['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => ref === rootReference || isInside.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => isInside.has(other)) })),
  };
}

function referenceOf(path) {
  const { name, version } = lock.packages[path];
  return `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
}

/** Who checks a package builds this commit with these versions and compares. */
function provenance(file) {
  const git = (...args) => run('git', args).trim();
  return {
    package: basename(file),
    sha256: digestOf(file),
    commit: git('rev-parse', 'HEAD'),
    isCommitted: git('status', '--porcelain', '--untracked-files=no') === '',
    lockSha256: digestOf(join(root, 'package-lock.json')),
    node: process.version,
    npm: run('npm', ['--version']).trim(),
    command: 'npm ci && npm run release',
  };
}

function digestOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function run(program, args) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' };
  return execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
}
