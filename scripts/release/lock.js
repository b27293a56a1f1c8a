// What package-lock.json says of the packages that are shipped.

/** The path in the lock at which a package that lies at `from` finds `name`, as Node looks for it; null where it is absent. */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return null;
  }
}

/** The paths of these packages in the lock, and of all that they need, in the lock's order. */
export function closureOf(packages, names) {
  const found = new Set();
  const visit = (from, name) => {
    const path = resolved(packages, from, name);
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path];
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(path, needed);
  };
  for (const name of names) visit('', name);
  return Object.keys(packages).filter((path) => found.has(path));
}

/** A lock of the released package, for npm to install what was tested. */
export function shrinkwrapOf(lock, manifest) {
  const { name, version, license, bin, engines, dependencies } = manifest;
  const entries = closureOf(lock.packages, Object.keys(dependencies)).map((path) => [path, lock.packages[path]]);
  return {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': { name, version, license, dependencies, bin, engines }, ...Object.fromEntries(entries) },
  };
}
