import { entries } from './module-entries.mjs'

/** The module of a file: the folder below a part of `lib` or `components`, such as `lib/sheet/orders`. */
function moduleOf(path) {
  const folders = path.split('/').slice(0, -1)
  return folders.length > 2 && /^(lib|components)$/.test(folders[0])
    ? folders.slice(0, 3).join('/')
    : undefined
}

/**
 * Why a file must not import a file of another module; undefined when it may. The entries of a module are the file with
 * its name, and the files that `module-entries.mjs` lists.
 */
export function moduleReason(path, target) {
  const module = moduleOf(target)
  if (module === undefined || module === moduleOf(path)) return undefined
  const name = target.slice(module.length + 1).replace(/\.(tsx?|mjs)$/, '')
  if (name === module.split('/').at(-1) || entries[module]?.includes(name)) return undefined
  return `${name} is inside of ${module}; import one of its entries, or list it in scripts/lib/layers/module-entries.mjs.`
}
