import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of `names` (names on the PATH, or absolute paths) that can be executed; undefined when none can. */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const places = names.flatMap(name =>
    /[\\/]/.test(name) ? [name] : folders.map(folder => join(folder, name)),
  )
  return places.find(canRun)
}

/** Whether a file exists and may be executed. */
export function canRun(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
