import 'server-only'

const shared = globalThis as { [key: symbol]: true | undefined }

/**
 * Whether this is the first call with this name in the process. A start that failed is repeated in the same process,
 * and must not subscribe or listen twice.
 */
export function isFirstInProcess(name: string): boolean {
  const key = Symbol.for(`lading.once.${name}`)
  if (shared[key]) return false
  shared[key] = true
  return true
}
