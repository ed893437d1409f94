import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of Linux per second, in /proc/PID/stat. */
const TICKS_PER_SECOND = 100

interface ProcessStat {
  readonly parent: number
  /** Ticks of the process itself. */
  readonly own: number
  /** Ticks of children that ended and whose exit the process has read. */
  readonly endedChildren: number
}

/**
 * Seconds of processor time that a process has used so far, together with all its descendants: those that run now and
 * those that have ended. Reads /proc, so it works only on Linux.
 */
export function processorSeconds(pid: number): number {
  const all = new Map<number, ProcessStat>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : undefined
    if (stat) all.set(Number(name), stat)
  }
  const ticks = (one: number): number => {
    const stat = all.get(one)
    if (!stat) return 0
    const children = [...all].filter(([, { parent }]) => parent === one)
    return children.reduce((sum, [child]) => sum + ticks(child), stat.own + stat.endedChildren)
  }
  return ticks(pid) / TICKS_PER_SECOND
}

/** @returns undefined for a process that has ended */
function readStat(pid: number): ProcessStat | undefined {
  try {
    // The name of the program precedes the fields in brackets, and may itself contain brackets and spaces.
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')
    const fields = line.split(' ').map(Number)
    const sum = (first: number) => (fields[first] ?? 0) + (fields[first + 1] ?? 0)
    // utime and stime, cutime and cstime: fields 14 to 17 of proc(5), counted from the third.
    return { parent: fields[1] ?? 0, own: sum(11), endedChildren: sum(13) }
  } catch {
    return undefined
  }
}
