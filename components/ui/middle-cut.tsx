import { contained } from '@/lib/words/isolated'

/** Characters of the end that are always seen: where many begin alike, they tell one from another. */
const END = 6

/** A number or an id that is cut in its middle where it has no room. Its whole text is there for whoever copies it. */
export function MiddleCut({ text }: { text: string }) {
  const characters = [...text]
  if (characters.length <= 2 * END) return <bdi>{contained(text)}</bdi>
  const [start, end] = [characters.slice(0, -END), characters.slice(-END)].map(part => part.join(''))
  return (
    <bdi className="flex min-w-0 whitespace-pre">
      <span className="truncate">{start}</span>
      <span className="shrink-0">{end}</span>
    </bdi>
  )
}
