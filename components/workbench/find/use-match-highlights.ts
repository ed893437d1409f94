import { useEffect } from 'react'
import type { Hits } from '@/lib/sheet/acts/find/find'
import { compileQuery, type SearchQuery } from '@/lib/sheet/acts/find/find-pattern'
import { hitLookup } from '@/lib/sheet/acts/find/hit-lookup'

/** The name of the highlight in `app/globals.css`. */
const HIGHLIGHT = 'find-match'
const CELLS = '[role=row][data-line] > [role=gridcell][data-column]'

/**
 * Marks the matches in the painted cells of the sheet, without changing what the grid paints (CSS Custom Highlights).
 * A browser without them shows no marks. The observer exists only while there are hits.
 */
export function useMatchHighlights(hits: Hits | undefined, query: SearchQuery): void {
  useEffect(() => {
    const sheet = document.querySelector('[data-region=sheet] [role=grid]')
    if (!sheet || !hits || hits.rows.length === 0 || !('highlights' in CSS)) return
    const isHit = hitLookup(hits)
    const pattern = literalPattern(query)
    let frame = 0
    const mark = () => {
      frame = 0
      const ranges: Range[] = []
      for (const cell of sheet.querySelectorAll<HTMLElement>(CELLS)) {
        const { column = '' } = cell.dataset
        if (isHit(cell.parentElement?.dataset.line ?? '', column)) ranges.push(...matchesIn(cell, pattern))
      }
      CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges))
    }
    const observer = new MutationObserver(() => {
      frame ||= requestAnimationFrame(mark)
    })
    observer.observe(sheet, { childList: true, characterData: true, subtree: true })
    mark()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      CSS.highlights.delete(HIGHLIGHT)
    }
  }, [hits, query])
}

/** The pattern of a typed text. Expressions may take long: their cells are marked as a whole. */
function literalPattern(query: SearchQuery): RegExp | undefined {
  if (query.expression || query.text === '') return undefined
  const reading = compileQuery(query)
  return 'pattern' in reading ? reading.pattern : undefined
}

/**
 * The matches in the texts of a cell; the whole cell where the match is not in one of them, such as in what is cut off.
 */
function matchesIn(cell: HTMLElement, pattern: RegExp | undefined): Range[] {
  const found: Range[] = []
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); pattern && text; text = texts.nextNode()) {
    for (const match of (text.nodeValue ?? '').matchAll(pattern)) {
      if (match[0] === '') continue
      const range = new Range()
      range.setStart(text, match.index)
      range.setEnd(text, match.index + match[0].length)
      found.push(range)
    }
  }
  if (found.length > 0) return found
  const whole = new Range()
  whole.selectNodeContents(cell)
  return [whole]
}
