/**
 * Cycles of imports, types included: files that need each other's types cannot be understood one after the other.
 * Dynamic imports do not count. Each cycle is returned as the paths along it, the first repeated at the end.
 */
export function findCycles(files) {
  const edges = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.filter(one => !one.dynamic && one.target).map(one => one.target),
    ]),
  )
  const done = new Set()
  const cycles = []
  const walk = (path, trail) => {
    const start = trail.indexOf(path)
    if (start !== -1) return void cycles.push([...trail.slice(start), path])
    if (done.has(path)) return
    for (const next of edges.get(path) ?? []) walk(next, [...trail, path])
    done.add(path)
  }
  for (const path of [...edges.keys()].sort()) walk(path, [])
  return cycles
}
