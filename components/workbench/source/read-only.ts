import type { GridSource } from '@/components/grid/source'

/** A source that can be searched and copied from; `refuse` is called instead of every change. */
export function readOnlySource(source: GridSource, refuse: () => void): GridSource {
  const refused = () => {
    refuse()
    return undefined
  }
  return {
    ...source,
    write: refused,
    fill: refused,
    toggle: refused,
    fillFrom: refused,
    fillOn: refused,
    clear: refused,
    paste: refused,
    pasteLater: refused,
    insertLines: refused,
    appendLine: refused,
    duplicateLines: refused,
    moveLines: refused,
    removeLines: refused,
    // A cut copies the cells, leaves them as they are, and calls `refuse`.
    copy: async (ranges, isCut, write) => {
      await source.copy(ranges, false, write)
      if (isCut) refuse()
    },
  }
}
