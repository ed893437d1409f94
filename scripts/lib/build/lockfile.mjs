/** The oldest versions that contain the security fixes we rely on (docs: advisories of each project). */
const minimum = { next: '16.4.6', react: '19.2.6', 'next-auth': '4.24.15' }

const publicRegistry = 'https://registry.npmjs.org/'

/**
 * Builds of Next's compiler for other systems that the registry mirror did not have when Next was updated, so their
 * hash is unknown. An entry of another version, or one with a known hash, is no exception.
 */
const unknownHashes = ['darwin-arm64', 'darwin-x64', 'win32-arm64-msvc', 'win32-x64-msvc'].map(
  system => `@next/swc-${system}@16.4.6`,
)

/** The problems of a lockfile (its parsed JSON), one sentence each. */
export function lockfileProblems({ packages }) {
  return [...tooOld(packages), ...foreign(packages), ...unverified(packages), ...incomplete(packages)]
}

function tooOld(packages) {
  return Object.entries(minimum).flatMap(([name, least]) => {
    const version = packages[`node_modules/${name}`]?.version
    if (version && !isOlder(version, least)) return []
    return [`${name} must be ${least} or newer; the lockfile has ${version ?? 'none'}.`]
  })
}

/** A package from elsewhere than the public registry is code that only its sender has seen. */
const foreign = packages =>
  Object.entries(packages)
    .filter(([, { resolved, link }]) => link || (resolved && !resolved.startsWith(publicRegistry)))
    .map(([path, { resolved }]) => `${path} comes from ${resolved ?? 'a link'}, not from ${publicRegistry}.`)

/** Without a SHA-512 `npm ci` installs anything that the registry, or an attacker in its place, sends. */
const unverified = packages =>
  Object.entries(packages).flatMap(([path, { version, link, integrity }]) => {
    const name = `${path.split('node_modules/').at(-1)}@${version}`
    if (path === '' || link) return []
    if (isSha512(integrity)) {
      return unknownHashes.includes(name)
        ? [`${name} has a hash: delete it from scripts/lib/build/lockfile.mjs.`]
        : []
    }
    if (unknownHashes.includes(name)) return []
    return [`${path} has no SHA-512. Add as "integrity" what this prints: npm view ${name} dist.integrity`]
  })

const isSha512 = integrity => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')

/** npm omits optional packages that its registry lacked at that time, and `npm ci` then refuses the lockfile. */
const incomplete = packages =>
  Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`])
      .map(([name, version]) => `${name} ${version}, wanted by ${path}, is missing; npm ci would refuse.`),
  )

/** Compares versions number by number; a pre-release is older than its release. */
function isOlder(version, least) {
  const [release = '', preRelease] = version.split('-')
  const mine = release.split('.').map(Number)
  const theirs = least.split('.').map(Number)
  const differs = theirs.findIndex((number, index) => number !== mine[index])
  return differs === -1 ? preRelease !== undefined : (mine[differs] ?? 0) < (theirs[differs] ?? 0)
}
