import type { MouseEvent } from 'react'
import type { GridSource } from '@/components/grid/source'

/** Anchor of a menu. */
export type MenuPlace = Pick<Element, 'getBoundingClientRect'>

/** Opens a menu at the pointer; with Shift+F10 or the menu key, at the active cell. A heading has a menu of its own. */
export function openMenu(
  event: MouseEvent<HTMLElement>,
  source: GridSource,
  onMenu: ((place: MenuPlace) => void) | undefined,
): void {
  const { target, clientX, clientY } = event
  const heading = target instanceof Element ? target.closest<HTMLElement>('[data-heading]') : null
  const column = heading?.dataset.heading
  if (heading && column !== undefined) {
    event.preventDefault()
    source.layout.openMenu(column, heading)
    return
  }
  if (!onMenu) return
  event.preventDefault()
  const active = event.currentTarget.querySelector('[role=gridcell][data-active]')
  const isByKey = target instanceof HTMLTextAreaElement
  onMenu(isByKey && active ? active : { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) })
}
