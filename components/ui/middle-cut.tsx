import { contained } from '@/lib/words/isolated'

/** Characters of the end that always show: ids with the same beginning differ there. */
const END = 6

/** A number or id that is cut in its middle where there is no room. Copying it copies the whole text. */
export function MiddleCut({ text }: { text: string }) {
  const characters = [...text]
  if (characters.length <= 2 * END) return <bdi className="whitespace-nowrap">{contained(text)}</bdi>
  const [start, end] = [characters.slice(0, -END), characters.slice(-END)].map(part => part.join(''))
  return (
    <bdi className="flex min-w-0 whitespace-pre">
      <span className="truncate">{start}</span>
      <span className="shrink-0">{end}</span>
    </bdi>
  )
}
