import { useWindowKeys } from './use-keys'

/** Focuses the region of a name in its own way, such as at the active cell. */
type Focusers = Readonly<Record<string, () => void>>

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * F6 and Shift+F6 move the focus to the next and the previous region of the screen: elements with `data-region`, in the
 * order of the document, the first after the last. A region that is not shown is left out.
 * @param focusers for the regions that know best where their focus belongs; else it is their first element for Tab
 * @param commit writes what is being typed
 */
export function useRegionKeys(focusers: Focusers, commit: () => void): void {
  useWindowKeys(event => {
    if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return false
    const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(region =>
      region.checkVisibility(),
    )
    const next = nextRegion(
      regions,
      event.target instanceof Node ? event.target : null,
      event.shiftKey ? -1 : 1,
    )
    if (!next) return false
    commit()
    const focus = focusers[next.dataset.region ?? '']
    if (focus) focus()
    else (firstTabStop(next) ?? next).focus()
    return true
  })
}

/** The region after, or before, the one that an element is in; for an element between two regions its neighbour. */
function nextRegion(regions: readonly HTMLElement[], at: Node | null, step: 1 | -1): HTMLElement | undefined {
  const here = regions.findIndex(region => region.contains(at))
  // Elements of the page outside of every region come before the first one, or after one that precedes them.
  const before = regions.findLastIndex(
    region => at !== null && (region.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
  const next = here !== -1 ? here + step : step === 1 ? before + 1 : before
  return regions[(next + regions.length) % regions.length]
}

const firstTabStop = (region: HTMLElement): HTMLElement | undefined =>
  [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    element => element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility(),
  )
