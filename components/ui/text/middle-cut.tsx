import { contained } from '@/lib/words/sentences/isolated'
import { SHOWN_END } from './shown-end'

/**
 * A number or id that is cut in its middle where there is no room. Its visible parts are generated content: as elements
 * side by side they would be read, and copied, as two texts. The whole text lies behind them, invisible, for assistive
 * technology and for selections.
 */
export function MiddleCut({ text }: { text: string }) {
  const characters = [...text]
  if (characters.length <= 2 * SHOWN_END) return <bdi className="whitespace-nowrap">{contained(text)}</bdi>
  const [start, end] = [characters.slice(0, -SHOWN_END), characters.slice(-SHOWN_END)].map(part =>
    part.join(''),
  )
  return (
    <bdi className="relative flex min-w-0 whitespace-pre">
      <span className="forced-color-adjust-none absolute inset-0 overflow-hidden text-transparent selection:bg-accent/25 selection:text-transparent">
        {contained(text)}
      </span>
      <span
        aria-hidden
        data-text={start}
        className="pointer-events-none relative select-none truncate before:content-[attr(data-text)]"
      />
      <span
        aria-hidden
        data-text={end}
        className="pointer-events-none relative shrink-0 select-none before:content-[attr(data-text)]"
      />
    </bdi>
  )
}
