import type { GridSource } from '@/components/grid/source'

/** A sheet that can be looked at, searched and copied from, and says why it does not change. */
export function readOnly(source: GridSource, refuse: () => void): GridSource {
  const refused = () => {
    refuse()
    return undefined
  }
  return {
    ...source,
    write: refused,
    fill: refused,
    fillFrom: refused,
    fillOn: refused,
    clear: refused,
    paste: refused,
    insertLines: refused,
    appendLine: refused,
    duplicateLines: refused,
    moveLines: refused,
    removeLines: refused,
    // What was cut stays where it is: it is copied, and the refusal is said.
    copy: (ranges, isCut) => {
      const clip = source.copy(ranges, false)
      if (isCut) refuse()
      return clip
    },
  }
}
