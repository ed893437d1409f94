import { TEXT_FIELD } from '@/components/ui/keyboard/text-field'
import { hasOpenPopup } from '@/components/ui/overlay/has-open-popup'
import { useWindowKeys } from './use-keys'

/** Functions that focus a region in its own way, such as at the active cell, by the name of the region. */
type Focusers = Readonly<Record<string, () => void>>

/** Elements that Tab reaches, unless their tab index is negative. */
export const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * Regions from which Escape leads to the sheet. In the others Escape has another meaning, or the sheet is not where the
 * operator works.
 */
const LEFT_BY_ESCAPE: ReadonlySet<string | undefined> = new Set([
  'bar',
  'tools',
  'errors',
  'warnings',
  'result',
  'footer',
])

/**
 * F6 and Shift+F6 move the focus to the next and the previous region of the screen: elements with `data-region`, in the
 * order of the document, the first after the last. A region that is not shown is left out. Toasts are one of them: the
 * key must not reach their library, which goes to them from everywhere. Escape leads from bars, lists and results back to
 * the sheet.
 * @param focusers for the regions that know best where their focus belongs; else it is their first element for Tab
 * @param commit writes what is being typed
 */
export function useRegionKeys(focusers: Focusers, commit: () => void): void {
  useWindowKeys(event => {
    if (event.key !== 'Escape' || !isLeft(event.target) || hasOpenPopup()) return false
    focusers.sheet?.()
    return true
  }, true)
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
    event.stopPropagation()
    return true
  }, true)
}

/** Whether Escape leads from an element to the sheet. In a text field it belongs to the field. */
const isLeft = (at: EventTarget | null): boolean =>
  at instanceof HTMLElement &&
  !at.matches(TEXT_FIELD) &&
  LEFT_BY_ESCAPE.has(at.closest<HTMLElement>('[data-region]')?.dataset.region)

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
